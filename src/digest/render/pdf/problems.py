"""What a reader of the PDF would miss, as problems that name the text or file to mend."""

import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import BaseModel

from digest.edition.view import Detail, Digest, Entry, Labelled, PatternView
from digest.problems import Problem, Severity
from digest.render.pdf.characters import REPLACEMENT, UNSHOWABLE

#: Texts of templates and style sheets, by the path an author knows them under.
Sources = Mapping[str, str]

#: Blocks of characters and the Debian package that brings their glyphs, where it is not CORE.
_PACKAGES = (
    (0x1100, 0x11FF, "fonts-noto-cjk"),
    (0x2E80, 0x9FFF, "fonts-noto-cjk"),
    (0xA960, 0xA97F, "fonts-noto-cjk"),
    (0xAC00, 0xD7FF, "fonts-noto-cjk"),
    (0xF900, 0xFAFF, "fonts-noto-cjk"),
    (0xFE30, 0xFE4F, "fonts-noto-cjk"),
    (0xFF00, 0xFFEF, "fonts-noto-cjk"),
    (0x1F1E6, 0x1F1FF, "fonts-noto-color-emoji"),
    (0x1F300, 0x1F64F, "fonts-noto-color-emoji"),
    (0x1F680, 0x1F6FF, "fonts-noto-color-emoji"),
    (0x1F900, 0x1FAFF, "fonts-noto-color-emoji"),
    (0x20000, 0x3FFFF, "fonts-hanazono"),
)

CORE = "fonts-noto-core"

#: How many characters of a text a problem names.
_NAMED = 3


def refused(addresses: Iterable[str], base: str, sources: Sources) -> tuple[Problem, ...]:
    """A problem for every address the fetcher turned away, at the line that names it.

    `base` is the base of addresses: what stands below it is a file we do not have.
    """
    return tuple(_refused(url, base, sources) for url in dict.fromkeys(addresses))


def missing_glyphs(codepoints: Iterable[int], digest: Digest) -> tuple[Problem, ...]:
    """A problem for every text that holds characters without a glyph, by the package they need.

    A character that stands in no text of the digest has a problem without a place.
    """
    missing = {chr(code) for code in codepoints}
    found: dict[tuple[str | None, str], dict[str, None]] = {}
    for pointer, text in texts(digest) if missing else ():
        for one in sorted(missing.intersection(text)):
            found.setdefault((pointer, package(ord(one))), {})[one] = None
    placed = {one for characters in found.values() for one in characters}
    for one in sorted(missing - placed):
        found.setdefault((None, package(ord(one))), {})[one] = None
    return tuple(_missing(*place, list(characters)) for place, characters in found.items())


def unshowable(digest: Digest) -> tuple[Problem, ...]:
    """A warning for every text that holds a character no font can show."""
    found = ((pointer, UNSHOWABLE.search(text)) for pointer, text in texts(digest))
    return tuple(_replaced(match[0], pointer) for pointer, match in found if match)


def unlinked(addresses: Iterable[str], digest: Digest) -> tuple[Problem, ...]:
    """A warning for every link that lost its address because it was not safe."""
    places = {text: pointer for pointer, text in texts(digest)}
    return tuple(
        Problem(
            code="P010",
            severity=Severity.WARNING,
            message=f"a link to {address[:80]} was taken away; its text stays",
            pointer=places.get(address),
            hint="print links to https, http and mailto addresses only",
        )
        for address in dict.fromkeys(addresses)
    )


def unknown_family(name: str, known: Iterable[str]) -> Problem:
    """The problem of a font family that a style asks for and nobody has."""
    return Problem(
        code="P004",
        message=f'no font of the family "{name}" was found; another stands in for it',
        hint="use var(--serif) or var(--sans), or one of: " + ", ".join(sorted(known)),
    )


def package(codepoint: int) -> str:
    """The Debian package that most likely brings a glyph for a code point."""
    fitting = (name for start, end, name in _PACKAGES if start <= codepoint <= end)
    return next(fitting, CORE)


def texts(digest: Digest) -> Iterator[tuple[str, str]]:
    """Every text of a digest after its place, such as `record gate-times/finding`."""
    yield from _walk(digest, "")


def _walk(value: Any, at: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield at, value
    elif isinstance(value, BaseModel):
        base = _place(value, at)
        for field, inner in value:
            yield from _walk(inner, f"{base}/{field}" if base else field)
    elif isinstance(value, tuple):
        for inner in value:
            yield from _walk(inner, at)


def _place(value: BaseModel, at: str) -> str:
    if isinstance(value, Entry):
        return f"record {value.id}"
    if isinstance(value, PatternView):
        return f"pattern {value.id}"
    if isinstance(value, Labelled | Detail):
        return f"{at.partition('/')[0]}/{value.field}"
    return at


def _refused(url: str, base: str, sources: Sources) -> Problem:
    name = url.removeprefix(base)
    path, line = _line(name, sources)
    if name != url:
        return Problem(
            code="P002",
            message=f'the print edition has no file "{name}"',
            path=path,
            line=line,
            hint="print can show the publication's logo and pictures inside as data:",
        )
    return Problem(
        code="P001",
        message=f"refused to open {url}",
        path=path,
        line=line,
        hint="print opens no file and no connection; a PNG or JPEG may stand inside as data:",
    )


def _line(text: str, sources: Sources) -> tuple[str | None, int | None]:
    for path, source in sources.items():
        at = source.find(text)
        if at >= 0:
            return path, source.count("\n", 0, at) + 1
    return None, None


def _missing(pointer: str | None, needed: str, characters: list[str]) -> Problem:
    told = ", ".join(map(_name, characters[:_NAMED]))
    more = len(characters) - _NAMED
    return Problem(
        code="P005",
        message=f"no font has the character{'s' if characters[1:] else ''} {told}"
        + (f" and {more} more" if more > 0 else ""),
        pointer=pointer,
        hint=f"install the Debian package {needed}, or change the text; "
        "`digest doctor` tells which scripts have fonts",
    )


def _replaced(character: str, pointer: str) -> Problem:
    return Problem(
        code="P006",
        severity=Severity.WARNING,
        message=f"{_name(character)} cannot be printed; {REPLACEMENT} stands in for it",
        pointer=pointer,
        hint="take the character out of the text",
    )


def _name(character: str) -> str:
    return f"U+{ord(character):04X} {unicodedata.name(character, '')}".strip()
