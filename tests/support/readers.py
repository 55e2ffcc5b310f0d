"""Every digest that tests show in a browser: the sample's, the coast's, other languages'."""

from functools import cache
from pathlib import Path
from typing import NamedTuple

from digest.content.corpus import Content
from digest.content.loading import load
from digest.edition.compose import compose
from digest.edition.view import Digest
from digest.render import email, web
from digest.render.theme import Theme
from support.samples import COAST, DATA
from support.tree import ROOT

PUBLICATIONS = {
    "seeds": ROOT / "seeds",
    "coast": COAST,
    **{name: DATA / "languages" / name for name in ("de", "ar", "ja")},
}


class Reader(NamedTuple):
    """A role of a publication."""

    publication: str
    role: str

    @property
    def digest(self) -> Digest:
        """The newest edition's digest for the role."""
        content = _content(PUBLICATIONS[self.publication])
        role = content.publication.role(self.role)
        return compose(content, content.newest(), role, content.publication.language)


@cache
def readers(*publications: str) -> tuple[Reader, ...]:
    """Every role of the publications of those names, or of all."""
    return tuple(
        Reader(name, role.id)
        for name in publications or PUBLICATIONS
        for role in _content(PUBLICATIONS[name]).publication.roles
    )


@cache
def mail_of(reader: Reader) -> bytes:
    """The HTML of the reader's mail."""
    return email.render(reader.digest, Theme()).content


@cache
def page_of(reader: Reader) -> bytes:
    """The reader's web edition."""
    return web.render(reader.digest, Theme()).content


@cache
def _content(root: Path) -> Content:
    content = load(root).content
    assert content
    return content
