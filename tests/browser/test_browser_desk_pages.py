"""Printed pages side by side at the desk, and one mail from the frame to the inbox."""

from collections.abc import Iterator
from importlib.resources import files

import pytest
from playwright.sync_api import Browser, expect

from digest.edition.reader import Sample
from support.approvals import without_print
from support.builds import EDITION, PLAIN, built, change_role
from support.editions import EARLIER, another
from support.openings import PATIENCE, Desk, Scheme, enter, made, window
from support.posted import html_of, restored, sha256

pytestmark = pytest.mark.browser

AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")
CHANGES = "role=planner&channel=changes"


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A desk that prints for planners, before an earlier edition that was built."""
    desk = Desk(tmp_path_factory.mktemp("pages"))
    without_print(desk.root)
    change_role(desk.root, "planner", channels=["email", "text", "web", "pdf"])
    another(desk.root, summary="Nobody knew yet.")
    built(desk.root, desk.output, edition=EARLIER, channels=("pdf",), roles=("planner",))
    desk.open()
    yield desk
    assert desk.close() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_changed_pages_stand_side_by_side(
    browser: Browser, desk: Desk, width: int, scheme: Scheme
) -> None:
    for page in window(browser, width, scheme):
        enter(page, desk, CHANGES)
        first = page.locator(".spread").first
        expect(first).to_be_visible(timeout=PATIENCE)
        for picture in first.get_by_role("img").all():
            picture.scroll_into_view_if_needed()
            picture.evaluate("one => one.decode()")
            assert picture.evaluate("one => one.naturalWidth") > 800
            assert "marked" in (picture.get_attribute("alt") or "")
        left, right = (one.bounding_box() for one in first.locator("img").all())
        assert left is not None
        assert right is not None
        assert (left["y"] == right["y"]) is (width == 1280)
        page.evaluate(AXE)
        found = page.evaluate("axe.run({exclude: ['iframe']}, {resultTypes: ['violations']})")
        assert [(one["id"], one["nodes"][0]["html"][:200]) for one in found["violations"]] == []
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0


def test_without_a_script_the_pages_are_shown(browser: Browser, desk: Desk) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    address, _, key = desk.address.partition("#")
    page.goto(address)
    page.get_by_label("Key").fill(key)
    page.get_by_role("button", name="Enter").click()
    page.goto(f"{address}?{CHANGES}")
    while page.get_by_role("link", name="Look again").count():
        page.wait_for_timeout(200)
        page.get_by_role("link", name="Look again").click()
    expect(page.locator(".spread img").first).to_be_visible()
    context.close()


def test_a_mail_is_the_same_in_bundle_frame_and_inbox(browser: Browser, desk: Desk) -> None:
    for page in window(browser, 1280, "light"):
        enter(page, desk)
        with page.expect_response("**/bundle/planner.email.html?*") as framed:
            page.locator("[name=role][value=planner]").check()
        made(page)
        page.get_by_label("To", exact=True).fill("editor@example.org")
        page.get_by_label("Name of the reader").fill("Ada & Co")
        page.get_by_role("button", name="mail").click()
        expect(page.locator("#test")).to_contain_text("A test of planner went out")

        file = (desk.output / EDITION / "planner.email.html").read_bytes()
        site = PLAIN.load((desk.root / "publication.yaml").read_text("utf-8"))["site_url"]
        values = {Sample.NAME: "Ada & Co", Sample.UNSUBSCRIBE: site, Sample.PREFERENCES: site}
        mail = restored(html_of(desk.output / "outbox"), values, file)
        assert sha256(framed.value.body()) == sha256(file) == sha256(mail)


def test_pages_are_held_against_what_was_approved(browser: Browser, desk: Desk) -> None:
    for page in window(browser, 1280, "light"):
        enter(page, desk, CHANGES)
        page.get_by_label("Your name").fill("Desk")
        page.get_by_role("button", name="Approve these bytes").click()
        expect(page.locator("#approval")).to_contain_text("Approved by Desk", timeout=PATIENCE)
        page.locator("[name=against][value=approved]").check()
        expect(page.locator("#stage")).to_contain_text("No page differs from what was approved")

        desk.say("Mean closing time rose", "Mean closing time soared")

        expect(page.locator(".spread img").first).to_be_visible(timeout=PATIENCE)
        made(page)
