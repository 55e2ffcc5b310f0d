"""One approved mail as bytes with gaps, and what fills them for each reader."""

import html
import re
from collections.abc import Callable
from datetime import datetime
from email.header import decode_header, make_header
from email.utils import format_datetime
from typing import NamedTuple

from digest.delivery import lines
from digest.delivery.compiled import quoted
from digest.delivery.compiled.contexts import misplaced
from digest.delivery.compiled.structure import Field, Mail, Text, unfit
from digest.edition.reader import Sample
from digest.problems import DigestError, Problem
from digest.render import headers
from digest.render.placeholders import parts

#: A mail's address to unsubscribe stands on one line, which servers cut at 998 bytes.
LONGEST_URL = 900

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_URL = re.compile(r"(?:https://|mailto:)[!-;=?-~]+")
_IDENTIFIER = re.compile(r"<[!-;=?A-~]+@[A-Za-z0-9.-]+>")
_ONCE = ("From", "To", "Subject", "Date", "Message-ID", "List-Unsubscribe", "Content-Type")


class Reader(NamedTuple):
    """What is one reader's own in a mail: mailbox, name (or none), and two addresses of pages."""

    address: str
    name: str
    unsubscribe_url: str
    preferences_url: str

    def __repr__(self) -> str:
        return "Reader(...)"


class _Gap(NamedTuple):
    """Where a value stands: a header field, a text of that kind, or the mail's identifier."""

    what: str
    kind: str


_TO = _Gap("To", "field")
_ID = _Gap("Message-ID", "field")
_LIST = _Gap("List-Unsubscribe", "field")


