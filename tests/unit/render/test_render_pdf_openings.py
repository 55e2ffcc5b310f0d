"""How print opens: the title page, the page that decides after it, and every chapter's first."""

import pytest

from digest.content.publication import Paper
from digest.edition.view import Digest
from digest.render.pdf import render
from digest.render.pdf.front import LARGE, SMALL, display, front
from digest.render.theme import Theme
from support.pdfs import laid_out, printed
from support.renderings import coast, digest_of
from support.synthetic import synthetic

#: Typesetting again what the tests of the engine have counted.
pytestmark = pytest.mark.no_cover

WORD = "embankment "


def _looking(digest: Digest, **look: object) -> Digest:
    return digest.model_copy(update={"look": digest.look.model_copy(update=look)})


def _pages(digest: Digest) -> list[list[str]]:
    """The lines of every page that hold something."""
    made = render(digest, Theme())
    assert made.problems == ()
    pages = laid_out(made.content).split("\f")
    return [[line for line in page.splitlines() if line.strip()] for page in pages]


def test_a_title_is_as_large_as_its_page_allows() -> None:
    assert display("Barriers and gates", poster=False) == LARGE
    assert display(WORD * 5, poster=False) == SMALL
    assert display(WORD * 5, poster=True) == LARGE
    assert display(WORD * 20, poster=True) == SMALL


def test_a_title_page_says_who_publishes_and_counts_nothing_that_is_not_there(
    pdftotext: str,
) -> None:
    assert pdftotext
    digest = _looking(coast(), cover=True)
    bare = _looking(digest_of(synthetic(1, 1), "executive"), cover=True)
    cover, without = ("\n".join(_pages(one)[0]) for one in (digest, bare))
    assert digest.masthead.publisher in cover
    assert digest.words.cross_source_patterns in cover
    assert digest.words.cross_source_patterns not in without


@pytest.mark.parametrize("title", [WORD * 6, WORD * 20, "無" * 60])
def test_the_page_after_it_says_the_title_again(title: str, pdftotext: str) -> None:
    assert pdftotext
    digest = _looking(coast(), cover=True)
    masthead = digest.masthead.model_copy(update={"title": title.strip()})
    cover, decides, *_ = _pages(digest.model_copy(update={"masthead": masthead}))
    first = title[:5]
    assert any(first in line for line in cover)
    assert any(first in line for line in decides[:3])


def test_a_logo_takes_no_room_from_what_decides() -> None:
    digest = coast()
    assert front(_looking(digest, logo="logo.svg")) == front(digest)


def test_a_running_head_names_what_goes_on_from_the_page_before(pdftotext: str) -> None:
    assert pdftotext
    words = coast("planner").words
    pages = laid_out(printed("planner").content).split("\f")
    heads = [next(line for line in page.splitlines() if line.strip()) for page in pages[1:4]]
    assert heads[0].strip() == words.patterns
    assert heads[1].split("  ")[0] == words.ledger
    assert heads[1].strip().endswith(words.record(2))
    assert heads[2].strip() == words.about


def test_no_term_of_several_stands_alone_on_a_page(pdftotext: str) -> None:
    assert pdftotext
    digest = _looking(coast("planner"), paper=Paper.LETTER)
    last = digest.glossary[-1].definition
    (page,) = [one for one in _pages(digest) if any(last in line for line in one)]
    assert any(digest.glossary[-2].definition in line for line in page)


@pytest.mark.parametrize("before", [1, 2, 3])
def test_no_line_of_a_paragraph_of_an_author_stands_alone_on_a_page(
    before: int, pdftotext: str
) -> None:
    """Paragraphs of three lines do not break; wherever the page ends it would break some."""
    assert pdftotext
    three_lines = "Paragraph says that the gate closes late and that silt lies at the sill, " * 2
    digest = digest_of(synthetic(1, 1), "executive")
    finding = "Short.\n" * before + f"{three_lines}\n" * 30 + "The end."
    entry = digest.entries[0].model_copy(update={"finding": finding})
    pages = _pages(digest.model_copy(update={"entries": (entry,)}))
    holding = [page for page in pages if any("Paragraph" in line for line in page)]
    assert len(holding) > 1
    assert {page[1].split()[0] for page in holding[1:]} == {"Paragraph"}
