"""The text beside a link on its line, read back from what a page draws."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import pikepdf

from digest.checks.printed import Printed, links

#: A number after nothing but a leader.
_NUMBER = re.compile(r"[.\s]*?(\d+)\s*")

#: A pair of the table that turns glyphs into text.
_PAIR = re.compile(rb"<([0-9A-Fa-f]+)>\s*<([0-9A-Fa-f]+)>")

#: From the units a page is drawn in to points.
POINT = 0.75


class Run(NamedTuple):
    """A text drawn at a place, in points from the lower left corner of its page."""

    x: float
    y: float
    text: str


class Pointer(NamedTuple):
    """A link within the document, the page it leads to and the number printed beside it."""

    page: int
    name: str
    target: int
    printed: int


def pointers(pdf: Printed, *, until: int, mirrored: bool) -> Iterator[Pointer]:
    """The links with a page number beside them on the pages up to one.

    `mirrored` lines end at the left.
    """
    for number, page in enumerate(pdf.document.pages[:until], start=1):
        inner = [one for one in links(page) if "/Dest" in one]
        drawn = [*runs(page)] if inner else []
        for link in inner:
            name = str(link.Dest)
            if (printed := _beside(link, drawn, mirrored=mirrored)) is not None:
                yield Pointer(number, name, pdf.anchors.get(name, 0), printed)


def runs(page: Any) -> Iterator[Run]:
    """Every text of a page in the order it is drawn."""
    height = float(page.MediaBox[3])
    fonts = page.Resources.get("/Font", {})
    tables: dict[str, dict[int, str]] = {}
    place, font = (0.0, 0.0), ""
    drawn: Any = pikepdf.parse_content_stream(page, "Tm Tf TJ")
    for operands, operator in drawn:
        kind = str(operator)
        if kind == "Tm":
            place = (float(operands[4]) * POINT, height - float(operands[5]) * POINT)
        elif kind == "Tf":
            font = str(operands[0])
            if font not in tables:
                tables[font] = _table(fonts[font])
        else:
            yield Run(*place, "".join(_decoded(operands[0], tables[font])))


def _beside(link: Any, drawn: list[Run], *, mirrored: bool) -> int | None:
    left, top, right, foot = (float(edge) for edge in link.Rect)
    low, high = min(top, foot), max(top, foot)
    line = [run for run in drawn if low <= run.y <= high]
    ahead = [run for run in line if (run.x < left - 1 if mirrored else run.x > right - 1)]
    found = _NUMBER.fullmatch("".join(run.text for run in sorted(ahead)))
    return int(found[1]) if found else None


def _decoded(parts: Any, table: dict[int, str]) -> Iterator[str]:
    for part in parts:
        if isinstance(part, pikepdf.String):
            glyphs = bytes(part)
            for at in range(0, len(glyphs), 2):
                yield table.get(int.from_bytes(glyphs[at : at + 2], "big"), "")


def _table(font: Any) -> dict[int, str]:
    stream = font.get("/ToUnicode")
    pairs = _PAIR.findall(bytes(stream.read_bytes())) if stream is not None else ()
    return {
        int(code, 16): bytes.fromhex(text.decode()).decode("utf-16-be") for code, text in pairs
    }
