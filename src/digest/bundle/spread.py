"""Two pages side by side, with the regions that changed marked on both."""

from collections.abc import Iterable

from PIL import Image, ImageDraw

from digest.bundle.regions import Box

#: Around and between the pages, in pixels.
GAP = 24

#: The ground the pages lie on, and a place where there is no page.
GROUND, NOTHING = "#d5d8dc", "#c3c7cc"

#: The frame around a changed region: dark enough on white, and told by its shape in grey too.
FRAME, THICK = "#b3261e", 3


def spread(
    before: Image.Image | None, after: Image.Image | None, regions: Iterable[Box] = ()
) -> Image.Image:
    """The earlier page to the left, the later one to the right; None is a page that is not there.

    Raises `ValueError` when there is neither.
    """
    there = [page for page in (before, after) if page]
    if not there:
        raise ValueError("a spread needs a page")
    width, height = max(page.width for page in there), max(page.height for page in there)
    sheet = Image.new("RGB", (2 * width + 3 * GAP, height + 2 * GAP), GROUND)
    boxes = tuple(regions)
    for page, left in ((before, GAP), (after, width + 2 * GAP)):
        if page is None:
            sheet.paste(NOTHING, (left, GAP, left + width, GAP + height))
        else:
            sheet.paste(page, (left, GAP))
            _mark(sheet, boxes, left, (left, GAP, left + width, GAP + height))
    return sheet


def _mark(
    sheet: Image.Image, boxes: Iterable[Box], left: int, frame: tuple[int, int, int, int]
) -> None:
    """Frames around the regions of a page, just outside them, but not beyond the page."""
    pen = ImageDraw.Draw(sheet)
    for box in boxes:
        around = (
            max(frame[0], box.left + left - THICK),
            max(frame[1], box.upper + GAP - THICK),
            min(frame[2], box.right + left + THICK) - 1,
            min(frame[3], box.lower + GAP + THICK) - 1,
        )
        pen.rectangle(around, outline=FRAME, width=THICK)
