"""Headings measured before they are set: what is measured holds on the page."""

import pytest
from weasyprint import CSS, HTML
from weasyprint.formatting_structure.boxes import LineBox
from weasyprint.text.fonts import FontConfiguration

from digest.render.pdf import fonts
from digest.render.pdf.fetcher import BASE, ClosedFetcher
from digest.render.pdf.measure import HEADING, Ruler, even
from digest.render.theme import assets
from support.quick import quick_content
from support.synthetic import synthetic

#: The size of an entry's heading and the width of the text it stands over, in points.
SET = (15, 345)


def test_a_heading_of_one_line_is_left_alone() -> None:
    assert even("Closing times", *SET) is None


def test_lines_of_a_heading_become_about_equal() -> None:
    heading = "Closing times at one estuary gate went down by half in one very long winter"
    size, width = SET
    narrow = even(heading, size, width)
    assert narrow is not None
    assert narrow < 0.8 * width
    rule = Ruler(HEADING, size)
    assert rule.lines(heading, narrow) == rule.lines(heading, width)


@pytest.mark.parametrize("heading", ["遠隔操作による水門の閉鎖時間" * 4, "Шлюз закрыли " * 9])
def test_a_heading_in_another_face_is_left_alone(heading: str) -> None:
    assert even(heading, *SET) is None


def _titles() -> list[str]:
    """Titles that people wrote and titles that were drawn."""
    written = quick_content(assets("seeds")).records.values()
    return [one.title for one in (*written, *synthetic(50, 1).records.values())]


def _lines(html: str) -> list[int]:
    """The number of lines of each paragraph of a page, set in our faces."""
    machine, fetcher = FontConfiguration(), ClosedFetcher(fonts.assets())
    sheet = CSS(string=fonts.rules(), font_config=machine, url_fetcher=fetcher, base_url=BASE)
    document = HTML(string=html, url_fetcher=fetcher, base_url=BASE).render(
        stylesheets=[sheet], font_config=machine
    )
    boxes = document.pages[0]._page_box.descendants()  # noqa: SLF001  # no public way to the boxes
    paragraphs = (box for box in boxes if box.element_tag == "p" and hasattr(box, "children"))
    found = ([isinstance(one, LineBox) for one in box.children] for box in paragraphs)
    return [sum(lines) for lines in found if any(lines)]


def test_an_even_heading_takes_no_more_lines_than_a_full_one() -> None:
    size, width = SET
    style = f"@page {{ size: 500pt 9000pt }} p {{ width: {width}pt; font: 600 {size}pt "
    head = f"<html lang=en><style>{style}'Source Serif Pro Digest' }}</style>"
    titles = [title for title in _titles() if even(title, *SET)]
    full = "".join(f"<p>{title}</p>" for title in titles)
    narrow = "".join(
        f"<p style='max-width: {even(title, *SET)}pt'>{title}</p>" for title in titles
    )
    assert len(titles) > 20
    assert _lines(head + narrow) == _lines(head + full)
