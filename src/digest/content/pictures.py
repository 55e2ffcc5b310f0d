"""Which pictures a publication may show: PNG and JPEG of a bearable size, turned into pixels."""

import struct
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO

from PIL import Image, ImageFile, ImageOps

#: The kinds of picture that every channel shows.
FORMATS = ("PNG", "JPEG")

#: How many bytes a picture may have, and how many pixels: more than print needs for a page.
LARGEST = 4_000_000
PIXELS = 16_000_000

#: What a decoder says about a file that is broken, or made to hurt.
_BROKEN = (
    OSError,
    ValueError,
    SyntaxError,
    EOFError,
    struct.error,
    Image.DecompressionBombError,
)


class UnfitPictureError(ValueError):
    """The bytes are no picture that can be shown; the message says why."""


def pixels(content: bytes) -> Image.Image:
    """The picture in RGB, or RGBA where it is transparent; upright, without anything beside.

    Raises `UnfitPictureError`.
    """
    try:
        with _strictly(), warnings.catch_warnings():
            # It warns of odd details beside the pixels, and of sizes we refuse ourselves.
            warnings.simplefilter("ignore")
            with Image.open(BytesIO(content), formats=FORMATS) as picture:
                _refuse_huge(picture)
                return _plain(picture)
    except UnfitPictureError:
        raise
    except _BROKEN as error:
        raise UnfitPictureError("it is no PNG or JPEG that can be read") from error


@contextmanager
def _strictly() -> Iterator[None]:
    """Half a picture is none, although WeasyPrint, once loaded, lets every decoder accept it."""
    before = ImageFile.LOAD_TRUNCATED_IMAGES
    ImageFile.LOAD_TRUNCATED_IMAGES = False
    try:
        yield
    finally:
        ImageFile.LOAD_TRUNCATED_IMAGES = before


def _refuse_huge(picture: Image.Image) -> None:
    count = picture.width * picture.height
    if count > PIXELS:
        raise UnfitPictureError(f"it has {count:,} pixels; at most {PIXELS:,} can be shown")


def _plain(picture: Image.Image) -> Image.Image:
    upright = ImageOps.exif_transpose(picture)
    if upright.mode.startswith("I"):  # 16 bits of grey, which a conversion would cut off at 255
        upright = upright.convert("I").point(lambda value: value / 256).convert("L")
    see_through = upright.has_transparency_data
    plain = upright.convert("RGBA" if see_through else "RGB")
    plain.info.clear()
    return plain
