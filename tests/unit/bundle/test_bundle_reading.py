"""Which words of two pages differ, and whether the others moved."""

import pytest

from digest.bundle.pages import Word, pages
from digest.bundle.reading import Reading, around, readings
from digest.bundle.regions import Box, Pair
from support.pdfs import printed

WIDTH, LINE = 30.0, 14.0


def _page(*lines: str, top: float = 100.0) -> tuple[Word, ...]:
    """A page with lines of words, each as wide as the others."""
    return tuple(
        Word(text, 50 + at * WIDTH, upper, 50 + at * WIDTH + WIDTH - 4, upper + LINE - 2)
        for number, line in enumerate(lines)
        for upper in [top + number * LINE]
        for at, text in enumerate(line.split())
    )


def reading(before: tuple[Word, ...], after: tuple[Word, ...]) -> Reading:
    """The reading of two documents of one page each."""
    [found] = readings([before], [after], [Pair(1, 1)])
    return found


def _texts(words: tuple[Word, ...]) -> list[str]:
    return [word.text for word in words]


def test_the_same_page_reads_alike() -> None:
    page = _page("gates lose time", "in winter")

    assert reading(page, page) == ((), (), False)


def test_words_that_one_page_has_alone() -> None:
    found = reading(_page("gates lose time", "in winter"), _page("gates gain time", "in winter"))

    assert _texts(found.before) == ["lose"]
    assert _texts(found.after) == ["gain"]
    assert not found.moved


def test_words_that_stay_have_moved_when_others_came_before_them() -> None:
    found = reading(_page("gates lose time"), _page("all gates lose time"))

    assert (found.before, _texts(found.after), found.moved) == ((), ["all"], True)


@pytest.mark.parametrize(("by", "moved"), [(0.4, False), (0.6, True)])
def test_a_breath_is_no_move(by: float, *, moved: bool) -> None:
    assert reading(_page("gates"), _page("gates", top=100 + by)).moved is moved


@pytest.mark.parametrize("hyphen", ["-", "\u2010", "\x02"])
def test_a_word_that_a_lines_end_breaks_is_the_same_word(hyphen: str) -> None:
    found = reading(_page("long maintenance"), _page(f"long mainte{hyphen}", "nance"))

    assert (found.before, found.after, found.moved) == ((), (), True)


def test_a_hyphen_within_a_line_breaks_nothing() -> None:
    found = reading(_page("pre- and post"), _page("pre and post"))

    assert (found.before, found.after) == ((), ())
    assert _texts(reading(_page("pre- and"), _page("preand")).before) == ["pre-", "and"]


def test_both_halves_of_a_broken_word_are_told() -> None:
    assert _texts(reading(_page("long mainte-", "nance"), _page("long")).before) == [
        "mainte-",
        "nance",
    ]


def test_what_went_over_to_the_next_page_has_moved_but_did_not_change() -> None:
    before = [_page("one two", "three four"), _page("five six")]
    after = [_page("zero one two"), _page("three four", "five six")]

    first, second = readings(before, after, [Pair(1, 1), Pair(2, 2)])

    assert (first.before, _texts(first.after), first.moved) == ((), ["zero"], True)
    assert (second.before, second.after, second.moved) == ((), (), True)


def test_a_page_that_was_put_in_between_is_told_as_a_whole() -> None:
    before = [_page("one two"), _page("three four")]
    after = [_page("one two"), _page("new here"), _page("three four")]

    found = readings(before, after, [Pair(1, 1), Pair(None, 2), Pair(2, 3)])

    assert [_texts(one.after) for one in found] == [[], ["new", "here"], []]
    assert [one.moved for one in found] == [False, False, False]


def test_long_documents_are_compared_page_by_page() -> None:
    leaf = _page(*("word " * 100 for _ in range(100)))
    before, after = [leaf, leaf, _page("end")], [leaf, leaf, _page("the end")]

    found = readings(before, after, [Pair(1, 1), Pair(2, 2), Pair(3, 3), Pair(None, 3)])

    assert [_texts(one.after) for one in found] == [[], [], ["the"], []]
    assert [one.moved for one in found] == [False, False, True, False]


def test_words_side_by_side_share_a_region() -> None:
    words = _page("gates lose time", "in winter")

    assert around(words[:3], 2) == (Box(92, 197, 280, 227),)
    assert len(around([words[0], words[2]], 2)) == 2
    assert len(around(words, 2)) == 1
    assert around([], 2) == ()


def test_the_words_of_a_printed_page_stand_where_they_are_drawn() -> None:
    with pages(printed().content, "engineer.pdf") as found:
        words = found.words(1)
        picture = found.picture(1, scale=2)

    assert {"Barriers", "gates"} <= set(_texts(words))
    for word in words[:40]:
        box = tuple(round(edge * 2) for edge in word[1:])
        inked = picture.crop((box[0], box[1], box[2], box[3])).convert("L")
        assert min(inked.tobytes()) < 200, word
