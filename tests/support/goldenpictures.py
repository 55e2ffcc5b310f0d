"""Pictures of what a reader sees, held against those that were looked at and kept."""

import os
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageChops

from support.renderings import GOLDEN

#: The pixels of a picture from its top that are kept.
HEIGHT = 1500

#: Cells of so many pixels are compared by their mean, so that smoothing of letters is no matter.
CELL = 4

#: By how much a cell may differ in a channel, and how many of a thousand may differ more.
TOLERANCE = 28
STRAY = 2


def kept(name: str, made: bytes) -> Path:
    """The kept picture of that name; `UPDATE_GOLDEN=1` keeps what was made, to be looked at."""
    path = GOLDEN / "pictures" / f"{name}.png"
    if os.environ.get("UPDATE_GOLDEN") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        few = _top(made).quantize(64, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
        few.save(path, optimize=True)
    return path


def differing(path: Path, made: bytes) -> float:
    """How many of a thousand cells of a picture differ from the kept one's."""
    before, now = Image.open(path).convert("RGB"), _top(made)
    assert before.size == now.size
    apart = ImageChops.difference(before.reduce(CELL), now.reduce(CELL))
    red, green, blue = apart.split()
    worst = ImageChops.lighter(ImageChops.lighter(red, green), blue).histogram()
    return 1000 * sum(worst[TOLERANCE + 1 :]) / sum(worst)


def _top(made: bytes) -> Image.Image:
    picture = Image.open(BytesIO(made)).convert("RGB")
    return picture.crop((0, 0, picture.width, min(HEIGHT, picture.height)))