class Letter:
    """A mail that was rendered once; each reader's costs a few microseconds.

    `date` is the mail's, the same for all readers. A `mark` stands in brackets before the
    subject. Raises `DigestError` D102 when the mail is none of ours.
    """

    def __init__(self, mail: Mail, date: datetime, mark: str = "") -> None:
        self._pieces: list[bytes] = []
        self._gaps: list[tuple[int, _Gap]] = []
        self._put_fields(mail.fields, date, mark)
        self._put(b"\r\n")
        for piece in mail.pieces:
            if isinstance(piece, Text):
                self._put_text(piece)
            else:
                self._put(piece)
        self._kinds = tuple(dict.fromkeys(gap for _, gap in self._gaps))
        fields = {place for place, gap in self._gaps if gap.kind == "field"}
        self._frames = lines.frames(self._pieces, fields)
        self._wire = [lines.within(piece) for piece in self._pieces]

    @property
    def size(self) -> int:
        """The bytes that are the same in every reader's mail."""
        return sum(map(len, self._pieces))

    def to(self, reader: Reader, message_id: str) -> bytes:
        """The reader's mail: ASCII, CRLF, not dot-stuffed.

        Raises `DigestError` when a value is unfit: D105 for a name or the address of a page, M5
        for the mailbox.
        """
        check(reader, message_id)
        filled = {gap: _fill(gap, reader, message_id) for gap in self._kinds}
        fit = (lines.fits(value, line=gap.kind == "field") for gap, value in filled.items())
        if self._frames and all(fit):
            mail, wire = (self._joined(one, filled) for one in (self._pieces, self._wire))
            return lines.Whole.of(mail, wire)
        return self._joined(self._pieces, filled)

    def _joined(self, pieces: list[bytes], filled: dict[_Gap, bytes]) -> bytes:
        found = pieces.copy()
        for place, gap in self._gaps:
            found[place] = filled[gap]
        return b"".join(found)

    def _put(self, piece: bytes) -> None:
        """Bytes that every reader gets; neighbours become one piece."""
        after_a_gap = self._gaps and self._gaps[-1][0] == len(self._pieces) - 1
        if self._pieces and not after_a_gap:
            self._pieces[-1] += piece
        else:
            self._pieces.append(piece)

    def _put_gap(self, gap: _Gap) -> None:
        self._gaps.append((len(self._pieces), gap))
        self._pieces.append(b"")

    def _put_fields(self, fields: tuple[Field, ...], date: datetime, mark: str) -> None:
        _check_fields(fields)
        for field in fields:
            gap = _Gap(field.name, "field")
            if gap in {_TO, _ID, _LIST}:
                self._put_gap(gap)
            elif field.name == "Date":
                self._put(_written(headers.token_field("Date", format_datetime(date))))
            elif field.name == "Subject" and mark:
                self._put(_marked(field, mark))
            else:
                self._put(field.raw)

    def _put_text(self, text: Text) -> None:
        """The text's literals encoded once, with gaps for the samples."""
        html_text = text.subtype == "html"
        if html_text and misplaced(text.content):
            raise unfit("a reader's own value stands in a script, a style or without quotes")
        pieces = parts(text.content)
        literals = quoted.literals([str(one) for one in pieces[::2]])
        for place, sample in enumerate(pieces):
            if isinstance(sample, Sample):
                self._put_gap(_Gap(sample.name, "html" if html_text else "text"))
            else:
                self._put(literals[place // 2])


def check(reader: Reader, message_id: str) -> None:
    """D105 for what would be another value once it arrived; ValueError for a bad identifier."""
    if not _IDENTIFIER.fullmatch(message_id):
        raise ValueError("this is no Message-ID")
    if _CONTROL.search(reader.name):
        raise _unfit("name holds a control character", "write the name on one line")
    for url in (reader.unsubscribe_url, reader.preferences_url):
        if len(url) > LONGEST_URL:
            hint = "make the base address of the public pages shorter"
            raise _unfit(f"address of a page has more than {LONGEST_URL} characters", hint)
        if not _URL.fullmatch(url):
            hint = "give the public pages an https: address of plain characters"
            raise _unfit("address of a page is no https: or mailto: address", hint)


def _check_fields(fields: tuple[Field, ...]) -> None:
    names = [field.name for field in fields]
    for name in _ONCE:
        if names.count(name) != 1:
            raise unfit(f"it has no {name}, or more than one")
    others = (field for field in fields if field.name != "List-Unsubscribe")
    if any(one.value.encode() in field.raw for field in others for one in Sample):
        raise unfit("a field of its head holds a reader's own value")


def _fill(gap: _Gap, reader: Reader, message_id: str) -> bytes:
    """The value for a gap, written as its place demands."""
    return _FIELDS[gap](reader, message_id) if gap.kind == "field" else _text(gap, reader)


def _text(gap: _Gap, reader: Reader) -> bytes:
    plain = _VALUES[gap.what](reader)
    return quoted.value(html.escape(plain) if gap.kind == "html" else plain)


_FIELDS: dict[_Gap, Callable[[Reader, str], bytes]] = {
    _TO: lambda reader, _: _written(headers.address_field("To", reader.address, reader.name)),
    _ID: lambda _, message_id: f"Message-ID: {message_id}\r\n".encode("ascii"),
    _LIST: lambda reader, _: _written(
        headers.uri_field("List-Unsubscribe", reader.unsubscribe_url)
    ),
}

_VALUES: dict[str, Callable[[Reader], str]] = {
    Sample.NAME.name: lambda reader: reader.name,
    Sample.UNSUBSCRIBE.name: lambda reader: reader.unsubscribe_url,
    Sample.PREFERENCES.name: lambda reader: reader.preferences_url,
}


def _written(field: headers.Field) -> bytes:
    return field.fold(policy=headers.POLICY).encode("ascii")


def _marked(field: Field, mark: str) -> bytes:
    """The subject with the mark before it, encoded anew where it was."""
    raw = re.sub(r"\r\n(?=[ \t])", "", field.raw.decode("ascii").partition(":")[2]).strip()
    subject = str(make_header(decode_header(raw)))
    return _written(headers.text_field("Subject", f"[{mark}] {subject}"))


def _unfit(why: str, hint: str) -> DigestError:
    return DigestError(Problem(code="D105", message=f"the reader's {why}", hint=hint))
