from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from digest.edition.view import Digest
from digest.render import web
from digest.render.theme import Theme
from support.builders import a_content, a_record
from support.readers import readers
from support.renderings import coast, digest_of

pytestmark = pytest.mark.browser

PHONE: ViewportSize = {"width": 320, "height": 700}
DESK: ViewportSize = {"width": 1280, "height": 900}


def _open(browser: Browser, digest: Digest, folder: Path, viewport: ViewportSize = DESK) -> Page:
    file = folder / "page.html"
    file.write_bytes(web.render(digest, Theme()).content)
    page = browser.new_page(viewport=viewport, reduced_motion="reduce")
    page.goto(file.as_uri())
    return page


def _long(claim: str) -> Digest:
    record = a_record(
        title=claim,
        organization=claim,
        finding=claim,
        source_url=f"https://example.org/{claim}",
        source_label=claim,
        version=claim,
        roles={"engineer": claim},
        role_details={"engineer": {"unsupportedClaims": [claim], claim: claim}},
    )
    return digest_of(a_content(record, title=claim, summary=claim), "engineer")


@pytest.mark.parametrize("direction", ["ltr", "rtl"])
def test_nothing_is_wider_than_the_screen(
    browser: Browser, tmp_path: Path, direction: str
) -> None:
    page = _open(browser, _long("W" * 150).model_copy(update={"direction": direction}), tmp_path)
    for width in (320, 390, 768, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_the_page_asks_for_nothing_and_the_console_stays_silent(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "page.html"
    file.write_bytes(web.render(coast(), Theme()).content)
    page, asked, said = browser.new_page(), list[str](), list[str]()
    page.on("request", lambda request: asked.append(request.url))
    page.on("console", lambda message: said.append(message.text))
    page.goto(file.as_uri())
    assert [url for url in asked if url != "data:,"] == [file.as_uri()]
    assert said == []


def test_the_policy_lets_the_sheet_in(browser: Browser, tmp_path: Path) -> None:
    page = _open(browser, coast(), tmp_path)
    assert page.evaluate("getComputedStyle(document.body).marginTop") == "0px"


@pytest.mark.parametrize(
    ("scheme", "ground"), [("light", "rgb(255, 255, 255)"), ("dark", "rgb(20, 24, 27)")]
)
def test_the_page_follows_the_readers_scheme_but_paper_is_white(
    browser: Browser, tmp_path: Path, scheme: str, ground: str
) -> None:
    page = _open(browser, coast(), tmp_path)
    colour = "getComputedStyle(document.body).backgroundColor"
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    assert page.evaluate(colour) == ground
    page.emulate_media(media="print")
    assert page.evaluate(colour) == "rgb(255, 255, 255)"


def test_details_are_folded_on_screens_and_unfolded_on_paper(
    browser: Browser, tmp_path: Path
) -> None:
    page = _open(browser, coast(), tmp_path)
    detail = page.get_by_text("A flushing line", exact=True)
    assert not detail.is_visible()
    page.emulate_media(media="print")
    assert detail.is_visible()


def test_labels_hang_on_a_desk_and_stack_on_a_phone(browser: Browser, tmp_path: Path) -> None:
    beside = (
        "label => label.getBoundingClientRect().right"
        " < label.nextElementSibling.getBoundingClientRect().left"
    )
    for viewport, hangs in ((DESK, True), (PHONE, False)):
        page = _open(browser, coast(), tmp_path, viewport)
        label = page.locator(".entry dt").first
        assert label.evaluate(beside) is hangs


def test_the_first_key_leads_past_the_masthead(browser: Browser, tmp_path: Path) -> None:
    page = _open(browser, coast(), tmp_path)
    page.keyboard.press("Tab")
    skip = page.locator(".skip")
    box = skip.bounding_box()
    assert skip.evaluate("e => e === document.activeElement")
    assert box is not None
    assert box["y"] >= 0
    page.keyboard.press("Enter")
    page.wait_for_function("location.hash === '#content'")


@pytest.mark.parametrize("line", [".origin", ".name"])
def test_what_stands_first_stands_where_lines_begin(
    browser: Browser, tmp_path: Path, line: str
) -> None:
    for reader, rightwards in (("de", True), ("ar", False)):
        role = readers(reader)[-1]
        page = _open(browser, role.digest, tmp_path)
        first, second = (page.locator(f"{line} > *").nth(place).bounding_box() for place in (0, 1))

        assert first
        assert second
        assert (first["x"] < second["x"]) is rightwards


def test_a_line_is_comfortable_to_read(browser: Browser, tmp_path: Path) -> None:
    page = _open(browser, coast(), tmp_path)
    signs = page.locator(".entry dd").first.evaluate(
        "e => { const s = document.createElement('span'); s.style.visibility = 'hidden';"
        "s.textContent = 'the quick brown fox jumps over a lazy dog '.repeat(4).trim();"
        "s.style.whiteSpace = 'nowrap'; e.append(s);"
        "return e.clientWidth / (s.getBoundingClientRect().width / s.textContent.length) }"
    )
    assert 60 <= signs <= 80
