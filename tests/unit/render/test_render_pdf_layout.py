import pytest
from weasyprint import HTML

from digest.problems import Severity
from digest.render.pdf.layout import check, families

#: Typesetting again what the tests of the engine have counted.
pytestmark = pytest.mark.no_cover

PAGE = "<style>@page { size: 200px 200px; margin: 20px } body { margin: 0; font: 10px/20px serif }"


def _codes(body: str, css: str = "") -> list[str]:
    document = HTML(string=f"<html lang=en>{PAGE}{css}</style>{body}").render()
    found = check(document)
    assert all(one.severity is Severity.WARNING and one.pointer for one in found)
    return [one.code for one in found]


def test_pages_that_are_in_order_say_nothing() -> None:
    assert _codes("<h1>One</h1>" + "<p>text</p>" * 5, "h1, p { margin: 0; font-size: 10px }") == []


@pytest.mark.parametrize("last", ["<h3>Two</h3>", '<p class="introduces">Two</p>'])
def test_a_heading_at_the_foot_of_a_page_is_seen(last: str) -> None:
    css = "h3, p { margin: 0; font-size: 10px }"
    body = "<p>text</p>" * 7 + last + '<p style="break-before: page">more</p>' + "<p>x</p>" * 5
    assert _codes(body, css) == ["P020"]


def test_a_line_below_the_page_is_seen() -> None:
    body = '<p style="position: absolute; top: 155px">low</p>' + "<p>x</p>" * 6
    assert "P021" in _codes(body, "p { margin: 0 }")


def test_a_page_nobody_filled_is_seen() -> None:
    body = "<p>alone</p><p style='break-before: page'>x</p>" + "<p>y</p>" * 5
    assert _codes(body, "p { margin: 0 }") == ["P022"]


def test_a_chapter_may_end_where_it_ends_but_not_at_once() -> None:
    css = "p, h2 { margin: 0; font-size: 10px } h2 { break-before: page }"
    assert _codes("<p>a</p><h2>b</h2>" + "<p>c</p>" * 5, css) == []
    small = css + ".tiny { line-height: 7px }"
    assert _codes("<p class=tiny>a</p><h2>b</h2>" + "<p>c</p>" * 5, small) == ["P022"]


def test_a_line_beside_the_page_is_seen() -> None:
    css = "p { margin: 0; white-space: nowrap; line-height: 30px }"
    assert "P023" in _codes("<p>x</p>" * 4 + f"<p>{'wide ' * 20}</p>", css)


def test_labels_that_run_into_each_other_are_seen() -> None:
    css = (
        "p { margin: 0; padding-left: 60px; position: relative }"
        ".label { position: absolute; left: 0; width: 50px }"
    )
    long = "<p><b class=label>a label of many words</b> text</p>"
    short = "<p><b class=label>short</b> text</p>"
    assert "P024" in _codes(long + short * 6, css)
    assert "P024" not in _codes(short * 7, css)


def test_the_families_of_every_text_are_named_once() -> None:
    css = "p { font-family: Wanted, serif }"
    document = HTML(string=f"<html lang=en>{PAGE}{css}</style><p>a</p><h1>b</h1>").render()
    assert families(document) == {"Wanted", "serif"}
