"""Where something stands: locations in a document, pointers for people, lines and columns."""

from collections.abc import Iterable
from typing import NamedTuple

#: The way to a value of a document: keys and indexes from the root.
Loc = tuple[str | int, ...]

#: How much of a hostile key or value a message repeats.
_SHOWN = 60


class Spot(NamedTuple):
    """A line and a column in a file, both counted from 1 in code points."""

    line: int
    column: int


#: Where every file begins.
START = Spot(1, 1)


class Span(NamedTuple):
    """Where a value of a document stands, and its key where it has one."""

    value: Spot
    key: Spot | None = None


def pointer(loc: Loc) -> str:
    """The location as an RFC 6901 JSON Pointer that is safe to print; the root is empty."""
    return "".join("/" + _token(str(token)) for token in loc)


def printable(text: str, *, limit: int = _SHOWN) -> str:
    """The text with everything escaped that a terminal or a file cannot take, cut to `limit`."""
    shown = text if len(text) <= limit else text[: limit - 1] + "…"
    if shown.isprintable():
        return shown
    return "".join(one if one.isprintable() else _escaped(one) for one in shown)


def quoted(text: str) -> str:
    """The text in double quotes as a message repeats it."""
    return f'"{printable(text)}"'


def nearest(loc: Loc, spans: dict[Loc, Span]) -> Span | None:
    """The span of the location, or of the closest parent that has one."""
    for end in range(len(loc), -1, -1):
        if (span := spans.get(loc[:end])) is not None:
            return span if end == len(loc) else Span(span.value)
    return None


def spots(
    text: str, offsets: Iterable[int], *, start: int = 0, at: Spot = START
) -> dict[int, Spot]:
    """Lines and columns of the character offsets from `start` on, which stands `at` a known spot.

    The text is walked once, however many offsets there are; none may lie before `start`.
    """
    found: dict[int, Spot] = {}
    line, line_start, done = at.line, start - at.column + 1, start
    for offset in sorted(set(offsets)):
        if breaks := text.count("\n", done, offset):
            line += breaks
            line_start = text.rindex("\n", done, offset) + 1
        found[offset] = Spot(line, offset - line_start + 1)
        done = offset
    return found


def spot(text: str, offset: int) -> Spot:
    """Line and column of one character offset."""
    return spots(text, (offset,))[offset]


def _token(token: str) -> str:
    return printable(token).replace("~", "~0").replace("/", "~1")


def _escaped(character: str) -> str:
    code = ord(character)
    return f"\\u{code:04x}" if code < 0x10000 else f"\\U{code:08x}"
