"""The finishing step over WeasyPrint's PDF: what HTML cannot say and two standards demand."""

from collections.abc import Iterator
from typing import Any

import pydyf
from weasyprint import Document

#: The variant that the finishing step turns into PDF/A-3a and PDF/UA-1 at once.
VARIANT = "pdf/a-3a"

#: The Print flag of an annotation.
PRINT = 4

#: The claim of PDF/UA-1 with the schema PDF/A asks for. It has to stand inside the one rdf:RDF:
#: metadata added through WeasyPrint's own option makes a second one that validators do not read.
_CLAIM = b"""<rdf:Description rdf:about="" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"
 xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/"
 xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#"
 xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfuaid:part>1</pdfuaid:part>
<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource">
<pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix>
<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">
<pdfaProperty:name>part</pdfaProperty:name>
<pdfaProperty:valueType>Integer</pdfaProperty:valueType>
<pdfaProperty:category>internal</pdfaProperty:category>
<pdfaProperty:description>The part of ISO 14289 the file conforms to</pdfaProperty:description>
</rdf:li></rdf:Seq></pdfaSchema:property>
</rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>
</rdf:RDF>"""


def finish(document: Document, pdf: pydyf.PDF) -> None:
    """Make the PDF of a document conform to PDF/A-3a and PDF/UA-1, in memory.

    Links get the Print flag and their title or text as description, header cells their scope;
    running heads become artifacts of pagination, and the metadata claims PDF/UA-1.
    """
    for box in _boxes(document):
        _describe_link(box)
        _scope_header(box)
    _mark_running_heads(pdf)
    _claim(pdf)


def _boxes(document: Document) -> Iterator[Any]:
    for page in document.pages:
        yield from page._page_box.descendants()  # noqa: SLF001  # no public way to the boxes


def _describe_link(box: Any) -> None:
    annotation = getattr(box, "link_annotation", None)
    if annotation is None:
        return
    annotation["F"] = PRINT
    words = box.element.get("title") or "".join(box.element.itertext())
    spoken = " ".join(words.replace("\u200b", "").split())
    if spoken:
        annotation["Contents"] = pydyf.String(spoken)


def _scope_header(box: Any) -> None:
    cell = getattr(box, "mark", None)
    if cell is None or cell.get("S") != "/TH":
        return
    row = box.element.get("scope") in ("row", "rowgroup")
    cell["A"]["Scope"] = "/Row" if row else "/Column"


def _mark_running_heads(pdf: pydyf.PDF) -> None:
    """Turn marked content outside the tree of tags, which is what margins hold, into artifacts."""
    root = _object(pdf, pdf.catalog["StructTreeRoot"])
    alive = _reachable(pdf, root)
    parents = _object(pdf, root["ParentTree"])["Nums"]
    for index, page in enumerate(pdf.page_references):
        elements = parents[2 * index + 1]
        dead = {at for at, one in enumerate(elements) if _number(one) not in alive}
        if dead:
            _as_artifacts(_object(pdf, _object(pdf, page)["Contents"]).stream, dead)
        for at in dead:
            _object(pdf, elements[at]).clear()
            elements[at] = "null"


def _as_artifacts(operators: list[Any], dead: set[int]) -> None:
    for at, operator in enumerate(operators):
        if isinstance(operator, dict) and operator.get("MCID") in dead:
            operators[at - 1] = "/Artifact"
            operators[at] = pydyf.Dictionary({"Type": "/Pagination"})


def _reachable(pdf: pydyf.PDF, root: Any) -> set[int]:
    seen: set[int] = set()
    ahead = [root.number]
    while ahead:
        number = ahead.pop()
        if number in seen:
            continue
        seen.add(number)
        element = pdf.objects[number]
        if isinstance(element, dict):
            ahead += [_number(kid) for kid in element.get("K", ()) if isinstance(kid, bytes)]
    return seen


def _claim(pdf: pydyf.PDF) -> None:
    metadata = _object(pdf, pdf.catalog["Metadata"])
    metadata.stream = [b"".join(metadata.stream).replace(b"</rdf:RDF>", _CLAIM, 1)]


def _object(pdf: pydyf.PDF, reference: bytes) -> Any:
    return pdf.objects[_number(reference)]


def _number(reference: bytes) -> int:
    return int(reference.split()[0])
