"""Where two page pictures differ, and which pages of two documents belong together."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple

from PIL import Image, ImageChops, ImageFilter

#: How much a channel of a pixel may differ unseen, of 255: smoothing of type, not type.
_UNSEEN = 24

#: The side of a cell: what differs within so many pixels is one region.
_CELL = 8

#: Pages that share less of their words than this have nothing to do with each other.
_LITTLE = 0.2

#: How far apart in their documents pages are looked for, beside the difference in length.
_REACH = 24


class Box(NamedTuple):
    """A rectangle in pixels; right and lower are the first ones outside."""

    left: int
    upper: int
    right: int
    lower: int


class Pair(NamedTuple):
    """Two pages that belong together, or one without its like; they count from 1."""

    before: int | None
    after: int | None


def regions(before: Image.Image, after: Image.Image) -> tuple[Box, ...]:
    """The rectangles in which two pictures differ, from top to bottom; none overlaps another.

    Where one picture is larger, what is outside the other differs from white.
    """
    size = (max(before.width, after.width), max(before.height, after.height))
    difference = ImageChops.difference(_on_white(before, size), _on_white(after, size))
    bands = difference.split()
    mask = bands[0]
    for band in bands[1:]:
        mask = ImageChops.lighter(mask, band)
    mask = mask.point([0] * (_UNSEEN + 1) + [255] * (255 - _UNSEEN))
    return _boxes(mask, size)


def merged(boxes: Iterable[Box]) -> tuple[Box, ...]:
    """The boxes from top to bottom, those that overlap as one."""
    apart: list[Box] = []
    for box in boxes:
        whole = box
        while touching := [one for one in apart if _overlap(one, whole)]:
            apart = [one for one in apart if one not in touching]
            whole = _around([whole, *touching])
        apart.append(whole)
    return tuple(sorted(apart, key=lambda box: (box.upper, box.left)))


def align(before: Sequence[str], after: Sequence[str]) -> tuple[Pair, ...]:
    """Which pages belong together, by their texts, in reading order; every page once.

    Pages that share their words stay together where others were put between them; what is left
    on both sides of a gap is paired in order.
    """
    old, new = ([frozenset(text.split()) for text in side] for side in (before, after))
    found = [Pair(0, 0), *_kin(old, new), Pair(len(old) + 1, len(new) + 1)]
    return tuple(pair for last, pair in pairwise(found) for pair in _until(last, pair))[:-1]


def _on_white(picture: Image.Image, size: tuple[int, int]) -> Image.Image:
    if picture.size == size:
        return picture.convert("RGB")
    sheet = Image.new("RGB", size, "white")
    sheet.paste(picture, (0, 0))
    return sheet


def _boxes(mask: Image.Image, size: tuple[int, int]) -> tuple[Box, ...]:
    """The boxes around what is not black in a mask, each cell and its neighbours as one."""
    cells = mask.reduce(_CELL).point([0] + [255] * 255).filter(ImageFilter.MaxFilter(3))
    return merged(_pixels(box, size) for box in _connected(cells))


def _connected(cells: Image.Image) -> Iterator[Box]:
    """The boxes around cells that touch, in cells."""
    width = cells.width
    left = {divmod(at, width) for at, value in enumerate(cells.tobytes()) if value}
    while left:
        rows, columns = zip(*_blob(left), strict=True)
        yield Box(min(columns), min(rows), max(columns) + 1, max(rows) + 1)


def _blob(left: set[tuple[int, int]]) -> list[tuple[int, int]]:
    """A cell and all that hang together with it, taken out of the set."""
    found = [left.pop()]
    for row, column in found:
        for near in ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)):
            if near in left:
                left.remove(near)
                found.append(near)
    return found


def _pixels(box: Box, size: tuple[int, int]) -> Box:
    left, upper, right, lower = (edge * _CELL for edge in box)
    return Box(left, upper, min(right, size[0]), min(lower, size[1]))


def _overlap(one: Box, other: Box) -> bool:
    beside = one.right <= other.left or other.right <= one.left
    return not (beside or one.lower <= other.upper or other.lower <= one.upper)


def _around(boxes: Sequence[Box]) -> Box:
    left, upper, right, lower = zip(*boxes, strict=True)
    return Box(min(left), min(upper), max(right), max(lower))


def _kin(old: Sequence[frozenset[str]], new: Sequence[frozenset[str]]) -> list[Pair]:
    """The pages that share the most words, in the order of both documents."""
    reach = _REACH + abs(len(old) - len(new))
    table = [[0.0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for row, one in enumerate(old, start=1):
        for column, other in enumerate(new, start=1):
            near = abs(row - column) <= reach
            likeness = _likeness(one, other) if near else 0.0
            paired = table[row - 1][column - 1] + likeness
            table[row][column] = max(paired, table[row - 1][column], table[row][column - 1])
    return _path(table, len(old), len(new))


def _path(table: list[list[float]], row: int, column: int) -> list[Pair]:
    """The pairs that the last cell of the table counts."""
    found: list[Pair] = []
    while row and column:
        best = table[row][column]
        if best == table[row - 1][column]:
            row -= 1
        elif best == table[row][column - 1]:
            column -= 1
        else:
            found.append(Pair(row, column))
            row, column = row - 1, column - 1
    return found[::-1]


def _likeness(one: frozenset[str], other: frozenset[str]) -> float:
    """How many of their words two pages share, from 0 to 1; too few are none."""
    if not one and not other:
        return 1.0
    shared = 2 * len(one & other) / (len(one) + len(other))
    return shared if shared >= _LITTLE else 0.0


def _until(last: Pair, pair: Pair) -> Iterator[Pair]:
    """The pages after one pair up to the next, that one included."""
    gap = (_after(last.before, pair.before), _after(last.after, pair.after))
    yield from (Pair(*pages) for pages in zip_longest(*gap))
    yield pair


def _after(last: int | None, page: int | None) -> range:
    return range((last or 0) + 1, page or 0)
