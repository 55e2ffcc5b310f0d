import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest.render.wrap import columns, underlined, wrap
from support.strategies import free


def _naked(text: str) -> str:
    return "".join(text.split())


def test_a_line_holds_as_many_words_as_fit() -> None:
    assert wrap("one two three", width=7) == "one two\nthree"
    assert wrap("one two three", width=6) == "one\ntwo\nthree"


def test_the_first_prefix_hangs_the_rest() -> None:
    assert wrap("one two three", "- ", width=9) == "- one two\n  three"
    assert wrap("one two three", "1. ", "    ", width=10) == "1. one two\n    three"


def test_line_breaks_of_the_text_are_kept_under_the_hanging_indent() -> None:
    assert wrap("one\ntwo\n\nthree", "- ") == "- one\n  two\n\n  three"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", "\u2028", "\u2029", "\x85", "\x0b", "\x0c"])
def test_no_line_end_of_any_kind_reaches_the_edge(end: str) -> None:
    assert wrap(f"one{end}Limitations", "      ") == "      one\n      Limitations"


def test_runs_of_spaces_become_one_and_no_break_spaces_stay() -> None:
    assert wrap("  a \t b\u2003c  ") == "a b c"
    assert wrap("12\u00a0minutes 58", width=10) == "12\u00a0minutes\n58"


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/" + "a" * 90 + "?b=c&d=e-f",
        "http://example.org/x-y/z",
        "mailto:somebody-with-a-long-name@example.org",
        "(https://example.org/in/brackets),",
    ],
)
def test_an_address_is_never_broken(address: str) -> None:
    lines = wrap(f"see {address} for more", width=20).splitlines()
    assert lines == ["see", address, "for more"]


def test_a_word_too_long_for_any_line_is_cut() -> None:
    assert wrap("a" * 10, "  ", width=6) == "  aaaa\n  aaaa\n  aa"
    assert wrap("xy " + "a" * 9, width=6) == "xy\naaaaaa\naaa"


def test_hyphens_inside_a_word_do_not_break_it() -> None:
    assert wrap("a fault-tolerance test", width=16) == "a\nfault-tolerance\ntest"


@pytest.mark.parametrize("together", ["p < 0.05", "sill & hinge", "a = b + c", "p \u2264 0.05"])
def test_signs_stay_with_what_they_stand_between(together: str) -> None:
    for lead in range(60, 80):
        assert together in wrap("x" * (lead - 10) + " " * 3 + "y" * 5 + " " + together)


def test_many_signs_in_a_row_still_break() -> None:
    lines = wrap("< " * 100, width=20).splitlines()
    assert max(map(columns, lines)) <= 20
    assert _naked("".join(lines)) == "<" * 100


def test_wide_characters_take_two_columns_and_marks_none() -> None:
    assert columns("閉鎖") == 4
    assert columns("e\u0301") == 1
    assert columns("ｱ") == 1
    assert columns("👩\u200d🔬") == 2
    assert columns("שלום") == 4


def test_ideographs_break_anywhere_but_not_against_the_rules() -> None:
    text = "平均閉鎖時間は二冬で増えた。「排砂」後は元に戻った。"
    for width in range(8, 40):
        lines = wrap(text, width=width).splitlines()
        assert "".join(lines) == text
        for line in lines:
            assert columns(line) <= width
            assert line[0] not in "。、」"
            assert line[-1] != "「"


def test_hangul_breaks_between_words() -> None:
    assert wrap("닫힘 시간이", width=6) == "닫힘\n시간이"


def test_nothing_becomes_an_empty_line_without_blanks() -> None:
    assert wrap("") == ""
    assert wrap("  \n ", "   ") == ""


def test_a_heading_is_underlined_by_its_own_width() -> None:
    assert underlined("Ledger") == "Ledger\n------"
    assert underlined("閉鎖") == "閉鎖\n----"
    *_, last, line = underlined("A heading longer than a line can hold " * 3).splitlines()
    assert line == "-" * len(last)


@given(free(), st.sampled_from(["", "   ", "      - ", "12. "]))
def test_every_line_fits_and_no_character_is_lost(text: str, first: str) -> None:
    wrapped = wrap(text, first)
    for line in wrapped.splitlines():
        assert columns(line) <= 72 or "://" in line or "mailto:" in line.lower()
    assert _naked(wrapped) == _naked(first) + _naked(text)


@given(free())
def test_no_line_of_a_text_stands_where_structure_does(text: str) -> None:
    for line in wrap(text, "      ").split("\n"):
        assert line == "" or line.startswith("      ")
        assert not any(unicodedata.category(each) in {"Zl", "Zp", "Cc"} for each in line)
