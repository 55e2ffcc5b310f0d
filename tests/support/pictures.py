"""Small pictures, as files hold them."""

from io import BytesIO
from typing import Any

from PIL import Image

#: A colour and how opaque it is: a dark blue, half see-through.
FAINT = (11, 60, 80, 128)
BLUE = (11, 60, 80, 255)


def logo(
    *,
    mode: str = "RGB",
    size: tuple[int, int] = (60, 20),
    colour: int | tuple[int, ...] = 128,
    kind: str = "PNG",
    **options: Any,
) -> bytes:
    """A picture of one colour, encoded."""
    made = BytesIO()
    Image.new(mode, size, colour).save(made, kind, **options)
    return made.getvalue()
