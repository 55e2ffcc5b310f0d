"""The publication's logo: read from its folder, checked and encoded again."""

from io import BytesIO
from pathlib import Path

from PIL import Image

from digest.problems import DigestError, Problem

#: The kinds of picture a logo may be.
FORMATS = ("PNG", "JPEG")

#: More pixels than print needs for the width of a page.
PIXELS = 16_000_000

SUFFICIENT = 4_000_000


def assets(name: str | None, root: Path | None) -> dict[str, tuple[str, bytes]]:
    """Media type and bytes of the logo by its name; nothing when the publication has none.

    The picture is written anew as PNG, so that nothing but its pixels gets through. DigestError
    (P011) when the file is not inside the publication, no PNG or JPEG, or too large.
    """
    if not name:
        return {}
    return {name: ("image/png", _encoded(_content(name, root), name))}


def _content(name: str, root: Path | None) -> bytes:
    base = (root or Path()).resolve()
    path = (base / name).resolve()
    if root is None or not path.is_relative_to(base) or not path.is_file():
        raise _unusable(name, "there is no such file in the publication")
    if path.stat().st_size > SUFFICIENT:
        raise _unusable(name, f"the file has more than {SUFFICIENT} bytes")
    return path.read_bytes()


def _encoded(content: bytes, name: str) -> bytes:
    try:
        with Image.open(BytesIO(content), formats=FORMATS) as picture:
            if picture.width * picture.height > PIXELS:
                raise _unusable(name, f"the picture has more than {PIXELS} pixels")
            plain = picture.convert("RGBA" if picture.has_transparency_data else "RGB")
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        raise _unusable(name, "it is no PNG or JPEG that can be read") from error
    written = BytesIO()
    plain.save(written, "PNG")
    return written.getvalue()


def _unusable(name: str, why: str) -> DigestError:
    return DigestError(
        Problem(
            code="P011",
            message=f'the logo "{name}" cannot be printed: {why}',
            path="publication.yaml",
            pointer="/theme/logo",
            hint="use a PNG or JPEG file inside the publication",
        )
    )
