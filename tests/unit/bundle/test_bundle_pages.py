"""Pages of a print edition as pictures and as text."""

from concurrent.futures import ThreadPoolExecutor
from io import BytesIO

import pytest
from PIL import Image

from digest.bundle.pages import LARGEST, pages, png
from digest.problems import DigestError
from support.pdfs import printed


def _drawn(number: int, scale: float = 0.5) -> bytes:
    with pages(printed().content, "engineer.pdf") as found:
        return png(found.picture(number, scale=scale))


def test_a_page_is_drawn_at_its_scale_on_white() -> None:
    with pages(printed().content, "engineer.pdf") as found:
        small, large = found.picture(1, scale=0.5), found.picture(1, scale=1)

    assert (small.mode, small.size) == ("RGB", (298, 421))
    assert large.size == (596, 842)
    assert small.getpixel((2, 2)) == (255, 255, 255)
    assert len(small.getcolors(1_000_000) or []) > 10


def test_every_page_has_its_own_text_and_picture() -> None:
    with pages(printed().content, "engineer.pdf") as found:
        texts = [found.text(number + 1) for number in range(len(found))]

    assert len(texts) == printed().pages
    assert "Barriers and gates" in texts[0]
    assert len(set(texts)) == len(texts)
    assert _drawn(1) != _drawn(2)


def test_a_picture_has_the_same_bytes_every_time_in_any_thread() -> None:
    with ThreadPoolExecutor(4) as threads:
        made = set(threads.map(_drawn, [1] * 8))

    assert len(made) == 1
    assert Image.open(BytesIO(made.pop())).info == {}


@pytest.mark.parametrize("number", [0, -1, 99])
def test_a_page_that_is_not_there(number: int) -> None:
    with pages(printed().content, "x.pdf") as found, pytest.raises(IndexError):
        found.picture(number)


@pytest.mark.parametrize("scale", [0, -1, LARGEST + 0.1, float("nan")])
def test_a_scale_that_draws_nothing_or_too_much(scale: float) -> None:
    with pages(printed().content, "x.pdf") as found, pytest.raises(ValueError, match="a scale is"):
        found.picture(1, scale=scale)


@pytest.mark.parametrize("content", [b"", b"no PDF", b"%PDF-1.7\n"])
def test_what_is_no_pdf_is_told_by_its_name(content: bytes) -> None:
    with pytest.raises(DigestError) as caught, pages(content, "engineer.pdf"):
        pass

    assert [(one.code, one.path) for one in caught.value.problems] == [("V005", "engineer.pdf")]
