"""The publication's logo, written anew: for paper as it is, for screens small and on a ground."""

import base64
import hashlib
from io import BytesIO
from pathlib import Path
from typing import NamedTuple

from PIL import Image

from digest.content.mailboxes import written
from digest.content.pictures import LARGEST, UnfitPictureError, pixels
from digest.content.svg.drawing import Drawing, drawing, is_drawing
from digest.content.svg.tree import UnfitDrawingError
from digest.edition.view import Digest
from digest.problems import DigestError, Problem
from digest.render.message import Enclosure
from digest.render.raster import rastered
from digest.render.style import Branded
from digest.values import Frozen

MEDIA_TYPE = "image/png"
DRAWING_TYPE = "image/svg+xml"

#: The most a logo takes on a screen, in CSS pixels: width and height.
BOX = (200, 44)

#: Pixels of the picture for one of the screen's.
DENSITY = 2


class Picture(Frozen):
    """A logo as a template shows it: `width` and `height` are CSS pixels.

    `backed` says that the picture was transparent and stands on the light scheme's paper now.
    """

    source: str
    width: int
    height: int
    backed: bool


class _Drawn(NamedTuple):
    """A logo for screens: PNG and how it is shown."""

    content: bytes
    size: tuple[int, int]
    backed: bool


def assets(name: str | None, root: Path | None) -> dict[str, tuple[str, bytes]]:
    """Media type and bytes of the whole logo by its name; nothing when there is none.

    A picture is written anew as PNG, a drawing as SVG, so that nothing but pixels or shapes gets
    through. DigestError (C064) when the file is not inside the publication, no picture or too
    large, with one C068 for every flaw of a drawing.
    """
    if not name:
        return {}
    found = _read(name, root)
    if isinstance(found, Drawing):
        return {name: (DRAWING_TYPE, found.markup)}
    return {name: (MEDIA_TYPE, _png(found))}


def inline(branded: Branded, root: Path | None, *, ground: str) -> Picture | None:
    """The logo as a page holds it, by a `data:` address, on `ground` (`#rrggbb`); None without.

    DigestError as `assets`.
    """
    if (drawn := _drawn(branded, root, ground)) is None:
        return None
    return _shown(drawn, f"data:{MEDIA_TYPE};base64,{base64.b64encode(drawn.content).decode()}")


def attached(digest: Digest, root: Path | None, *, ground: str) -> Picture | None:
    """The logo as a mail shows it, by the content id of what `enclosure` gives; None without."""
    if (drawn := _drawn(digest, root, ground)) is None:
        return None
    return _shown(drawn, f"cid:{_name(digest, drawn)}")


def enclosure(digest: Digest, root: Path | None, *, ground: str) -> Enclosure | None:
    """The logo as it travels with a mail; None when the publication has none."""
    if (drawn := _drawn(digest, root, ground)) is None:
        return None
    return Enclosure(name=_name(digest, drawn), media_type=MEDIA_TYPE, content=drawn.content)


def _drawn(branded: Branded, root: Path | None, ground: str) -> _Drawn | None:
    if not branded.look.logo:
        return None
    found = _read(branded.look.logo, root)
    if isinstance(found, Drawing):
        size = _fitting((found.width, found.height))
        fine = (DENSITY * size[0], DENSITY * size[1])
        picture = rastered(found, fine)
    else:
        picture, size = found, _fitting(found.size)
        fine = (min(DENSITY * size[0], found.width), min(DENSITY * size[1], found.height))
    backed = picture.mode == "RGBA" and any(picture.getchannel("A").histogram()[:255])
    plain = _on(ground, picture).resize(fine, Image.Resampling.LANCZOS)
    return _Drawn(_png(plain, small=True), size, backed)


def _fitting(size: tuple[float, float]) -> tuple[int, int]:
    """The size within `BOX` in the same proportion; nothing is enlarged."""
    scale = min([1.0, *(most / own for most, own in zip(BOX, size, strict=True))])
    return (max(1, round(size[0] * scale)), max(1, round(size[1] * scale)))


def _on(ground: str, picture: Image.Image) -> Image.Image:
    if picture.mode != "RGBA":
        return picture
    paper = Image.new("RGBA", picture.size, ground)
    return Image.alpha_composite(paper, picture).convert("RGB")


def _png(picture: Image.Image, *, small: bool = False) -> bytes:
    made = BytesIO()
    picture.save(made, "PNG", optimize=small)
    return made.getvalue()


def _shown(drawn: _Drawn, source: str) -> Picture:
    width, height = drawn.size
    return Picture(source=source, width=width, height=height, backed=drawn.backed)


def _name(digest: Digest, drawn: _Drawn) -> str:
    """A content id that no other picture has."""
    host = written(digest.mail.sender_address).rpartition("@")[2]
    return f"logo.{hashlib.sha256(drawn.content).hexdigest()[:16]}@{host}"


def _read(name: str, root: Path | None) -> Image.Image | Drawing:
    try:
        content = _content(name, root)
        return drawing(content) if is_drawing(content) else pixels(content)
    except UnfitDrawingError as error:
        raise DigestError(
            *(
                Problem(
                    code="C068",
                    message=f"the drawing {flaw.message}",
                    path=name,
                    line=flaw.line,
                    column=flaw.column,
                    hint=flaw.hint,
                )
                for flaw in error.flaws
            )
        ) from error
    except UnfitPictureError as error:
        raise DigestError(
            Problem(
                code="C064",
                message=f'the logo "{name}" cannot be shown: {error}',
                path="publication.yaml",
                pointer="/theme/logo",
                hint="use an SVG, PNG or JPEG file inside the publication",
            )
        ) from error


def _content(name: str, root: Path | None) -> bytes:
    base = (root or Path()).resolve()
    path = (base / name).resolve()
    if root is None or not path.is_relative_to(base) or not path.is_file():
        raise UnfitPictureError("there is no such file in the publication")
    if path.stat().st_size > LARGEST:
        raise UnfitPictureError(f"the file has more than {LARGEST:,} bytes")
    return path.read_bytes()
