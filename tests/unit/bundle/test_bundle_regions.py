"""Changed regions of page pictures, and pages that belong together."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from digest.bundle.regions import Box, Pair, align, regions

PAGE = (200, 300)
WORDS = ("gate", "silt", "pump", "level", "flood", "river", "sensor", "alarm", "board", "crew")


def _page(*spots: Box, size: tuple[int, int] = PAGE) -> Image.Image:
    page = Image.new("RGB", size, "white")
    for spot in spots:
        ImageDraw.Draw(page).rectangle((*spot[:2], spot.right - 1, spot.lower - 1), fill="black")
    return page


def _inside(inner: Box, outer: Box) -> bool:
    return (
        outer.left <= inner.left
        and outer.upper <= inner.upper
        and inner.right <= outer.right
        and inner.lower <= outer.lower
    )


def test_the_same_picture_has_no_changed_region() -> None:
    page = _page(Box(10, 10, 50, 20))

    assert regions(page, page.copy()) == ()


def test_two_changes_far_apart_are_two_regions_from_top_to_bottom() -> None:
    low, high = Box(20, 200, 60, 210), Box(100, 16, 140, 26)

    found = regions(_page(), _page(low, high))

    assert len(found) == 2
    assert _inside(high, found[0])
    assert _inside(low, found[1])
    assert all(box.right - box.left < 80 and box.lower - box.upper < 50 for box in found)


def test_words_of_a_line_are_one_region() -> None:
    line = [Box(left, 100, left + 20, 110) for left in (20, 46, 72)]

    found = regions(_page(*line), _page())

    assert len(found) == 1
    assert all(_inside(word, found[0]) for word in line)


def test_one_dark_pixel_is_seen_and_a_breath_of_grey_is_not() -> None:
    page, dotted, breathed = _page(), _page(), Image.new("RGB", PAGE, (240, 240, 240))
    dotted.putpixel((PAGE[0] - 1, PAGE[1] - 1), (200, 200, 200))

    assert [_inside(Box(199, 299, 200, 300), box) for box in regions(page, dotted)] == [True]
    assert regions(page, breathed) == ()


def test_a_change_of_colour_alone_is_seen() -> None:
    red, blue = (Image.new("RGB", (40, 40), colour) for colour in ("#ff0000", "#0000ff"))

    assert regions(red, blue) == (Box(0, 0, 40, 40),)


def test_what_is_outside_the_smaller_picture_differs_from_white() -> None:
    ink = Box(220, 10, 240, 20)

    found = regions(_page(), _page(ink, size=(260, 300)))

    assert len(found) == 1
    assert _inside(ink, found[0])


_PLACES = st.tuples(st.integers(0, 190), st.integers(0, 290))


@given(st.lists(_PLACES, max_size=6), st.lists(_PLACES, max_size=6))
def test_regions_hold_every_difference_and_do_not_overlap(
    first: list[tuple[int, int]], second: list[tuple[int, int]]
) -> None:
    before, after = (_page(*(Box(x, y, x + 9, y + 9) for x, y in one)) for one in (first, second))

    found = regions(before, after)

    assert regions(after, before) == found
    assert bool(found) == (before.tobytes() != after.tobytes())
    for box in found:
        before.paste("white", box)
        after.paste("white", box)
    assert before.tobytes() == after.tobytes()
    assert not any(_overlap(one, two) for one in found for two in found if one is not two)


def _overlap(one: Box, two: Box) -> bool:
    return (
        one.left < two.right
        and two.left < one.right
        and one.upper < two.lower
        and two.upper < one.lower
    )


def _text(*at: int) -> str:
    return " ".join(f"{WORDS[one]}-{n}" for one in at for n in range(9))


@pytest.mark.parametrize(
    ("before", "after", "pairs"),
    [
        ([1, 2, 3], [1, 2, 3], [(1, 1), (2, 2), (3, 3)]),
        ([1, 2, 3], [1, 9, 2, 3], [(1, 1), (None, 2), (2, 3), (3, 4)]),
        ([1, 2, 3], [2, 3], [(1, None), (2, 1), (3, 2)]),
        ([1, 2, 3], [1, 8, 3], [(1, 1), (2, 2), (3, 3)]),
        ([1], [7, 8], [(1, 1), (None, 2)]),
        ([], [1], [(None, 1)]),
        ([1], [], [(1, None)]),
        ([], [], []),
    ],
)
def test_pages_that_share_their_words_belong_together(
    before: list[int], after: list[int], pairs: list[tuple[int | None, int | None]]
) -> None:
    found = align([_text(one) for one in before], [_text(one) for one in after])

    assert found == tuple(Pair(*pair) for pair in pairs)


def test_pages_without_words_belong_together() -> None:
    assert align(["", _text(1)], ["", _text(1)]) == (Pair(1, 1), Pair(2, 2))


_DOCUMENT = st.lists(st.integers(0, 5).map(_text) | st.just(""), max_size=8)


@given(_DOCUMENT, _DOCUMENT)
def test_every_page_is_there_once_and_in_order(before: list[str], after: list[str]) -> None:
    found = align(before, after)

    assert _told([pair.before for pair in found]) == list(range(1, len(before) + 1))
    assert _told([pair.after for pair in found]) == list(range(1, len(after) + 1))


def _told(pages: Sequence[int | None]) -> list[int]:
    return [page for page in pages if page is not None]
