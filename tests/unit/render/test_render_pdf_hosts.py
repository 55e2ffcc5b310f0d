"""Hosts with letters of any script: readable on paper, understood by every viewer."""

import pytest

from digest.edition.texts import breakable
from digest.render.pdf import render
from digest.render.pdf.hosts import plain_host
from digest.render.theme import Theme
from support.pdfs import Read, text
from support.renderings import coast

URL = "https://deichbau-größe.example.org/straße?höhe=1"


@pytest.mark.parametrize(
    ("url", "plain"),
    [
        ("https://sluice.example.org/ü", "https://sluice.example.org/ü"),
        ("https://bücher.example", "https://xn--bcher-kva.example"),
        ("https://BÜCHER.example/bücher", "https://xn--bcher-kva.example/bücher"),
        ("https://straße.example:8443/", "https://xn--strae-oqa.example:8443/"),
        ("https://例え。テスト/", "https://xn--r8jz45g.xn--zckzah/"),
        ("mailto:ä@example.org", "mailto:ä@example.org"),
    ],
)
def test_a_host_becomes_plain_and_nothing_else_does(url: str, plain: str) -> None:
    assert plain_host(url) == plain


def test_a_printed_host_is_readable_and_its_link_leads_there() -> None:
    first, *rest = coast().entries
    source = first.source.model_copy(update={"url": URL, "printed": breakable(URL)})
    marked = first.model_copy(update={"source": source})

    content = render(coast(entries=(marked, *rest)), Theme()).content

    assert URL in text(content)
    aims = Read(content).aims.values()
    assert "https://xn--deichbau-gre-v9a53a.example.org/stra%C3%9Fe?h%C3%B6he=1" in aims
