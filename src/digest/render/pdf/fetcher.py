"""A closed fetcher: it serves what was registered and small pictures, and opens nothing."""

import base64
import binascii
import warnings
from collections.abc import Mapping
from io import BytesIO
from urllib.parse import unquote, unquote_to_bytes

from PIL import Image
from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse

from digest.content.pictures import PIXELS

#: The base of every address; it exists nowhere, so that no path can leak into the PDF.
BASE = "https://digest.invalid/"

#: The pictures a `data:` address may hold, and how such a file begins.
PICTURES = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff"}

LIMIT = 2_000_000
SHOWN = 120


class ClosedFetcher(URLFetcher):  # type: ignore[misc]  # WeasyPrint brings no types
    """Serves `assets` (media type and bytes by name) below `BASE`; anything else ends the render.

    `refused` records every address that was turned away: inside a picture WeasyPrint carries on
    after a refusal, so whoever renders has to look here too.
    """

    def __init__(self, assets: Mapping[str, tuple[str, bytes]]) -> None:
        super().__init__(allowed_protocols=(), allow_redirects=False, fail_on_errors=True)
        self._assets = dict(assets)
        self.refused: list[str] = []

    def fetch(self, url: str, headers: object = None) -> URLFetcherResponse:
        """The registered bytes or the picture behind an address.

        Raises `FatalURLFetchingError`, which is no `Exception`, for everything else.
        """
        del headers
        found = self._assets.get(unquote(url.removeprefix(BASE))) if url.startswith(BASE) else None
        found = found or picture(url)
        if found is None:
            self.refused.append(url[:SHOWN])
            raise FatalURLFetchingError(f"refused: {url[:SHOWN]}")
        media_type, content = found
        return URLFetcherResponse(url, content, {"Content-Type": media_type})


def picture(url: str) -> tuple[str, bytes] | None:
    """Media type and bytes of a `data:` address that holds a PNG or JPEG, else None."""
    if url[:5].lower() != "data:" or len(url) > LIMIT:
        return None
    head, _, body = url[5:].partition(",")
    media_type, *parameters = (part.strip().lower() for part in head.split(";"))
    content = _decoded(body, encoded="base64" in parameters)
    start = PICTURES.get(media_type)
    fits = start and content.startswith(start) and _bearable(content)
    return (media_type, content) if fits else None


def _bearable(content: bytes) -> bool:
    """Whether a picture has not more pixels than print needs; a broken one is told elsewhere."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of sizes that are refused here
            with Image.open(BytesIO(content)) as opened:
                return opened.width * opened.height <= PIXELS
    except Image.DecompressionBombError:
        return False
    except (OSError, ValueError, SyntaxError):
        return True


def _decoded(body: str, *, encoded: bool) -> bytes:
    raw = unquote_to_bytes(body)
    if not encoded:
        return raw
    try:
        return base64.b64decode(raw, validate=True)
    except binascii.Error:
        return b""
