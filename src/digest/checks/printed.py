"""A finished PDF as its own objects tell it; the one door to pikepdf."""

import io
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any

import pikepdf

from digest.render.pdf.characters import BREAK

#: The tag before the name of a font that holds only the glyphs it needs.
_SUBSET = re.compile(r"/?[A-Z]{6}\+")

#: An address of a file on the machine that made the PDF.
_LOCAL = re.compile(rb"file:/", re.IGNORECASE)

UnreadableError = pikepdf.PdfError


class Printed:
    """A PDF, opened; `UnreadableError` when the bytes are none."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.document = pikepdf.open(io.BytesIO(content))
        self.root: Any = self.document.Root

    @cached_property
    def metadata(self) -> bytes:
        """The XMP packet, empty when there is none."""
        found = self.root.get("/Metadata")
        return b"" if found is None else bytes(found.read_bytes())

    @cached_property
    def links(self) -> list[Any]:
        """Every link annotation, in the order of pages."""
        return [one for page in self.document.pages for one in links(page)]

    @cached_property
    def pages(self) -> dict[tuple[int, int], int]:
        """The number of every page by its object, from 1."""
        pages: Any = self.document.pages
        return {page.objgen: number for number, page in enumerate(pages, start=1)}

    @cached_property
    def anchors(self) -> dict[str, int]:
        """The page every named place stands on."""
        names = self.root.get("/Names", {}).get("/Dests")
        if names is None:
            return {}
        return {name: self.page(aim) for name, aim in pikepdf.NameTree(names).items()}

    @cached_property
    def outline(self) -> list[tuple[str, int]]:
        """Every title of the outline with its page, 0 where it leads nowhere."""
        with self.document.open_outline() as outline:
            return [*self._titles(outline.root)]

    @cached_property
    def headers(self) -> list[Any]:
        """The structure elements of header cells."""
        return [one for one in self._dictionaries if one.get("/S") == "/TH"]

    @cached_property
    def loose_fonts(self) -> list[str]:
        """The names of fonts whose file is not inside or holds glyphs nobody needs."""
        return [str(one.get("/FontName")) for one in self._fonts() if not _enclosed(one)]

    @property
    def claims(self) -> tuple[bool, bool]:
        """Whether the metadata claims PDF/A-3a and PDF/UA-1, each inside the one description."""
        archive = re.search(rb'pdfaid:part="3"\s+pdfaid:conformance="A"', self.metadata)
        access = b"<pdfuaid:part>1</pdfuaid:part>" in self.metadata
        one = self.metadata.count(b"<rdf:RDF") == 1
        return bool(archive) and one, access and one

    @property
    def local(self) -> bool:
        """Whether an address of a file on some machine is left in it."""
        aims = b"\n".join(str(one.A.get("/URI", "")).encode() for one in self.links if "/A" in one)
        return any(_LOCAL.search(text) for text in (self.content, aims, self.metadata))

    def enclosed(self, name: str) -> bytes | None:
        """The bytes of the file that travels inside under a name."""
        found = self.document.attachments.get(name)
        return None if found is None else bytes(found.get_file().read_bytes())

    def page(self, aim: Any) -> int:
        """The page a destination leads to, 0 for none."""
        target = aim[0] if isinstance(aim, pikepdf.Array) and len(aim) else None
        return self.pages.get(target.objgen, 0) if target is not None else 0

    @cached_property
    def _dictionaries(self) -> list[Any]:
        return [one for one in self.document.objects if isinstance(one, pikepdf.Dictionary)]

    def _fonts(self) -> Iterator[Any]:
        return (one for one in self._dictionaries if one.get("/Type") == "/FontDescriptor")

    def _titles(self, items: Any) -> Iterator[tuple[str, int]]:
        for item in items:
            yield " ".join(str(item.title).replace(BREAK, "").split()), self.page(item.destination)
            yield from self._titles(item.children)


def links(page: Any) -> list[Any]:
    """The link annotations of a page."""
    return [one for one in page.get("/Annots", []) if one.get("/Subtype") == "/Link"]


def _enclosed(font: Any) -> bool:
    inside = any(kind in font for kind in ("/FontFile", "/FontFile2", "/FontFile3"))
    return inside and bool(_SUBSET.match(str(font.get("/FontName"))))
