"""A drawing as a picture of pixels, for where drawings are not shown."""

from io import BytesIO

import resvg_py
from PIL import Image

from digest.content.svg.drawing import Drawing


def rastered(drawing: Drawing, size: tuple[int, int]) -> Image.Image:
    """The drawing in RGBA, `size` (width, height) pixels large; the same for the same drawing.

    It opens no file and no font: a drawing of ours names none.
    """
    width, height = size
    png = resvg_py.svg_to_bytes(
        svg_string=drawing.markup.decode(), width=width, height=height, skip_system_fonts=True
    )
    with Image.open(BytesIO(png), formats=("PNG",)) as picture:
        return picture.convert("RGBA")
