"""Which code points a text may hold."""

import sys
import unicodedata

import pytest

from digest.content.characters import (
    blank,
    closed,
    described,
    forbidden,
    paired,
    remedy,
    unified,
    without_forbidden,
)


@pytest.mark.parametrize(
    ("character", "kind"),
    [
        ("\x00", "U+0000 (a control character)"),
        ("\x1b", "U+001B (a control character)"),
        ("\x7f", "U+007F (a control character)"),
        ("\x85", "U+0085 (a control character)"),
        ("\ud800", "U+D800 (half of a surrogate pair)"),
        ("\udfff", "U+DFFF (half of a surrogate pair)"),
        ("\ufdd0", "U+FDD0 (a noncharacter)"),
        ("\uffff", "U+FFFF (a noncharacter)"),
        ("\U0001fffe", "U+1FFFE (a noncharacter)"),
        ("\ue000", "U+E000 (private use)"),
        ("\U0010fffd", "U+10FFFD (private use)"),
    ],
)
def test_what_no_channel_carries_is_refused_by_name(character: str, kind: str) -> None:
    assert forbidden(f"ab{character}c") == [(2, character)]
    assert described(character) == kind
    assert remedy(character)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "tab\tand\r\nline",
        "p < 0.05 & R&D ]]> {{7*7}} <script>",
        "nbsp\u00a0soft\u00adjoin\u200dmark\u200f",
        "👩\u200d🔬 無 ﬁ \u2028\u2029 \ufeff \ufffd",
        "🏴\U000e0067\U000e0062\U000e007f",
    ],
)
def test_what_is_hostile_but_legal_stays(text: str) -> None:
    assert forbidden(text) == []
    assert without_forbidden(text) == (text, 0)


def test_exactly_four_kinds_of_code_points_are_refused() -> None:
    refused = {
        code for code in range(sys.maxunicode + 1) if forbidden(chr(code)) == [(0, chr(code))]
    }
    expected = {
        code
        for code in range(sys.maxunicode + 1)
        if (unicodedata.category(chr(code)) in {"Cc", "Cs", "Co"} and chr(code) not in "\t\n\r")
        or 0xFDD0 <= code <= 0xFDEF
        or code & 0xFFFE == 0xFFFE
    }

    assert refused == expected


def test_a_cleaned_text_has_as_many_characters_at_the_same_places() -> None:
    assert without_forbidden("a\x00b\ue000") == ("a\ufffdb\ufffd", 2)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("a\r\nb\rc\nd", "a\nb\nc\nd"),
        ("a\u2028b\u2029c", "a\nb\n\nc"),
        ("plain", "plain"),
        ("é\r", "é\n"),
    ],
)
def test_every_kind_of_line_end_is_a_line_feed(text: str, plain: str) -> None:
    assert unified(text) == plain


def test_escaped_surrogate_pairs_are_joined_and_lone_halves_stay() -> None:
    assert paired("\ud83d\ude00 \ud83d") == "😀 \ud83d"


@pytest.mark.parametrize(
    "text",
    [
        "",
        " \u3000\t\n",
        "\u200b\u200b",
        "\ufeff\u200c\u200d\u2060",
        "\u202e\u202c",
        "\u00ad",
        "\u3164",
        "\u2800",
        "\ufe0f",
        "\U000e0041\U000e007f",
    ],
)
def test_a_text_of_nothing_visible_is_blank(text: str) -> None:
    assert blank(text)


@pytest.mark.parametrize(
    "text", [".", "\u200ba", "\u0301", "\u0634", "\U0001f469\u200d\U0001f52c"]
)
def test_a_text_that_shows_anything_is_not_blank(text: str) -> None:
    assert not blank(text)


def test_every_character_without_a_mark_is_known() -> None:
    """Unicode's format characters but for the few that do show, such as the number sign."""
    shown = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
    signs = set(range(0x13430, 0x13440))  # they join hieroglyphs
    codes = {n for n in range(sys.maxunicode + 1) if unicodedata.category(chr(n)) == "Cf"}

    assert {n for n in codes if not blank(chr(n))} == shown | (signs & codes)


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("plain", "plain"),
        ("r\u202eab", "r\u202eab\u202c"),
        ("r\u202eab\u202c", "r\u202eab\u202c"),
        ("\u2067a\u202bb", "\u2067a\u202bb\u202c\u2069"),
        ("\u2067a\u202bb\u2069c", "\u2067a\u202bb\u2069c"),
        ("\u202aa\u2066b\u202cc", "\u202aa\u2066b\u202cc\u2069\u202c"),
        ("\u202ea\nb\u2066", "\u202ea\u202c\nb\u2066\u2069"),
        ("a\u202c\u2069b", "a\u202c\u2069b"),
    ],
)
def test_a_turn_of_direction_ends_with_its_line(text: str, whole: str) -> None:
    assert closed(text) == whole
    assert closed(whole) == whole
