"""What a server says, read strictly and within limits; anything else is no reply."""

import re
from typing import NamedTuple

#: A reply may have this many lines of this many bytes: far more than any server needs.
LINES = 64
LONGEST_LINE = 2048

#: What is kept of a reply, in characters.
LONGEST_TEXT = 500

_LINE = re.compile(rb"([2-5][0-5][0-9])(?:([ -])([^\r\n]*))?\r?\n")
_ENHANCED = re.compile(r"([245]\.\d{1,3}\.\d{1,3})(?= |$)")
_ADDRESS = re.compile(r"[^\s<>\"'(),;:]+@[^\s<>\"'(),;:]+")


class MalformedReplyError(Exception):
    """What came is no reply of SMTP."""


class Reply(NamedTuple):
    """A reply: its code and its lines' texts."""

    code: int
    lines: tuple[bytes, ...]

    @property
    def enhanced(self) -> str | None:
        """The enhanced status code, where it belongs to the code's class."""
        found = _ENHANCED.match(self.lines[0].decode("latin-1"))
        return found[1] if found and found[1][0] == str(self.code)[0] else None

    @property
    def text(self) -> str:
        """The reply as one line for people: printable ASCII, no mail address, not too long."""
        return shown(b" ".join((str(self.code).encode(), *self.lines)))

    @property
    def accepted(self) -> bool:
        """Whether the server did what it was asked."""
        return 200 <= self.code < 300

    @property
    def refused(self) -> bool:
        """Whether the server will not do it, now or ever."""
        return self.code >= 400


def shown(raw: bytes) -> str:
    """What somebody else sent, as one line of a log: escaped, without addresses, shortened."""
    text = raw.decode("utf-8", "replace")
    text = "".join(one if " " <= one <= "~" and one != "\\" else _escaped(one) for one in text)
    text = _ADDRESS.sub("<address>", text).replace("<<address>>", "<address>")
    return text if len(text) <= LONGEST_TEXT else f"{text[: LONGEST_TEXT - 3]}..."


def line_of(raw: bytes) -> tuple[int, bool, bytes]:
    """Code, whether it is the last line, and text; `MalformedReplyError` for anything else."""
    found = _LINE.fullmatch(raw)
    if not found:
        raise MalformedReplyError
    return int(found[1]), found[2] != b"-", found[3] or b""


def _escaped(one: str) -> str:
    return one.encode("unicode_escape").decode("ascii")
