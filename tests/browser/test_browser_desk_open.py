"""The desk is open to everybody in every state, and shut to other hosts and pages."""

from http.client import HTTPConnection
from importlib.resources import files

import pytest
from playwright.sync_api import Browser, Page, expect

from support.openings import PATIENCE, Desk, Scheme, enter, window

pytestmark = pytest.mark.browser

FINDING = "Mean closing time rose from 41 to 58 minutes"
AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def _violations(page: Page) -> list[tuple[str, str]]:
    """What axe finds on a page, frames left out, as rule and place."""
    page.evaluate(AXE)
    found = page.evaluate("axe.run({exclude: ['iframe']}, {resultTypes: ['violations']})")
    return [
        (one["id"], node["html"][:200]) for one in found["violations"] for node in one["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
@pytest.mark.parametrize("query", ["width=375", "channel=text", "channel=pdf", "channel=changes"])
def test_the_desk_is_open_to_everybody(
    browser: Browser, still: Desk, width: int, scheme: Scheme, query: str
) -> None:
    for page in window(browser, width, scheme):
        enter(page, still, query)
        assert _violations(page) == []
        wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
        assert wide <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_a_code_leads_to_what_it_means(
    browser: Browser, still: Desk, width: int, scheme: Scheme
) -> None:
    for page in window(browser, width, scheme):
        enter(page, still, "")
        page.get_by_role("link", name="E001 what it means").first.focus()
        with page.expect_popup() as opened:
            page.keyboard.press("Enter")
        manual = opened.value
        expect(manual.get_by_role("heading", name="E001")).to_be_visible()
        expect(manual.locator("article")).to_contain_text("has no takeaway for a role")
        assert _violations(manual) == []
        assert manual.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_went_wrong_is_open_to_everybody(
    browser: Browser, desk: Desk, scheme: Scheme
) -> None:
    for page in window(browser, 390, scheme):
        enter(page, desk)
        page.get_by_label("Your name").fill("Desk")
        page.get_by_role("button", name="Approve these bytes").click()
        expect(page.locator("#approval")).to_contain_text("Approved by Desk")
        page.locator("[data-problem]").first.click()
        expect(page.get_by_role("button", name="Copy the waiver")).to_be_visible()
        assert _violations(page) == []

        desk.say(FINDING, "Mean closing time doubled")
        expect(page.locator("#approval")).to_contain_text("Since then:", timeout=PATIENCE)
        assert _violations(page) == []

        desk.say('"finding":', '"finding" ')
        expect(page.locator("#stage")).to_contain_text("Older than the sources", timeout=PATIENCE)
        page.locator("#stage [data-follows]").click()
        expect(page.locator(".lines .meant")).to_be_visible()
        assert _violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_another_host_and_another_page_are_refused(still: Desk) -> None:
    own = still.address.split("/")[2]
    asked = [
        ("GET", {"Host": "desk.example.org"}, 421),
        ("GET", {"Host": own, "Origin": "https://desk.example.org"}, 403),
        ("POST", {"Host": own, "Origin": "null"}, 403),
        ("GET", {"Host": own}, 403),
    ]

    for method, headers, status in asked:
        line = HTTPConnection(own)
        line.request(method, "/", headers=headers)
        assert line.getresponse().status == status
        line.close()
