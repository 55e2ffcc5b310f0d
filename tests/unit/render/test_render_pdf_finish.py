import pytest
from weasyprint import HTML

from digest.render.pdf.finish import VARIANT, finish
from support.pdfs import Read

# WeasyPrint drops the file of its colour profile without closing it.
pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning")

BODY = """<html lang="en"><title>A page</title>
<style>@page { @top-left { content: "running head" } }</style>
<h1>One</h1>
<p><a href="https://example.org/">an exam\u200bple</a></p>
<p><a href="https://example.org/2" title="said">x</a></p>
<table><thead><tr><th>a</th><th scope="col">b</th></tr></thead>
<tbody><tr><th scope="row">c</th><td>d</td></tr></tbody></table>
"""


def _made(*, finished: bool, body: str = BODY) -> Read:
    document = HTML(string=body).render(pdf_variant=VARIANT)
    return Read(document.write_pdf(pdf_variant=VARIANT, finisher=finish if finished else None))


def test_a_page_that_is_not_finished_is_told_from_one_that_is() -> None:
    assert _made(finished=True).faults == set()
    assert _made(finished=False).faults == {"no PDF/UA-1 claim", "header without scope"}


def test_a_page_without_tags_or_words_is_told_too() -> None:
    plain = Read(HTML(string="<p><a href='https://example.org/'>x</a>").write_pdf())
    assert {"no tags", "no language", "no PDF/A-3a claim", "no PDF/UA-1 claim"} <= plain.faults


def test_links_say_their_title_or_their_text_without_breaks() -> None:
    assert set(_made(finished=True).aims) == {"an example", "said"}


def test_header_cells_head_columns_unless_they_say_rows() -> None:
    read = _made(finished=True)
    scopes = [str(one.A.Scope) for one in read.structure("/TH")]
    assert sorted(scopes) == ["/Column", "/Column", "/Row"]


def test_a_running_head_is_an_artifact_and_the_text_is_not() -> None:
    before, after = _drawn(_made(finished=False)), _drawn(_made(finished=True))
    heads = before.count(b"/MCID") - after.count(b"/MCID")
    assert heads == 1
    assert (before.count(b"/Pagination"), after.count(b"/Pagination")) == (0, heads)


def _drawn(read: Read) -> bytes:
    return bytes(read.document.pages[0].Contents.read_bytes())


def test_no_marked_content_points_outside_the_tree() -> None:
    read = _made(finished=True)
    numbers = read.root.StructTreeRoot.ParentTree.Nums
    kids = [one for one in numbers[1] if one is not None]
    assert {one.objgen for one in kids} <= {one.objgen for one in read.elements()}
