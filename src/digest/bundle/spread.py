"""Two pages side by side, with the regions that changed marked on both."""

from typing import NamedTuple

from PIL import Image, ImageChops, ImageDraw

from digest.bundle.regions import Box

#: Around and between the pages, in pixels.
GAP = 24

#: The ground the pages lie on, and a place where there is no page.
GROUND, NOTHING = "#d5d8dc", "#c3c7cc"


class Mark(NamedTuple):
    """How a region is marked: its tint, through which all can be read, and the line around it."""

    tint: str
    line: str


#: What went, on the earlier page, and what came, on the later one; the place tells them apart
#: where colours do not, and the line shows in grey.
GONE, COME = Mark("#fbdcd9", "#b3261e"), Mark("#d3efdc", "#1b6e3c")


class Side(NamedTuple):
    """A page, None when it is not there, and what to mark on it."""

    page: Image.Image | None
    regions: tuple[Box, ...] = ()


def spread(before: Side, after: Side) -> Image.Image:
    """The earlier page to the left, the later one to the right.

    Raises `ValueError` when there is neither.
    """
    there = [side.page for side in (before, after) if side.page]
    if not there:
        raise ValueError("a spread needs a page")
    width, height = max(page.width for page in there), max(page.height for page in there)
    sheet = Image.new("RGB", (2 * width + 3 * GAP, height + 2 * GAP), GROUND)
    for side, left, mark in ((before, GAP, GONE), (after, width + 2 * GAP, COME)):
        if side.page is None:
            sheet.paste(NOTHING, (left, GAP, left + width, GAP + height))
        else:
            sheet.paste(marked(side.page, side.regions, mark), (left, GAP))
    return sheet


def marked(page: Image.Image, regions: tuple[Box, ...], mark: Mark) -> Image.Image:
    """A copy of the page with its regions tinted and outlined, as far as they lie on it."""
    copy = page.copy()
    pen = ImageDraw.Draw(copy)
    for region in regions:
        box = _within(region, page)
        if box.left < box.right and box.upper < box.lower:
            part = copy.crop(box)
            copy.paste(ImageChops.multiply(part, Image.new("RGB", part.size, mark.tint)), box)
            pen.rectangle((box.left, box.upper, box.right - 1, box.lower - 1), outline=mark.line)
    return copy


def _within(box: Box, page: Image.Image) -> Box:
    return Box(
        max(0, box.left),
        max(0, box.upper),
        min(page.width, box.right),
        min(page.height, box.lower),
    )
