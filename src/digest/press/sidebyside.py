"""The print editions of two bundles, page beside page."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from digest.bundle.appear import appearing
from digest.bundle.facing import Facing
from digest.bundle.pages import Pages, pages, png
from digest.bundle.regions import Box
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
                facing = Facing(old, new, scale)
                pairs[one] = len(facing.pairs)
                for at in range(len(facing.pairs)):
                    sheets += _sheet(one, facing, at, draft)
                    progress(at + 1, len(facing.pairs), one)
    return Shown(tuple(sheets), pairs)


def _sheet(role: str, facing: Facing, at: int, folder: Path) -> Iterator[Sheet]:
    """The sheet of a pair, its picture written; nothing for pages with nothing to mark."""
    sides = facing.sides(at)
    if sides is None:
        return
    before, after = sides
    path = folder / f"{role}-{at + 1:03}.png"
    with writing(path):
        path.write_bytes(png(spread(before, after)))
    yield Sheet(
        role=role,
        **facing.pairs[at]._asdict(),
        regions_before=before.regions,
        regions=after.regions,
        file=path.name,
    )


def _opened(part: Part, role: str) -> AbstractContextManager[Pages]:
    return pages(part.prints[role], f"{part.edition}/{role}{PDF.suffix}")
