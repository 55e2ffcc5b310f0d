"""Two pages beside each other."""

import pytest
from PIL import Image

from digest.bundle.regions import Box
from digest.bundle.spread import FRAME, GAP, GROUND, NOTHING, spread

WHITE = Image.new("RGB", (60, 80), "white")


def _hex(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour.removeprefix("#")))


def test_the_earlier_page_is_left_of_the_later_one() -> None:
    sheet = spread(Image.new("RGB", (60, 80), "black"), WHITE)

    assert sheet.size == (2 * 60 + 3 * GAP, 80 + 2 * GAP)
    assert sheet.getpixel((GAP + 5, GAP + 5)) == (0, 0, 0)
    assert sheet.getpixel((60 + 2 * GAP + 5, GAP + 5)) == (255, 255, 255)
    assert sheet.getpixel((0, 0)) == _hex(GROUND)


def test_a_page_that_is_not_there_leaves_its_place_empty() -> None:
    left, right = spread(None, WHITE), spread(WHITE, None)

    assert left.getpixel((GAP + 5, GAP + 5)) == _hex(NOTHING)
    assert right.getpixel((60 + 2 * GAP + 5, GAP + 5)) == _hex(NOTHING)
    assert left.size == right.size


def test_frames_stand_around_a_region_and_within_the_page() -> None:
    sheet = spread(WHITE, WHITE, [Box(0, 0, 20, 20)])

    assert sheet.getpixel((GAP, GAP)) == _hex(FRAME)
    assert sheet.getpixel((GAP - 1, GAP - 1)) == _hex(GROUND)
    assert sheet.getpixel((GAP + 10, GAP + 10)) == (255, 255, 255)
    assert sheet.getpixel((GAP + 21, GAP + 10)) == _hex(FRAME)


def test_neither_page_is_no_spread() -> None:
    with pytest.raises(ValueError, match="needs a page"):
        spread(None, None)
