"""What is mended in WeasyPrint: each mend has a page that goes wrong without it."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

import pydyf
import pytest
from weasyprint import HTML
from weasyprint.formatting_structure.boxes import LineBox
from weasyprint.layout import block

from digest.render.pdf.layout import check
from digest.render.pdf.mends import mended, trim

#: Typesetting again what the tests of the engine have counted.
pytestmark = pytest.mark.no_cover

#: A page of eight lines; every second line of `WORDS` ends amid a word.
STYLE = """
@page { size: 260px 200px; margin: 20px }
body { margin: 0; font: 10px/20px serif; hyphens: auto; orphans: 2; widows: 2 }
p { margin: 0; width: 90px }
"""
WORDS = "responsibility telecommunication misinterpretation environmental organization " * 6

#: Four lines of which the second ends amid a word.
PARTED = "a telecommunication misinterpretation responsibility environmental"


def _laid_out(body: str, *, mend: bool) -> Any:
    with mended() if mend else nullcontext():
        return HTML(string=f"<html lang=en><style>{STYLE}</style>{body}").render()


def _codes(body: str, *, mend: bool) -> set[str]:
    return {one.code for one in check(_laid_out(body, mend=mend))}


@pytest.mark.parametrize("above", range(8))
def test_no_word_goes_on_overleaf(above: int) -> None:
    body = "<p>x</p>" * above + f"<p>{WORDS}</p>"
    assert "P027" not in _codes(body, mend=True)


@pytest.mark.parametrize(("more", "kept"), [("", 0), ("a " * 24, 2)])
def test_nor_does_one_before_a_block_that_stays_with_its_like(more: str, kept: int) -> None:
    above = "<p>x</p>" * (4 if not more else 1)
    body = f"{above}<p>{more}{PARTED}</p><p style='break-before: avoid'>y</p>"
    assert "P027" in _codes(body, mend=False)
    assert "P027" not in _codes(body, mend=True)
    first, second = (_texts(page) for page in _laid_out(body, mend=True).pages)
    assert len(first) == above.count("x") + kept
    assert second[-1] == "y"


def test_a_word_that_goes_on_overleaf_is_seen() -> None:
    bodies = ["<p>x</p>" * above + f"<p>{WORDS}</p>" for above in range(8)]
    assert any("P027" in _codes(body, mend=False) for body in bodies)


def test_every_word_is_there_once_wherever_a_page_ends() -> None:
    for above in range(8):
        document = _laid_out("<p>x</p>" * above + f"<p>{WORDS}</p>", mend=True)
        assert _words(document) == "x" * above + "".join(WORDS.split())


def test_a_paragraph_with_no_line_to_spare_goes_overleaf_as_a_whole() -> None:
    body = "<p>x</p>" * 6 + f"<p>{PARTED}</p>"
    assert _texts(_laid_out(body, mend=False).pages[0])[-1].endswith("\u2010")
    assert _texts(_laid_out(body, mend=True).pages[0]) == ["x"] * 6


def _words(document: Any) -> str:
    texts = (text for page in document.pages for text in _texts(page))
    return "".join(texts).replace("\u2010", "").replace(" ", "")


def _texts(page: Any) -> list[str]:
    return [part.text for part in page._page_box.descendants() if hasattr(part, "text")]  # noqa: SLF001  # no public way to the boxes


@pytest.mark.parametrize("label", ["", "<b style='position: absolute'>Label</b>"])
def test_a_rule_ends_with_the_last_line_before_a_page(label: str) -> None:
    rule = "position: relative; border-left: 2px solid; orphans: 3; widows: 7"
    words = f"<p class=takeaway style='{rule}'>{label}{WORDS[:160]}</p>"
    document = _laid_out("<p>x</p>" * 2 + words, mend=True)
    trim(document)
    first = _ruled(document.pages[0])
    *_, line = (one for one in first.descendants() if isinstance(one, LineBox))
    assert first.position_y + first.border_height() == line.position_y + line.height
    assert line.position_y + line.height < 180


def _ruled(page: Any) -> Any:
    boxes = page._page_box.descendants()  # noqa: SLF001  # no public way to the boxes
    return next(one for one in boxes if one.element_tag == "p" and one.element.get("class"))


def test_references_of_pages_are_made_anew_for_new_pages_alone() -> None:
    with mended():
        pdf = pydyf.PDF()
        pdf.add_page(pydyf.Dictionary())
        once, again = pdf.page_references, pdf.page_references
        assert once is again
        pdf.add_page(pydyf.Dictionary())
        mended_references = pdf.page_references
    assert mended_references == pdf.page_references
    assert len(mended_references) == 2


@contextmanager
def _failing() -> Iterator[None]:
    with pytest.raises(KeyError), mended():
        raise KeyError
    yield


def test_what_was_mended_is_given_back_whatever_happens() -> None:
    before = (vars(pydyf.PDF)["page_references"], vars(block)["_linebox_layout"])
    with _failing():
        assert (vars(pydyf.PDF)["page_references"], vars(block)["_linebox_layout"]) == before
