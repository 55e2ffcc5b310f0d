"""Two pages beside each other."""

import pytest
from PIL import Image

from digest.bundle.regions import Box
from digest.bundle.spread import COME, GAP, GONE, GROUND, NOTHING, Side, spread

WHITE = Image.new("RGB", (60, 80), "white")
BLACK = Image.new("RGB", (60, 80), "black")
RIGHT = 60 + 2 * GAP


def _hex(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def test_the_earlier_page_is_left_of_the_later_one() -> None:
    sheet = spread(Side(BLACK), Side(WHITE))

    assert sheet.size == (2 * 60 + 3 * GAP, 80 + 2 * GAP)
    assert sheet.getpixel((GAP + 5, GAP + 5)) == (0, 0, 0)
    assert sheet.getpixel((RIGHT + 5, GAP + 5)) == (255, 255, 255)
    assert sheet.getpixel((0, 0)) == _hex(GROUND)


def test_a_page_that_is_not_there_leaves_its_place_empty() -> None:
    left, right = spread(Side(None), Side(WHITE)), spread(Side(WHITE), Side(None))

    assert left.getpixel((GAP + 5, GAP + 5)) == _hex(NOTHING)
    assert right.getpixel((RIGHT + 5, GAP + 5)) == _hex(NOTHING)
    assert left.size == right.size


def test_a_region_is_tinted_and_outlined_on_its_own_page() -> None:
    sheet = spread(Side(WHITE, (Box(0, 0, 20, 20),)), Side(WHITE, (Box(30, 30, 40, 40),)))

    assert sheet.getpixel((GAP, GAP)) == _hex(GONE.line)
    assert sheet.getpixel((GAP + 10, GAP + 10)) == _hex(GONE.tint)
    assert sheet.getpixel((GAP + 20, GAP + 10)) == (255, 255, 255)
    assert sheet.getpixel((RIGHT + 30, GAP + 39)) == _hex(COME.line)
    assert sheet.getpixel((RIGHT + 35, GAP + 35)) == _hex(COME.tint)
    assert WHITE.getcolors() == [(60 * 80, (255, 255, 255))]


def test_what_stands_in_a_region_can_be_read() -> None:
    sheet = spread(Side(BLACK, (Box(0, 0, 20, 20),)), Side(None))

    assert sheet.getpixel((GAP + 10, GAP + 10)) == (0, 0, 0)


@pytest.mark.parametrize("box", [Box(-5, -5, 500, 500), Box(70, 90, 80, 95), Box(9, 9, 9, 20)])
def test_a_region_beyond_the_page_marks_nothing_outside(box: Box) -> None:
    sheet = spread(Side(WHITE, (box,)), Side(WHITE))

    edge = sheet.crop((0, 0, sheet.width, GAP))
    assert edge.getcolors() == [(sheet.width * GAP, _hex(GROUND))]
    assert sheet.getpixel((RIGHT, GAP)) == (255, 255, 255)


def test_neither_page_is_no_spread() -> None:
    with pytest.raises(ValueError, match="needs a page"):
        spread(Side(None), Side(None))
