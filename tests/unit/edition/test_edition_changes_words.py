"""Texts cut into words of any script, and two of them compared word by word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest.edition.changes.tokens import tokens
from digest.edition.changes.view import TextChange
from digest.edition.changes.words import change, spans
from support.calls import calls
from support.strategies import free, prose

MARKS = {"same": "{}", "removed": "[-{}-]", "added": "{{+{}+}}"}


def marked(before: str, after: str) -> str:
    return "".join(MARKS[span.kind].format(span.text) for span in spans(before, after))


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("Gates don’t close.", ["Gates", " ", "don’t", " ", "close", "."]),
        (
            "p<0.05, 1,250 at 3.7%",
            ["p", "<", "0.05", ",", "_", "1,250", "_", "at", "_", "3.7", "%"],
        ),
        ("水門は遅い", ["水", "門", "は", "遅", "い"]),
        ("คำ", ["คำ"]),
        ("हिन्दी में", ["हिन्दी", " ", "में"]),
        ("e\u0301tat 👩\u200d🔬👍🏽🇩🇪🇫🇷", ["e\u0301tat", " ", "👩\u200d🔬", "👍🏽", "🇩🇪", "🇫🇷"]),
        ("one\n\n two", ["one", "\n", "\n", " ", "two"]),
        ("مرحبا بالعالم", ["مرحبا", " ", "بالعالم"]),
        ("half-closed", ["half", "-", "closed"]),
        ("end.", ["end", "."]),
        ("", []),
    ],
)
def test_pieces_are_what_readers_see_as_words(text: str, pieces: list[str]) -> None:
    assert tokens(text) == [piece.replace("_", " ") for piece in pieces]


@given(free())
def test_pieces_make_up_the_text(text: str) -> None:
    assert "".join(tokens(text)) == text
    assert all(tokens(text))


@pytest.mark.parametrize(
    ("before", "after", "told"),
    [
        ("It will do.", "It will do.", "It will do."),
        ("NVIDIA will do.", "NVIDIA or the DOJ will do.", "NVIDIA {+or the DOJ +}will do."),
        ("Gates lose time.", "Gates lose time. Not all.", "Gates lose time.{+ Not all.+}"),
        ("It costs 0.05 a day.", "It costs 0.06 a day.", "It costs [-0.05-]{+0.06+} a day."),
        ("洪水の門は二年で", "洪水の門は三年で", "洪水の門は[-二-]{+三+}年で"),
        ("one\ntwo\nthree", "one\nnew\ntwo\nthree", "one\n{+new\n+}two\nthree"),
        ("silt  sinks", "silt sinks", "silt[-  -]{+ +}sinks"),
        ("", "new", "{+new+}"),
        ("old", "", "[-old-]"),
        ("", "", ""),
    ],
)
def test_what_changed_is_marked_word_by_word(before: str, after: str, told: str) -> None:
    assert marked(before, after) == told


def test_little_words_between_changes_are_part_of_the_change() -> None:
    before, after = "Flushing gates in winter helps much.", "Flushing pumps in summer helps much."

    assert marked(before, after) == ("Flushing [-gates in winter-]{+pumps in summer+} helps much.")


def test_texts_with_hardly_a_word_in_common_are_told_one_after_the_other() -> None:
    before, after = (
        "Who would notice first, and how soon?",
        "The way out and the way in, measured.",
    )

    assert marked(before, after) == f"[-{before}-]{{+{after}+}}"


_TEXTS = free() | prose() | st.text(st.sampled_from("ab \n水"), max_size=40)


@given(_TEXTS, _TEXTS)
def test_spans_rebuild_both_texts_to_the_letter(before: str, after: str) -> None:
    found = spans(before, after)

    assert "".join(span.text for span in found if span.kind != "added") == before
    assert "".join(span.text for span in found if span.kind != "removed") == after
    assert all(span.text for span in found)


@given(_TEXTS)
def test_a_text_does_not_differ_from_itself(text: str) -> None:
    assert {span.kind for span in spans(text, text)} <= {"same"}
    assert change("finding", "Finding", text, text) is None


@given(_TEXTS, _TEXTS)
def test_a_change_holds_both_texts_and_says_what_became_of_them(before: str, after: str) -> None:
    found = change("finding", "Finding", before, after)

    if before == after:
        assert found is None
        return
    assert isinstance(found, TextChange)
    assert (found.before, found.after) == (before, after)
    assert found.kind == ("added" if not before else "removed" if not after else "revised")


def test_nothing_and_an_empty_text_are_alike() -> None:
    assert change("why", "Why", None, "") is None


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("silt " * 20_000, "silt gate " * 20_000),
        ("a b c " * 8_000, "c b a " * 8_000),
        ("x" * 200_000, "y" * 200_000),
        ("無" * 30_000, "門" + "無" * 30_000 + "門"),
    ],
)
def test_very_long_texts_are_compared_soon(before: str, after: str) -> None:
    assert calls(lambda: spans(before, after)) < 40 * (len(before) + len(after))
