"""What a PDF says and claims, read back by other programs than the one that made it."""

import hashlib
import io
import re
import subprocess
from collections.abc import Iterator
from functools import cache
from typing import Any

import pikepdf

from digest.edition.view import Digest
from digest.render.artifact import Rendering
from digest.render.pdf import render
from digest.render.theme import Theme
from support.renderings import coast

#: Where a word may be broken for the eye alone.
_BREAKS = re.compile("[\u200b\u00ad]")


@cache
def printed(role: str = "engineer") -> Rendering:
    """The coast publication's print edition for a role, made once."""
    return render(coast(role), Theme())


def smiling(role: str = "engineer") -> Digest:
    """The coast publication's digest for a role, with an emoji in its first finding."""
    digest = coast(role)
    first, *rest = digest.entries
    marked = first.model_copy(update={"finding": f"{first.finding} \U0001f52c"})
    return digest.model_copy(update={"entries": (marked, *rest)})


def seal(role: str) -> str:
    """The hash of a print edition with an emoji for a role, made anew."""
    return hashlib.sha256(render(smiling(role), Theme()).content).hexdigest()


def text(content: bytes) -> str:
    """All text of a PDF in reading order, white space as single spaces, by Poppler."""
    return " ".join(_BREAKS.sub("", _poppler(content)).split())


def laid_out(content: bytes) -> str:
    """The text of a PDF as it stands on its pages, by Poppler."""
    return _poppler(content, "-layout")


def _poppler(content: bytes, *options: str) -> str:
    command = ["pdftotext", *options, "-enc", "UTF-8", "-", "-"]
    return subprocess.run(command, input=content, capture_output=True, check=True).stdout.decode()


class Read:
    """A PDF as pikepdf reads it."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self.document = pikepdf.open(io.BytesIO(content))

    @property
    def root(self) -> Any:
        """The catalogue of the document."""
        return self.document.Root

    @property
    def paper(self) -> tuple[int, int]:
        """Width and height of the first page in points."""
        _, _, width, height = self.document.pages[0].MediaBox
        return round(float(width)), round(float(height))

    @property
    def fonts(self) -> set[str]:
        """The names of all fonts, without the tags of their subsets."""
        return {name.rpartition("+")[2] for name in self._font_names()}

    @property
    def links(self) -> list[Any]:
        """The link annotations of every page."""
        notes = (one for page in self.document.pages for one in page.get("/Annots", []))
        return [one for one in notes if one.Subtype == "/Link"]

    @property
    def aims(self) -> dict[str, str]:
        """The addresses of links out of the document by what is said of them."""
        return {str(one.Contents): str(one.A.URI) for one in self.links if "/A" in one}

    def structure(self, kind: str) -> list[Any]:
        """The structure elements of a kind, such as `/TH`, that hang off the root."""
        return [one for one in self.elements() if one.get("/S") == kind]

    @property
    def faults(self) -> set[str]:
        """Why the file is not archival and accessible, as far as its own objects tell."""
        return {name for name, broken in self._tests() if broken}

    def _tests(self) -> Iterator[tuple[str, bool]]:
        root, xmp = self.root, self._xmp()
        claim = rb'pdfaid:part="3" pdfaid:conformance="A"'
        yield "no PDF/A-3a claim", not re.search(claim, xmp)
        yield "no PDF/UA-1 claim", b"<pdfuaid:part>1</pdfuaid:part>" not in xmp
        yield "not one description", xmp.count(b"<rdf:RDF") != 1
        yield "no tags", "/StructTreeRoot" not in root
        yield "no language", not str(root.get("/Lang", ""))
        yield "no outline", "/Outlines" not in root
        yield "silent link", any(not str(one.get("/Contents", "")) for one in self.links)
        yield "unprinted link", any(one.get("/F") != 4 for one in self.links)
        headers = self.structure("/TH")
        yield "header without scope", any("/Scope" not in one.get("/A", {}) for one in headers)
        yield "silent figure", any("/Alt" not in one for one in self.structure("/Figure"))
        yield "local path", b"file:" in self.content or b"/tmp/" in self.content
        yield "font not subset", any("+" not in name for name in self._font_names())

    def _font_names(self) -> Iterator[str]:
        for one in self.document.objects:
            if isinstance(one, pikepdf.Dictionary) and one.get("/Type") == "/FontDescriptor":
                yield str(one.FontName)

    def _xmp(self) -> bytes:
        metadata = self.root.get("/Metadata")
        return b"" if metadata is None else bytes(metadata.read_bytes())

    def elements(self) -> Iterator[Any]:
        """The root of the structure and everything that hangs off it."""
        ahead = [self.root.StructTreeRoot] if "/StructTreeRoot" in self.root else []
        while ahead:
            element = ahead.pop()
            yield element
            kids = element.get("/K", [])
            several = kids if isinstance(kids, pikepdf.Array) else [kids]
            ahead += [kid for kid in several if isinstance(kid, pikepdf.Dictionary)]
