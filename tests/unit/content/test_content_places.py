"""Lines, columns and pointers."""

import pytest

from digest.content.places import Loc, Span, Spot, nearest, pointer, printable, quoted, spot, spots


@pytest.mark.parametrize(
    ("offset", "place"),
    [(0, (1, 1)), (2, (1, 3)), (3, (2, 1)), (4, (2, 2)), (6, (4, 1)), (7, (4, 2))],
)
def test_lines_and_columns_count_characters_from_one(offset: int, place: tuple[int, int]) -> None:
    assert spot("aé\n🌊\n\nx", offset) == place


def test_many_offsets_are_found_in_one_walk_in_any_order() -> None:
    text = "one\ntwo\nthree"

    assert spots(text, [8, 0, 5, 5]) == {0: (1, 1), 5: (2, 2), 8: (3, 1)}


def test_a_text_may_begin_inside_a_file() -> None:
    text = "one\ntwo\nthree"

    assert spots(text, [5, 8], start=5, at=Spot(2, 2)) == {5: (2, 2), 8: (3, 1)}


def test_a_pointer_escapes_what_rfc_6901_escapes() -> None:
    assert pointer(()) == ""
    assert pointer(("a/b", 0, "m~n", "")) == "/a~1b/0/m~0n/"


def test_a_pointer_can_always_be_printed() -> None:
    said = pointer(("\x1b[31m\ud800\u202e", "k" * 500))

    assert said.encode().isascii() is False
    assert said.isprintable()
    assert len(said) < 120
    assert r"\u001b[31m\ud800\u202e" in said


def test_what_a_message_repeats_is_short_and_printable() -> None:
    assert quoted("Réader") == '"Réader"'
    assert printable("\U000f0000") == r"\U000f0000"
    assert printable("x" * 61) == "x" * 59 + "…"


def test_a_missing_location_is_found_at_its_closest_parent_without_that_ones_key() -> None:
    known: dict[Loc, Span] = {(): Span(Spot(1, 1)), ("a",): Span(Spot(2, 5), Spot(2, 1))}

    assert nearest(("a",), known) == known["a",]
    assert nearest(("a", 0, "b"), known) == Span(Spot(2, 5))
    assert nearest(("b",), known) == Span(Spot(1, 1))
    assert nearest(("b",), {}) is None
