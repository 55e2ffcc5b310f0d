"""The gate of print passes what is made and stops every PDF somebody broke."""

import io
from collections.abc import Callable
from functools import cache
from typing import Any

import pikepdf
import pytest
from weasyprint import HTML

from digest.checks.paper import unfit
from digest.checks.printed import Printed
from digest.checks.printlines import pointers, runs
from digest.checks.subject import Subject
from digest.checks.table import CHECKS
from digest.edition.view import Digest
from digest.problems import Severity
from digest.render.artifact import Artifact
from digest.render.data import data
from digest.render.pdf import render
from digest.render.theme import Theme
from support.builders import a_content, a_record
from support.many import many
from support.pdfs import printed
from support.quick import quick_content
from support.renderings import coast, digest_of
from support.samples import COAST

Break = Callable[[Any], None]


def _artifact(
    content: bytes, path: str = "engineer.pdf", kind: str = "application/pdf"
) -> Artifact:
    return Artifact(
        path=path, role="engineer", language="en", channel="x", media_type=kind, content=content
    )


def _codes(content: bytes, digest: Digest | None = None, *more: Artifact) -> list[str]:
    """The codes of what the gate says about a PDF of the coast publication."""
    corpus = a_content(a_record())
    made = (digest or coast(),)
    subject = Subject(corpus, corpus.newest(), made, (_artifact(content), *more))
    found = [*unfit(subject)]
    assert all(one.severity is Severity.ERROR and one.hint for one in found)
    return [one.code for one in found]


def _broken(how: Break) -> bytes:
    document = pikepdf.open(io.BytesIO(printed().content))
    how(document)
    written = io.BytesIO()
    document.save(written)
    return written.getvalue()


@cache
def _long() -> tuple[Digest, bytes]:
    content, _ = many(quick_content(COAST), 12)
    digest = digest_of(content, "executive").model_copy(update={"stem": "engineer"})
    return digest, render(digest, Theme()).content


def test_what_is_made_passes() -> None:
    file = _artifact(data(coast()), "engineer.json", "application/json")
    assert _codes(printed().content, coast(), file) == []


def test_a_long_edition_passes_with_every_number_of_its_contents_read() -> None:
    digest, content = _long()
    assert _codes(content, digest) == []
    pdf = Printed(content)
    found = [*pointers(pdf, until=2, mirrored=False)]
    assert {one.name for one in found} >= {entry.anchor for entry in digest.entries}


def test_the_gate_is_in_the_table() -> None:
    assert unfit in CHECKS


def test_a_page_made_without_care_is_stopped_for_every_reason() -> None:
    body = "<h1>x</h1><p><a href='file:///etc/hostname'>x</a><table><th>x</table>"
    plain = HTML(string=body).write_pdf(pdf_tags=True)
    assert {"P031", "P032", "P034", "P036", "P037"} <= set(_codes(plain))


def test_what_is_no_pdf_is_said_to_be_none() -> None:
    assert _codes(b"%PDF-1.7 nothing") == ["P030"]


def _rewrite(document: Any, old: bytes, new: bytes) -> None:
    stream = document.Root.Metadata
    assert old in stream.read_bytes()
    stream.write(stream.read_bytes().replace(old, new))


def _first(document: Any, test: Callable[[Any], bool]) -> Any:
    return next(
        one for one in document.objects if isinstance(one, pikepdf.Dictionary) and test(one)
    )


def _no_archive(document: Any) -> None:
    _rewrite(document, b'pdfaid:part="3"', b'pdfaid:part="2"')


def _second_description(document: Any) -> None:
    _rewrite(document, b"</x:xmpmeta>", b"<rdf:RDF></rdf:RDF></x:xmpmeta>")


def _no_tags(document: Any) -> None:
    del document.Root.StructTreeRoot


def _no_language(document: Any) -> None:
    del document.Root.Lang


def _silent(document: Any) -> None:
    _first(document, lambda one: one.get("/Subtype") == "/Link").Contents = pikepdf.String("")


def _unprinted(document: Any) -> None:
    _first(document, lambda one: one.get("/Subtype") == "/Link").F = 0


def _no_scope(document: Any) -> None:
    del _first(document, lambda one: one.get("/S") == "/TH").A["/Scope"]


def _no_outline(document: Any) -> None:
    del document.Root.Outlines


def _shorter_outline(document: Any) -> None:
    with document.open_outline() as outline:
        del outline.root[-2].children[-1]


def _local(document: Any) -> None:
    link = _first(document, lambda one: one.get("/Subtype") == "/Link" and "/A" in one)
    link.A.URI = pikepdf.String("file:///etc/hostname")


def _no_font(document: Any) -> None:
    del _first(document, lambda one: one.get("/Type") == "/FontDescriptor")["/FontFile2"]


def _whole_font(document: Any) -> None:
    font = _first(document, lambda one: one.get("/Type") == "/FontDescriptor")
    font.FontName = pikepdf.Name("/Helvetica")


@pytest.mark.parametrize(
    ("how", "codes"),
    [
        (_no_archive, ["P031"]),
        (_second_description, ["P031", "P031"]),
        (_no_tags, ["P032"]),
        (_no_language, ["P032"]),
        (_silent, ["P033"]),
        (_unprinted, ["P033"]),
        (_no_scope, ["P034"]),
        (_shorter_outline, ["P036"]),
        (_local, ["P037"]),
        (_no_font, ["P038"]),
        (_whole_font, ["P038"]),
    ],
)
def test_whatever_is_broken_is_stopped(how: Break, codes: list[str]) -> None:
    assert _codes(_broken(how)) == codes


def test_no_outline_at_all_is_said_of_every_part() -> None:
    parts = len(coast().entries) + len(coast().patterns)
    assert _codes(_broken(_no_outline)) == ["P036"] * parts


def test_data_that_differs_from_the_data_beside_it_is_stopped() -> None:
    file = _artifact(data(coast("planner")), "engineer.json", "application/json")
    assert _codes(printed().content, coast(), file) == ["P039"]


def test_a_wrong_page_number_is_stopped() -> None:
    digest, content = _long()
    document: Any = pikepdf.open(io.BytesIO(content))
    names = pikepdf.NameTree(document.Root.Names.Dests)
    aim = digest.entries[3].anchor
    names[aim] = pikepdf.Array([document.pages[-1].obj, pikepdf.Name("/XYZ"), 0, 0, 0])
    written = io.BytesIO()
    document.save(written)
    assert set(_codes(written.getvalue(), digest)) == {"P035", "P036"}


def test_texts_are_read_where_they_stand() -> None:
    pdf = Printed(printed().content)
    found = [*runs(pdf.document.pages[0])]
    head = next(one for one in found if "Barriers" in one.text)
    foot = next(one for one in found if one.text.startswith("Page 1 of"))
    assert head.y > 600
    assert foot.y < 100
    assert head.x < foot.x


def test_checking_what_is_not_made_yet_asks_nothing() -> None:
    content = a_content(a_record())
    assert [*unfit(Subject(content, content.newest(), (coast(),)))] == []
