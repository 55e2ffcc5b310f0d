"""The print editions of two bundles, page beside page."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from digest.bundle.appear import appearing
from digest.bundle.pages import Pages, pages, png
from digest.bundle.reading import around, reading
from digest.bundle.regions import Box, Pair, align, regions
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
                aligned = align(_texts(old), _texts(new))
                pairs[one] = len(aligned)
                for at, pair in enumerate(aligned, start=1):
                    sheet = Sheet(role=one, file=f"{one}-{at:03}.png", **pair._asdict())
                    sheets += _made(sheet, draft, *_changed(old, new, pair, scale))
                    progress(at, len(aligned), one)
    return Shown(tuple(sheets), pairs)


def _opened(part: Part, role: str) -> AbstractContextManager[Pages]:
    return pages(part.prints[role], f"{part.edition}/{role}{PDF.suffix}")


def _texts(document: Pages) -> list[str]:
    return [document.text(number) for number in range(1, len(document) + 1)]


def _changed(old: Pages, new: Pages, pair: Pair, scale: float) -> tuple[Side, Side]:
    """Both pages with what to mark on them."""
    before, after = _drawn(old, pair.before, scale), _drawn(new, pair.after, scale)
    if before is None or after is None or pair.before is None or pair.after is None:
        return Side(before), Side(after)
    boxes = regions(before, after)
    words = reading(old.words(pair.before), new.words(pair.after)) if boxes else None
    if words is None or not words.moved or not (words.before or words.after):
        return Side(before, boxes), Side(after, boxes)
    # Where the text moved, nearly every pixel differs: the words themselves say what changed.
    return Side(before, around(words.before, scale)), Side(after, around(words.after, scale))


def _drawn(document: Pages, number: int | None, scale: float) -> Image.Image | None:
    return document.picture(number, scale=scale) if number else None


def _made(sheet: Sheet, folder: Path, before: Side, after: Side) -> Iterator[Sheet]:
    """The sheet, its picture written; nothing for two pages that look alike."""
    both = before.page and after.page
    if both and not before.regions and not after.regions:
        return
    path = folder / sheet.file
    with writing(path):
        path.write_bytes(png(spread(before, after)))
    yield sheet.model_copy(update={"regions_before": before.regions, "regions": after.regions})
