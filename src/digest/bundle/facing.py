"""Two printed documents, page facing page: which pages differ, and where."""

from collections.abc import Callable, Iterator

from PIL import Image

from digest.bundle.pages import Pages, Word
from digest.bundle.reading import Reading, around, readings
from digest.bundle.regions import align, regions
from digest.bundle.spread import Side


class Facing:
    """The pages of two documents, paired by their words, at `scale` pixels a point.

    `step` is called before each page that is read or drawn; what it raises ends the work.
    """

    def __init__(
        self, before: Pages, after: Pages, scale: float, step: Callable[[], None] = lambda: None
    ) -> None:
        self._before, self._after, self._scale, self._step = before, after, scale, step
        self.pairs = align(self._texts(before), self._texts(after))
        self._words = readings(self._spoken(before), self._spoken(after), self.pairs)

    def sides(self, at: int) -> tuple[Side, Side] | None:
        """The pages of a pair with what to mark on them; None for pages that do not differ.

        A page that stands alone has no marks.
        """
        pair = self.pairs[at]
        before, after = _changed(
            self._drawn(self._before, pair.before),
            self._drawn(self._after, pair.after),
            self._words[at],
            self._scale,
        )
        alike = before.page and after.page and not (before.regions or after.regions)
        return None if alike else (before, after)

    def _texts(self, document: Pages) -> list[str]:
        return [document.text(number) for number in self._numbers(document)]

    def _spoken(self, document: Pages) -> list[tuple[Word, ...]]:
        return [document.words(number) for number in self._numbers(document)]

    def _numbers(self, document: Pages) -> Iterator[int]:
        for number in range(1, len(document) + 1):
            self._step()
            yield number

    def _drawn(self, document: Pages, number: int | None) -> Image.Image | None:
        self._step()
        return document.picture(number, scale=self._scale) if number else None


def _changed(
    before: Image.Image | None, after: Image.Image | None, words: Reading, scale: float
) -> tuple[Side, Side]:
    """Both pages with what to mark on them; a page that stands alone has no marks."""
    boxes = regions(before, after) if before and after else ()
    if not boxes or not words.moved:
        return Side(before, boxes), Side(after, boxes)
    # Where the text moved, nearly every pixel differs: the words themselves say what changed.
    return Side(before, around(words.before, scale)), Side(after, around(words.after, scale))
