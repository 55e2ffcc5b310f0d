"""axe, the judge of accessibility, on every role's mail and page in both schemes."""

from importlib.resources import files
from typing import Any, Literal

import pytest
from playwright.sync_api import Browser, Page

from support.browsers import View, mail, page
from support.readers import Reader, mail_of, page_of, readers

pytestmark = pytest.mark.browser

Scheme = Literal["light", "dark"]
BOTH: tuple[Scheme, ...] = ("light", "dark")

#: A mail is shown inside another program's page, which has landmarks of its own.
OF_PAGES = ("landmark-one-main", "region", "bypass")

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def _found(shown: Page, *without: str) -> list[tuple[str, str]]:
    rules = {name: {"enabled": False} for name in without}
    options: dict[str, Any] = {"resultTypes": ["violations"], "rules": rules}
    shown.evaluate(AXE)
    found = shown.evaluate("options => axe.run(options)", options)["violations"]
    return [(one["id"], node["html"][:200]) for one in found for node in one["nodes"]]


#: Every role of the sample and the coast, one of each further language.
READERS = (
    *readers("seeds", "coast"),
    Reader("de", "betrieb"),
    Reader("ar", "tashghil"),
    Reader("ja", "genba"),
)


@pytest.mark.parametrize("scheme", BOTH)
@pytest.mark.parametrize("reader", READERS, ids="-".join)
def test_the_mail_is_open_to_everybody(browser: Browser, reader: Reader, scheme: Scheme) -> None:
    with mail(browser, mail_of(reader), View(600, scheme)) as shown:
        assert _found(shown, *OF_PAGES) == []


@pytest.mark.parametrize("scheme", BOTH)
@pytest.mark.parametrize("reader", READERS, ids="-".join)
def test_the_page_is_open_to_everybody(browser: Browser, reader: Reader, scheme: Scheme) -> None:
    with page(browser, page_of(reader).decode(), 1000, scheme) as shown:
        shown.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        assert _found(shown) == []


def test_the_judge_finds_what_is_wrong(browser: Browser) -> None:
    faint = '<p style="color:#999;background:#fff">faint</p><img src="cid:x">'
    with page(browser, f"<html><body>{faint}</body></html>", 600) as shown:
        found = {rule for rule, _ in _found(shown)}

    assert {"color-contrast", "image-alt", "html-has-lang", "document-title"} <= found
