"""The print editions of two bundles, page beside page."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from digest.bundle.appear import appearing
from digest.bundle.pages import Pages, pages, png
from digest.bundle.regions import Box, align, regions
from digest.bundle.spread import spread
from digest.bundle.world import writing
from digest.press.diff import Compared
from digest.press.sides import Part
from digest.render.channels import PDF
from digest.values import Frozen

#: Told after each pair of pages: how many are done, of how many, and whose they were.
Progress = Callable[[int, int, str], None]


class Sheet(Frozen):
    """Two pages that belong together and differ, or a page of one side alone.

    `file` is the picture of both; `regions` are left, upper, right, lower in pixels of a page.
    """

    role: str
    before: int | None
    after: int | None
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
                    sheets += _made(
                        sheet,
                        draft,
                        _drawn(old, pair.before, scale),
                        _drawn(new, pair.after, scale),
                    )
                    progress(at, len(aligned), one)
    return Shown(tuple(sheets), pairs)


def _opened(part: Part, role: str) -> AbstractContextManager[Pages]:
    return pages(part.prints[role], f"{part.edition}/{role}{PDF.suffix}")


def _texts(document: Pages) -> list[str]:
    return [document.text(number) for number in range(1, len(document) + 1)]


def _drawn(document: Pages, number: int | None, scale: float) -> Image.Image | None:
    return document.picture(number, scale=scale) if number else None


def _made(
    sheet: Sheet, folder: Path, before: Image.Image | None, after: Image.Image | None
) -> Iterator[Sheet]:
    """The sheet, its picture written; nothing for two pages that look alike."""
    boxes = regions(before, after) if before and after else ()
    if before and after and not boxes:
        return
    path = folder / sheet.file
    with writing(path):
        path.write_bytes(png(spread(before, after, boxes)))
    yield sheet.model_copy(update={"regions": boxes})
