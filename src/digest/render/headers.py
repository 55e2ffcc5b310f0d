"""Header fields of a mail as they stand on the wire: ASCII, short lines, nothing broken."""

import re
from binascii import b2a_base64
from email.policy import EmailPolicy, Policy

from digest.content import mailboxes
from digest.problems import DigestError, Problem

#: The longest line and the longest encoded word, by RFC 5322 and RFC 2047.
LINE = 76
WORD = 75

#: How our messages are written: lines of 76, CRLF, ASCII only.
POLICY = EmailPolicy(max_line_length=LINE, linesep="\r\n", cte_type="7bit")

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")
_ATOMS = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+( [A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*")
_PLAIN = re.compile(r"[!-~]+( [!-~]+)*")
_URI = re.compile(r"(https://|mailto:)[!-;=?-~]+")
_Q_SAFE = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789!*+-/")
_MARKS = len("=?utf-8?q??=")


class Field(str):
    """A header field's value; `pieces` are what its lines may be broken between.

    It folds itself, so that no library breaks an address or an identifier.
    """

    __slots__ = ("name", "pieces")
    name: str
    pieces: tuple[str, ...]

    @classmethod
    def of(cls, name: str, text: str, pieces: tuple[str, ...]) -> "Field":
        """The field of that name which says `text` and is written in `pieces`."""
        field = cls(text)
        field.name, field.pieces = name, pieces
        return field

    def fold(self, *, policy: Policy) -> str:
        """The field on the wire, broken only between its pieces, with a line end."""
        lines = [f"{self.name}: {self.pieces[0]}"]
        for piece in self.pieces[1:]:
            if len(lines[-1]) + 1 + len(piece) > LINE:
                lines.append(f" {piece}")
            else:
                lines[-1] += f" {piece}"
        return policy.linesep.join([*lines, ""])


def text_field(name: str, text: str) -> Field:
    """A field of free text, such as the subject; DigestError M5 for a control character."""
    checked(name, text)
    plain = _PLAIN.fullmatch(text) and "=?" not in text
    pieces = tuple(text.split(" ")) if plain else encoded(text, _room(name))
    if any(len(piece) > _room(name) for piece in pieces):
        pieces = encoded(text, _room(name))
    return Field.of(name, text, pieces)


def address_field(name: str, address: str, display: str = "") -> Field:
    """A field of one mailbox with the name it shows; DigestError M5 for an unfit address."""
    checked(name, display)
    complaint = mailboxes.complaint(address)
    if complaint:
        hint = "an address has plain letters before the @ and a host after it"
        raise DigestError(Problem(code="M5", message=f"the {name} address {complaint}", hint=hint))
    mailbox = f"<{mailboxes.written(address)}>"
    if not display:
        return Field.of(name, mailbox[1:-1], (mailbox[1:-1],))
    pieces = phrase(display, _room(name))
    return Field.of(name, f"{display} {mailbox}", (*pieces, mailbox))


def list_field(name: str, display: str, identifier: str) -> Field:
    """A field of an identifier in angle brackets after the name it has, such as List-Id."""
    checked(name, display)
    pieces = (*phrase(display, _room(name)), f"<{identifier}>")
    return Field.of(name, f"{display} <{identifier}>", pieces)


def uri_field(name: str, *uris: str) -> Field:
    """A field of addresses in angle brackets, each unbroken; DigestError M3 for an unfit one."""
    for uri in uris:
        if not _URI.fullmatch(uri):
            message = f"{name} takes https: and mailto: addresses of plain characters"
            hint = "percent-encode everything else in the address"
            raise DigestError(Problem(code="M3", message=message, hint=hint))
    pieces = tuple(f"<{uri}>," for uri in uris[:-1]) + tuple(f"<{uri}>" for uri in uris[-1:])
    return Field.of(name, " ".join(pieces), pieces)


def token_field(name: str, token: str) -> Field:
    """A field of one piece of ASCII that is never broken, such as an identifier."""
    return Field.of(name, token, (token,))


def checked(name: str, text: str) -> None:
    """DigestError M5 when a value could end its header field and begin another."""
    if _CONTROL.search(text):
        message = f"the {name} holds a line end or another control character"
        hint = "write it on one line, in letters alone"
        raise DigestError(Problem(code="M5", message=message, hint=hint))


def phrase(display: str, room: int) -> tuple[str, ...]:
    """A name before an address: as it is, quoted, or as encoded words, in pieces to fold."""
    if "=?" in display or not _PLAIN.fullmatch(display):
        return encoded(display, room)
    whole = _word(display)
    words = (whole,) if len(whole) <= room else tuple(map(_word, display.split(" ")))
    return words if max(map(len, words)) <= room else encoded(display, room)


def _word(text: str) -> str:
    quoted = re.sub(r'(["\\])', r"\\\1", text)
    return text if _ATOMS.fullmatch(text) else f'"{quoted}"'


def encoded(text: str, room: int) -> tuple[str, ...]:
    """The text as encoded words of RFC 2047, none longer than `room`, no character divided.

    Quoted-printable or base64, whichever is shorter.
    """
    quoted = [_quoted(one) for one in text]
    if sum(map(len, quoted)) <= len(text.encode()) * 4 / 3:
        return tuple(f"=?utf-8?q?{''.join(part)}?=" for part in _packed(quoted, room - _MARKS))
    parts = _packed(list(text), (room - _MARKS) // 4 * 3)
    return tuple(f"=?utf-8?b?{_base64(''.join(part))}?=" for part in parts)


def _packed(units: list[str], room: int) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    used = 0
    for unit in units:
        size = len(unit.encode())
        if used + size > room:
            parts.append([])
            used = 0
        parts[-1].append(unit)
        used += size
    return parts


def _quoted(character: str) -> str:
    if character == " ":
        return "_"
    code = character.encode()
    return "".join(chr(byte) if byte in _Q_SAFE else f"={byte:02X}" for byte in code)


def _base64(text: str) -> str:
    return b2a_base64(text.encode(), newline=False).decode("ascii")


def _room(name: str) -> int:
    """The longest piece that fits behind the field's name on its first line."""
    return min(WORD, LINE - len(name) - 2)
