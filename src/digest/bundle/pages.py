"""The pages of a finished PDF as pictures and as text: the one door to PDFium."""

from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from threading import Lock
from typing import NamedTuple

import pypdfium2
from PIL import Image
from pypdfium2 import raw

from digest.problems import DigestError, Problem

#: Pixels a point: 1.5 is 108 a inch, enough to read by.
SCALE = 1.5

#: The largest scale; beyond, one page would fill the memory of a small machine.
LARGEST = 8.0

#: PDFium knows no threads: whoever calls it twice at a time ends the process.
_ONE_AT_A_TIME = Lock()


class Word(NamedTuple):
    """A word on a page and where it stands: in points, from the upper left corner."""

    text: str
    left: float
    upper: float
    right: float
    lower: float


class Pages:
    """An open PDF; pages count from 1."""

    def __init__(self, document: pypdfium2.PdfDocument) -> None:
        self._document = document

    def __len__(self) -> int:
        with _ONE_AT_A_TIME:
            return len(self._document)

    def picture(self, number: int, *, scale: float = SCALE) -> Image.Image:
        """A page on white in RGB, `scale` pixels a point; the same pixels every time.

        Raises `ValueError` for a scale that is not above 0 and at most `LARGEST`.
        """
        if not 0 < scale <= LARGEST:
            raise ValueError(f"a scale is above 0 and at most {LARGEST:g}, not {scale:g}")
        with _ONE_AT_A_TIME, self._page(number) as page:
            drawn = page.render(scale=scale, may_draw_forms=False, rev_byteorder=True)
            try:
                picture: Image.Image = drawn.to_pil()
                return picture.convert("RGB")
            finally:
                drawn.close()

    def text(self, number: int) -> str:
        """What stands on a page, in the order it was printed."""
        with _ONE_AT_A_TIME, self._page(number) as page:
            text = page.get_textpage()
            try:
                return str(text.get_text_bounded())
            finally:
                text.close()

    def words(self, number: int) -> tuple[Word, ...]:
        """The words of a page with their places, in the order they were printed."""
        with _ONE_AT_A_TIME, self._page(number) as page:
            text = page.get_textpage()
            try:
                return tuple(_words(text, page.get_height()))
            finally:
                text.close()

    @contextmanager
    def _page(self, number: int) -> Iterator[pypdfium2.PdfPage]:
        if not 1 <= number <= len(self._document):
            raise IndexError(f"there is no page {number}")
        page = self._document[number - 1]
        try:
            yield page
        finally:
            page.close()


@contextmanager
def pages(content: bytes, name: str) -> Iterator[Pages]:
    """The pages of a PDF by its bytes; `name` is what to call it.

    Raises `DigestError` (V005) when they are no PDF that can be drawn.
    """
    try:
        with _ONE_AT_A_TIME:
            document = pypdfium2.PdfDocument(content)
    except pypdfium2.PdfiumError as error:
        raise DigestError(
            Problem(
                code="V005",
                message=f"the pages of {name} cannot be drawn: it is no PDF that can be read",
                path=name,
                hint="build the edition again",
            )
        ) from error
    try:
        yield Pages(document)
    finally:
        with _ONE_AT_A_TIME:
            document.close()


def _words(text: pypdfium2.PdfTextPage, height: float) -> Iterator[Word]:
    """The runs of characters between white space; what PDFium adds itself has no place."""
    letters: list[str] = []
    boxes: list[tuple[float, float, float, float]] = []
    for at in range(text.count_chars()):
        letter = chr(raw.FPDFText_GetUnicode(text, at))
        if not letter.isspace():
            letters.append(letter)
            boxes.append(text.get_charbox(at, loose=True))
        elif letters:
            yield _word(letters, boxes, height)
            letters, boxes = [], []
    if letters:
        yield _word(letters, boxes, height)


def _word(
    letters: list[str], boxes: list[tuple[float, float, float, float]], height: float
) -> Word:
    left, bottom, right, top = zip(*boxes, strict=True)
    return Word("".join(letters), min(left), height - max(top), max(right), height - min(bottom))


def png(picture: Image.Image) -> bytes:
    """The picture as PNG, without a word of when or by whom; the same bytes every time."""
    made = BytesIO()
    picture.save(made, "PNG", compress_level=6)
    return made.getvalue()
