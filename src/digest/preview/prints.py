"""Pictures of printed pages, drawn when somebody looks and kept for a while."""

from functools import lru_cache

from digest.bundle.pages import SCALE, pages, png
from digest.render.artifact import Artifact

#: How many pictures are kept.
KEPT = 24

#: Pixels a point for each zoom; fitted pages are sharp on fine screens too.
SCALES = {"fit": 2.0, "1": SCALE, "1.5": 1.5 * SCALE, "2": 2 * SCALE}


class Prints:
    """Draws pages and remembers the last ones."""

    def __init__(self) -> None:
        self._drawn = lru_cache(maxsize=KEPT)(_drawn)

    def page(self, file: Artifact, number: int, zoom: str) -> bytes:
        """A page of a PDF as PNG, pages counted from 1.

        Raises `IndexError` when there is no such page, `KeyError` for an unknown zoom.
        """
        return self._drawn(_Content(file), number, SCALES[zoom])


class _Content:
    """A file that is known by its hash."""

    def __init__(self, file: Artifact) -> None:
        self.file = file
        self._hash = file.sha256

    def __hash__(self) -> int:
        return hash(self._hash)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Content) and self._hash == other._hash


def _drawn(content: _Content, number: int, scale: float) -> bytes:
    with pages(content.file.content, content.file.path) as opened:
        return png(opened.picture(number, scale=scale))
