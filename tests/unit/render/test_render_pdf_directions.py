"""Texts that run both ways keep the order of their words."""

import pypdfium2
import pytest

from digest.content.loading import load
from digest.edition.compose import compose
from digest.edition.view import Digest
from digest.render.pdf import render
from digest.render.pdf.directions import leftward, parts
from digest.render.theme import Theme
from support.renderings import coast
from support.samples import DATA

#: Typesetting again what the tests of the engine have counted.
pytestmark = pytest.mark.no_cover


@pytest.mark.parametrize(
    ("language", "found"),
    [("ar", True), ("he-IL", True), ("fa", True), ("ja", False), ("de", False)],
)
def test_lines_begin_where_the_language_begins_them(language: str, *, found: bool) -> None:
    assert leftward(language) is found


@pytest.mark.parametrize(
    ("text", "languages", "found"),
    [
        ("it fell (p < 0.05).", ("en", "en"), True),
        ("it fell (p < 0.05).", ("ar", "en"), False),
        ("it fell (p < 0.05).", ("en", "he"), False),
        ("it fell אבג דהו", ("en", "en"), False),
        ("it fell \u2067x\u2069", ("en", "en"), False),
        ("警報 71%", ("ja", "ja"), True),
    ],
)
def test_only_texts_of_one_direction_are_parted(
    text: str, languages: tuple[str, ...], *, found: bool
) -> None:
    assert parts(text, *languages) is found


def _beside(digest: Digest) -> set[tuple[str, str]]:
    """What is drawn left and right of every sign of comparison in the print edition.

    Pdfium turns such signs round in what it says of lines from right to left; places are as seen.
    """
    found = set()
    for page in pypdfium2.PdfDocument(render(digest, Theme()).content):
        text = page.get_textpage()
        signs = [
            (text.get_charbox(at), text.get_text_range(at, 1)) for at in range(text.count_chars())
        ]
        drawn = [(box, one) for box, one in signs if one.strip() and box[0] < box[2]]
        for box, one in drawn:
            if one in "<>":
                line = [(x[0], y) for x, y in drawn if x[1] < box[3] and x[3] > box[1]]
                left = max((pair for pair in line if pair[0] < box[0]), default=(0, ""))
                right = min((pair for pair in line if pair[0] > box[0]), default=(0, ""))
                found.add((left[1], right[1]))
    return found


@pytest.mark.parametrize("labels", ["ar", "de"])
def test_a_comparison_keeps_its_sides_amid_arabic(labels: str) -> None:
    content = load(DATA / "languages" / "ar").content
    assert content
    role = content.publication.role("tashghil")
    assert _beside(compose(content, content.newest(), role, labels)) == {("p", "0")}


def test_a_comparison_keeps_its_sides_amid_english() -> None:
    digest = coast()
    first = digest.entries[0].model_copy(update={"finding": "It fell (p < 0.05)."})
    changed = digest.model_copy(update={"entries": (first, *digest.entries[1:])})
    assert ("p", "0") in _beside(changed)
