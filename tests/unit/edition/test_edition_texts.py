import pytest

from digest.edition.texts import breakable, line, prose, sentences_within, shorten


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("one\r\ntwo", "one two"),
        ("one \t\n  two", "one two"),
        ("one\u2028two\x85three", "one two three"),
        ("  edges\n", "edges"),
        ("p\u00a0<  0.05", "p\u00a0<  0.05"),
    ],
)
def test_line_ends_and_tabs_become_one_space_and_other_spaces_stay(
    text: str, expected: str
) -> None:
    assert line(text) == expected


def test_prose_keeps_paragraphs_and_knows_one_line_end() -> None:
    assert prose("\none\r\n\r\ntwo\rthree\n") == "one\n\ntwo\nthree"


def test_an_address_is_printed_without_scheme_and_may_break_after_its_joints() -> None:
    printed = breakable("https://a-b.example.org/x?y=1&z_w=2")
    assert printed.split("\u200b") == [
        "a-", "b.", "example.", "org/", "x?", "y=", "1&", "z_", "w=", "2"
    ]  # fmt: skip


def test_an_address_does_not_break_inside_a_run_of_joints_or_after_its_end() -> None:
    assert breakable("HTTP://example.org/a--b/") == ("example.\u200borg/\u200ba--\u200bb/")


@pytest.mark.parametrize(
    ("text", "limit", "expected"),
    [
        ("short enough", 12, "short enough"),
        ("one two three", 12, "one two…"),
        ("one two, three", 12, "one two…"),
        ("one two three", 7, "one…"),
        ("one two three", 8, "one two…"),
        ("無理無理無理", 4, "無理無…"),
        ("Waldeinsamkeit", 10, None),
        ("Waldeinsamkeit ist", 10, None),
        ("- Waldeinsamkeit", 10, None),
    ],
)
def test_a_line_is_shortened_between_words_only(
    text: str, limit: int, expected: str | None
) -> None:
    assert shorten(text, limit) == expected


@pytest.mark.parametrize(
    ("limit", "expected"),
    [
        (13, ""),
        (14, "A gate closes."),
        (23, "A gate closes. Does it?"),
        (24, "A gate closes. Does it?"),
        (40, "A gate closes. Does it? Version 1.2 did."),
    ],
)
def test_whole_sentences_are_taken_while_they_fit(limit: int, expected: str) -> None:
    assert sentences_within("A gate closes. Does it? Version 1.2 did.", limit) == expected


def test_han_sentences_end_without_a_space() -> None:
    assert sentences_within("門は閉まる。遅い。", 7) == "門は閉まる。"
