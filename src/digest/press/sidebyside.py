"""The print editions of two bundles, page beside page."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from digest.bundle.appear import appearing
from digest.bundle.pages import Pages, Word, pages, png
from digest.bundle.reading import Reading, around, readings
from digest.bundle.regions import Box, align, regions
from digest.bundle.spread import Side, spread
from digest.bundle.world import writing
from digest.press.diff import Compared
from digest.press.sides import Part
from digest.render.channels import PDF
from digest.values import Frozen

#: Told after each pair of pages: how many are done, of how many, and whose they were.
Progress = Callable[[int, int, str], None]


class Sheet(Frozen):
    """Two pages that belong together and differ, or a page of one side alone.

    `file` is the picture of both; the regions that changed on each are left, upper, right, lower
    in pixels of the page. A page that stands alone has none.
    """

    role: str
    before: int | None
    after: int | None
    regions_before: tuple[Box, ...] = ()
    regions: tuple[Box, ...] = ()
    file: str


class Shown(NamedTuple):
    """The pages that differ, and of how many pairs of each role they are."""

    sheets: tuple[Sheet, ...]
    pairs: dict[str, int]


def side_by_side(
    compared: Compared, into: Path, *, role: str | None, scale: float, progress: Progress
) -> Shown:
    """Write a picture of each pair of pages that differ into a new or empty folder.

    Compared are the print editions of the roles (of one, if named) that both bundles hold. All
    pictures are there in the end, or none. Raises `UsageError` (V007) for a folder that is not
    empty, `DigestError` (V005) for a print edition that cannot be drawn, `WorldError` (B010) when
    the disk refuses.
    """
    before, after = compared.before, compared.after
    both = [one for one in after.prints if one in before.prints and role in {None, one}]
    sheets: list[Sheet] = []
    pairs: dict[str, int] = {}
    with appearing(into) as draft:
        for one in both:
            with _opened(before, one) as old, _opened(after, one) as new:
                work = _Work(one, old, new, scale)
                pairs[one] = len(work.pairs)
                for at in range(len(work.pairs)):
                    sheets += work.sheet(at, draft)
                    progress(at + 1, len(work.pairs), one)
    return Shown(tuple(sheets), pairs)


class _Work:
    """The print editions of a role, their pages paired."""

    def __init__(self, role: str, old: Pages, new: Pages, scale: float) -> None:
        self._role, self._old, self._new, self._scale = role, old, new, scale
        self.pairs = align(_texts(old), _texts(new))
        self._words = readings(_words(old), _words(new), self.pairs)

    def sheet(self, at: int, folder: Path) -> Iterator[Sheet]:
        """The sheet of a pair, its picture written; nothing for pages with nothing to mark."""
        pair = self.pairs[at]
        before, after = _changed(
            _drawn(self._old, pair.before, self._scale),
            _drawn(self._new, pair.after, self._scale),
            self._words[at],
            self._scale,
        )
        if before.page and after.page and not (before.regions or after.regions):
            return
        path = folder / f"{self._role}-{at + 1:03}.png"
        with writing(path):
            path.write_bytes(png(spread(before, after)))
        yield Sheet(
            role=self._role,
            **pair._asdict(),
            regions_before=before.regions,
            regions=after.regions,
            file=path.name,
        )


def _opened(part: Part, role: str) -> AbstractContextManager[Pages]:
    return pages(part.prints[role], f"{part.edition}/{role}{PDF.suffix}")


def _texts(document: Pages) -> list[str]:
    return [document.text(number) for number in range(1, len(document) + 1)]


def _words(document: Pages) -> list[tuple[Word, ...]]:
    return [document.words(number) for number in range(1, len(document) + 1)]


def _changed(
    before: Image.Image | None, after: Image.Image | None, words: Reading, scale: float
) -> tuple[Side, Side]:
    """Both pages with what to mark on them; a page that stands alone has no marks."""
    boxes = regions(before, after) if before and after else ()
    if not boxes or not words.moved:
        return Side(before, boxes), Side(after, boxes)
    # Where the text moved, nearly every pixel differs: the words themselves say what changed.
    return Side(before, around(words.before, scale)), Side(after, around(words.after, scale))


def _drawn(document: Pages, number: int | None, scale: float) -> Image.Image | None:
    return document.picture(number, scale=scale) if number else None
