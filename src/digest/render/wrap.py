"""Plain text broken into lines that fit, counted in the columns a reader sees."""

import re
import unicodedata
from collections.abc import Iterator

import wcwidth

WIDTH = 72

#: Spaces a line may break at; no-break spaces are not among them.
_SPACE = re.compile(r"[ \t\u1680\u2000-\u2006\u2008-\u200a\u205f\u3000]+")
_ADDRESS = re.compile(r"(?:https?://|mailto:)\S", re.IGNORECASE)
_HANGUL = range(0xAC00, 0xD7A4)
_NEVER_FIRST = frozenset("ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮ゛゜")


def columns(text: str) -> int:
    """How many columns a text takes: wide characters two, combining marks none."""
    return len(text) if text.isascii() else wcwidth.width(text, control_codes="ignore")


def beginning(text: str, most: int) -> str:
    """At most so many characters of a text; none that readers see as one is divided."""
    kept = ""
    for cluster in wcwidth.iter_graphemes(text):
        if len(kept) + len(cluster) > most:
            break
        kept += cluster
    return kept or text[:most]


def wrap(text: str, first: str = "", rest: str | None = None, *, width: int = WIDTH) -> str:
    """The text in lines of at most `width` columns, without a newline at the end.

    `first` stands before the first line, `rest` (by default as many spaces) before the others,
    so that no line of the text itself can begin where structure does. Line breaks of the text
    are kept; runs of spaces become one. Addresses are never broken, whatever their length.
    """
    hang = " " * columns(first) if rest is None else rest
    lines: list[str] = []
    for paragraph in text.strip().splitlines() or [""]:
        lead = hang if lines else first
        lines += _lines(paragraph, lead, hang, width)
    return "\n".join(lines)


def underlined(text: str) -> str:
    """A heading at the edge, wrapped, with a line of hyphens as wide as its last line."""
    heading = wrap(text)
    return f"{heading}\n{'-' * columns(heading.splitlines()[-1])}"


def _lines(paragraph: str, first: str, rest: str, width: int) -> Iterator[str]:
    """The lines of one paragraph, prefixes included; an empty one gives one empty line."""
    line, used, empty = first, columns(first), True
    for space, piece in _pieces(paragraph, width - max(used, columns(rest))):
        size = columns(piece)
        gap = 0 if empty else len(space)
        if not empty and used + gap + size > width:
            yield line
            line, used, gap = rest, columns(rest), 0
        line += " " * gap + piece
        used += gap + size
        empty = False
    yield line if not empty else first.rstrip()


def _pieces(paragraph: str, room: int) -> Iterator[tuple[str, str]]:
    """Unbreakable pieces, each with the space before it (one or none)."""
    for word in _words(paragraph, room):
        space = " "
        for piece in _breakable(word, room):
            yield space, piece
            space = ""


def _words(paragraph: str, room: int) -> Iterator[str]:
    """The words; a lone sign such as `<` or `&` stays with both its neighbours where it fits."""
    held = ""
    for word in filter(None, _SPACE.split(paragraph)):
        together = f"{held} {word}"
        bound = held and (_sign(word) or _sign(held.rpartition(" ")[2]))
        if bound and columns(together) <= room // 2:
            held = together
            continue
        if held:
            yield held
        held = word
    if held:
        yield held


def _sign(word: str) -> bool:
    return len(word) == 1 and (word == "&" or unicodedata.category(word) == "Sm")


def _breakable(word: str, room: int) -> Iterator[str]:
    """A word as it may be broken: nowhere, between ideographs, or by force when too long."""
    if _ADDRESS.search(word):
        yield word
        return
    plain = word.isascii() or not any(map(_ideographic, word))
    units = [word] if plain else _units(word)
    for unit in units:
        yield from _clipped(unit, room) if columns(unit) > room else (unit,)


def _units(word: str) -> list[str]:
    """Pieces that ideographic text may be broken into; no mark opens or closes a line wrongly."""
    units: list[str] = []
    for cluster in wcwidth.iter_graphemes(word):
        if units and not _may_break(units[-1][-1], cluster[0]):
            units[-1] += cluster
        else:
            units.append(cluster)
    return units


def _may_break(before: str, after: str) -> bool:
    if not (_ideographic(before) or _ideographic(after)):
        return False
    closes = unicodedata.category(after) in {"Pe", "Pf", "Po"} or after in _NEVER_FIRST
    opens = unicodedata.category(before) in {"Ps", "Pi"}
    return not closes and not opens


def _ideographic(character: str) -> bool:
    wide = unicodedata.east_asian_width(character) in {"W", "F"}
    return wide and ord(character) not in _HANGUL


def _clipped(word: str, room: int) -> Iterator[str]:
    """A word too long for any line, cut between characters as readers see them."""
    part = ""
    for cluster in wcwidth.iter_graphemes(word):
        if part and columns(part) + columns(cluster) > room:
            yield part
            part = ""
        part += cluster
    yield part
