"""A mail taken apart: its fields as they stand, its texts as texts, all else as bytes."""

import quopri
import re
from collections.abc import Iterator
from email.message import EmailMessage
from email.parser import BytesHeaderParser
from email.policy import default
from itertools import pairwise
from typing import NamedTuple

from digest.problems import DigestError, Problem

_HEADER = BytesHeaderParser(policy=default)
_FIELD = re.compile(rb"([!-9;-~]+):[^\r\n]*\r\n(?:[ \t][^\r\n]*\r\n)*")
#: No server takes a longer line.
_TOO_LONG = re.compile(rb"[^\r\n]{999}")
_END = b"\r\n\r\n"


class Field(NamedTuple):
    """A header field: its name and all its bytes, folds and line end included."""

    name: str
    raw: bytes


class Text(NamedTuple):
    """A text of the mail, decoded; its lines end in CRLF."""

    subtype: str
    content: str


class Mail(NamedTuple):
    """A whole mail: its fields in order, then what follows the blank line, in pieces."""

    fields: tuple[Field, ...]
    pieces: tuple[bytes | Text, ...]


def taken_apart(raw: bytes) -> Mail:
    """The parts of a mail as `render.message` makes it; D102 for anything else."""
    if not raw.isascii() or raw.count(b"\r") + raw.count(b"\n") != 2 * raw.count(b"\r\n"):
        raise unfit("it is not plain lines with CRLF")
    if _TOO_LONG.search(raw):
        raise unfit("it has a line of more than 998 bytes")
    head, body = _halves(raw)
    return Mail(tuple(_fields(head)), tuple(_pieces(head, body)))


def unfit(why: str) -> DigestError:
    """The error for a mail that is none of ours."""
    message = f"the approved mail cannot be sent: {why}"
    return DigestError(Problem(code="D102", message=message, hint="build the edition again"))


def _fields(head: bytes) -> Iterator[Field]:
    end = 0
    for found in _FIELD.finditer(head):
        if found.start() != end:
            break
        end = found.end()
        yield Field(found[1].decode("ascii"), found[0])
    if end != len(head):
        raise unfit("its head holds something that is no field")


def _pieces(head: bytes, body: bytes) -> Iterator[bytes | Text]:
    said = _HEADER.parsebytes(head)
    if said.get_content_maintype() == "multipart":
        yield from _parts(said, body)
    elif said.get_content_maintype() == "text":
        yield Text(said.get_content_subtype(), _decoded(said, body))
    else:
        yield body


def _parts(said: EmailMessage, body: bytes) -> Iterator[bytes | Text]:
    """The parts between the boundaries, which are pieces as well."""
    boundary = said.get_boundary() or ""
    mark = re.compile(rb"(?:\A|\r\n)--" + re.escape(boundary.encode()) + rb"(--)?(?=\r\n|\Z)")
    marks = list(mark.finditer(body))
    closing = [bool(one[1]) for one in marks]
    if not boundary or not marks or closing != [False] * (len(marks) - 1) + [True]:
        raise unfit("its parts are not divided as they should be")
    yield body[: marks[0].start()]
    for one, following in pairwise(marks):
        yield one[0] + b"\r\n"
        part = body[one.end() + 2 : following.start()]
        head, content = _halves(part)
        yield head + b"\r\n"
        yield from _pieces(head, content)
    yield body[marks[-1].start() :]


def _halves(raw: bytes) -> tuple[bytes, bytes]:
    """Head, with the end of its last line, and body."""
    head, end, body = raw.partition(_END)
    if not end:
        raise unfit("a part of it has no head")
    return head + b"\r\n", body


def _decoded(said: EmailMessage, body: bytes) -> str:
    coding = str(said.get("Content-Transfer-Encoding", "")).lower()
    charset = str(said.get_content_charset())
    if (coding, charset) != ("quoted-printable", "utf-8"):
        raise unfit("a text of it is not quoted-printable in UTF-8")
    try:
        return quopri.decodestring(body).decode("utf-8")
    except UnicodeDecodeError:
        raise unfit("a text of it is not UTF-8") from None
