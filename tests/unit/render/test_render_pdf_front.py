import pytest

from digest.content.publication import Paper
from digest.edition.view import Digest
from digest.render.pdf import render
from digest.render.pdf.front import Detail, front
from digest.render.pdf.measure import Ruler
from digest.render.theme import Theme
from support.pdfs import laid_out
from support.renderings import coast

#: Typesetting again what the tests of the engine have counted.
pytestmark = pytest.mark.no_cover

SENTENCE = "Readings from a working gate put most of the loss at the sill and not at the hinge. "


def _with(patterns: int, *, summary: int = 1, paper: Paper = Paper.A4) -> Digest:
    """The coast digest with so many patterns and a summary of so many sentences."""
    digest = coast()
    (one,) = digest.patterns
    several = tuple(
        one.model_copy(update={"anchor": one.anchor + f"-{n}" * (n > 1), "number": n})
        for n in range(1, patterns + 1)
    )
    statistics = digest.statistics.model_copy(update={"patterns": patterns})
    look = digest.look.model_copy(update={"paper": paper})
    changes = {"patterns": several, "statistics": statistics, "look": look}
    return digest.model_copy(update={**changes, "summary": SENTENCE * summary})


@pytest.mark.parametrize(
    ("patterns", "detail"),
    [
        (0, Detail.FULL),
        (3, Detail.FULL),
        (5, Detail.BRIEF),
        (8, Detail.QUESTION),
        (12, Detail.TITLE),
    ],
)
def test_the_more_patterns_the_less_is_said_of_each(patterns: int, detail: Detail) -> None:
    made = front(_with(patterns))
    assert (made.detail, made.patterns) == (detail, patterns)


@pytest.mark.parametrize("patterns", [4, 9, 20])
def test_a_short_title_of_long_words_takes_its_lines(patterns: int) -> None:
    digest = _with(patterns, summary=4)
    words = ("Responsible embankments", "Telecommunication misinterpreted")
    for title in words:
        masthead = digest.masthead.model_copy(update={"title": title})
        made = render(digest.model_copy(update={"masthead": masthead}), Theme())
        assert "P025" not in {one.code for one in made.problems}


def test_patterns_beyond_the_page_are_left_to_their_chapter() -> None:
    made = front(_with(60))
    assert made.detail is Detail.TITLE
    assert 10 < made.patterns < 60


def test_entries_are_listed_where_there_is_room_and_no_contents() -> None:
    assert front(_with(1)).entries
    assert not front(_with(60)).entries
    assert not front(_with(1).model_copy(update={"entries": ()})).entries
    six = coast().entries * 2
    assert not front(_with(1).model_copy(update={"entries": six})).entries


def test_a_page_with_room_spreads_its_parts() -> None:
    assert front(_with(1)).ample
    assert not front(_with(4)).ample


@pytest.mark.parametrize(
    ("paper", "patterns", "summary"),
    [
        *((Paper.A4, *numbers) for numbers in ((1, 1), (2, 9), (3, 4), (5, 2), (12, 1))),
        *((Paper.LETTER, *numbers) for numbers in ((1, 1), (2, 9), (12, 1))),
        *(pytest.param(paper, 60, 2, marks=pytest.mark.full) for paper in Paper),
    ],
)
def test_the_page_that_decides_is_one_page(
    patterns: int, summary: int, paper: Paper, pdftotext: str
) -> None:
    assert pdftotext
    digest = _with(patterns, summary=summary, paper=paper)
    made = render(digest, Theme())
    pages = laid_out(made.content).split("\f")
    assert [one.code for one in made.problems if one.code == "P025"] == []
    assert digest.words.distrust in pages[0]
    assert digest.words.patterns in pages[1]


def test_each_pattern_stands_there_with_its_question_and_its_strength(pdftotext: str) -> None:
    assert pdftotext
    digest = coast()
    first = laid_out(render(digest, Theme()).content).split("\f")[0]
    for pattern in digest.patterns:
        assert pattern.title in first
        assert pattern.question in first
        assert pattern.strength.basis in first
    assert digest.words.distrust in first


def test_a_page_that_cannot_hold_its_summary_is_said_to_run_over() -> None:
    made = render(_with(1, summary=60), Theme())
    assert "P025" in {one.code for one in made.problems}


@pytest.mark.parametrize("paper", list(Paper))
def test_a_title_page_stands_before_the_page_that_decides(paper: Paper, pdftotext: str) -> None:
    assert pdftotext
    digest = _with(1, paper=paper)
    look = digest.look.model_copy(update={"cover": True})
    made = render(digest.model_copy(update={"look": look}), Theme())
    cover, decides, *_ = (" ".join(one.split()) for one in laid_out(made.content).split("\f"))
    assert made.problems == ()
    assert digest.masthead.title in cover
    assert digest.mail.preheader in cover
    assert digest.words.in_brief not in cover
    assert digest.words.in_brief in decides


def test_lines_are_counted_as_they_will_be_broken() -> None:
    rule = Ruler("SourceSerifPro-Regular.ttf", 10)
    assert rule.lines("", 100) == 0
    assert rule.lines("one", 100) == 1
    assert rule.lines("one\ntwo", 100) == 2
    assert rule.lines("word " * 40, 345) == 4
    assert rule.lines("無" * 40, 345) == 2
    assert rule.lines("w" * 100, 345) == 3
