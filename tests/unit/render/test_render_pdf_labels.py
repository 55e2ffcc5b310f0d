"""Labels of any length and script keep their own place in the margin."""

from functools import cache

import pytest

from digest.content.loading import load
from digest.edition.view import Digest
from digest.render.pdf import render
from digest.render.pdf.measure import label_lines
from digest.render.theme import Theme
from support.renderings import coast, digest_of
from support.samples import DATA

#: Typesetting again what the tests of the engine have counted.
pytestmark = pytest.mark.no_cover

LATIN = "What this means for people who work in maintenance and repair of gates and weirs "
WORD = "Donaudampfschifffahrtsgesellschaftskapitaen"
HAN = "这些证据会改变日常工作的哪些做法、流程和责任、以及（例如）“夜间”的值班安排与演练"
HINDI = "यह साक्ष्य रोज़मर्रा के काम में क्या बदलते हैं और किसके लिए यह महत्वपूर्ण है "
ARABIC = "ما الذي تغيّره الأدلة في العمل اليومي للشبكة ومن المسؤول عن قراءتها وكيف "


@cache
def _digest(folder: str) -> Digest:
    content = load(DATA / "languages" / folder).content
    assert content
    return digest_of(content, content.publication.roles[1].id)


def _labelled(digest: Digest, label: str) -> Digest:
    """The digest with a short text under that label in its first entry."""
    first, *rest = digest.entries
    limits = first.limitations.model_copy(update={"label": label, "text": "-"})
    marked = first.model_copy(update={"limitations": limits})
    return digest.model_copy(update={"entries": (marked, *rest)})


@pytest.mark.parametrize(
    ("digest", "label"),
    [
        (coast(), LATIN * 3),
        (coast(), WORD * 3),
        (_digest("zh"), HAN),
        (_digest("zh"), HAN * 3),
        (_digest("hi"), HINDI * 2),
        (_digest("ar"), ARABIC * 3),
    ],
    ids=["latin", "word", "han", "long han", "hindi", "arabic"],
)
def test_a_long_label_does_not_run_into_the_next(digest: Digest, label: str) -> None:
    assert [one.code for one in render(_labelled(digest, label), Theme()).problems] == []


def test_a_label_beyond_all_bounds_is_told() -> None:
    codes = [one.code for one in render(_labelled(coast(), LATIN * 8), Theme()).problems]
    assert "P024" in codes


@pytest.mark.parametrize(
    ("label", "lines"), [("", 0), ("Evidence", 1), ("M" * 60, 5), ("証" * 24, 3)]
)
def test_lines_of_a_label_are_counted_where_it_breaks(label: str, lines: int) -> None:
    assert label_lines(label) == lines
