"""The editors' desk in Chromium: files change on disk, and the page follows."""

import re
import subprocess
import time
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from support.builds import EDITION
from support.cli import PROGRAM
from support.openings import (
    PATIENCE,
    RECORD,
    Desk,
    enter,
    in_frame,
    made,
    shown_sha256,
    window,
)

pytestmark = pytest.mark.browser

FINDING = "Mean closing time rose from 41 to 58 minutes"
AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A window whose console must stay silent but for what a test expects."""
    yield from window(browser, 1280, "light")


def test_an_edit_is_followed_broken_and_mended(page: Page, desk: Desk) -> None:
    enter(page, desk, "role=planner")
    expect(in_frame(page)).to_contain_text(FINDING)

    desk.say(FINDING, "Mean closing time doubled")
    expect(in_frame(page)).to_contain_text("Mean closing time doubled", timeout=PATIENCE)
    made(page)
    assert shown_sha256(page) == desk.sha256("planner.email.html")

    desk.say('"finding":', '"finding" ')
    expect(page.locator("#state")).to_contain_text("1 error", timeout=PATIENCE)
    expect(in_frame(page)).to_contain_text("Mean closing time doubled")
    expect(page.locator("#stage")).to_contain_text("Older than the sources")

    page.locator("[data-problem]").first.click()
    expect(page.locator(".lines .meant")).to_contain_text('"finding"')
    page.locator("[data-copies]").click()
    expect(page.locator("[data-copies]")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert re.fullmatch(rf"{re.escape(RECORD)}:\d+:\d+", copied)

    desk.say('"finding" ', '"finding":')
    made(page)
    expect(page.locator("#stage")).not_to_contain_text("Older than the sources")


def test_an_approval_is_given_and_void_after_an_edit(page: Page, desk: Desk) -> None:
    enter(page, desk)
    page.get_by_label("Your name").fill("Desk")
    page.get_by_role("button", name="Approve these bytes").click()
    expect(page.locator("#approval")).to_contain_text("Approved by Desk for 2 readers")

    desk.say(FINDING, "Mean closing time doubled")
    expect(page.locator("#approval")).to_contain_text(
        "void: other bytes were approved", timeout=PATIENCE
    )
    expect(page.locator("#approval-title")).to_have_text("1 approval missing")


def test_a_seal_that_is_no_longer_on_screen_is_not_approved(page: Page, desk: Desk) -> None:
    enter(page, desk)
    seal = page.locator("#approval [name=seal]")
    seal.evaluate("(field, stale) => { field.value = stale; }", "0" * 64)
    page.get_by_label("Your name").fill("Desk")

    with page.expect_response("**/approve?*") as answer:
        page.get_by_role("button", name="Approve these bytes").click()

    assert answer.value.status == 409
    expect(page.locator("#approval")).to_contain_text("nothing was done")


def test_a_deed_that_is_refused_outright_is_told(page: Page, still: Desk) -> None:
    enter(page, still)
    mark = page.locator("#approval [name=form]")
    mark.evaluate("field => { field.value = 'of a desk that was closed'; }")
    page.get_by_label("Your name").fill("Desk")

    page.get_by_role("button", name="Approve these bytes").click()

    expect(page.locator("#lost")).to_be_visible()


def test_what_is_typed_survives_an_edit(page: Page, desk: Desk) -> None:
    enter(page, desk)
    page.get_by_label("Your name").fill("Somebody")

    desk.say(FINDING, "Mean closing time doubled")

    expect(in_frame(page)).to_contain_text("doubled", timeout=PATIENCE)
    made(page)
    expect(page.get_by_label("Your name")).to_have_value("Somebody")


def test_the_frame_stays_where_its_reader_had_scrolled(page: Page, desk: Desk) -> None:
    enter(page, desk)
    frame = page.frames[1]
    frame.evaluate("scrollTo(0, 900)")

    desk.say(FINDING, "Mean closing time doubled")

    expect(in_frame(page)).to_contain_text("doubled", timeout=PATIENCE)
    page.wait_for_function("document.getElementById('frame').contentWindow.scrollY === 900")


def test_fifty_saves_in_a_hurry_end_in_the_last_one(page: Page, desk: Desk) -> None:
    enter(page, desk)
    before = FINDING
    for number in range(50):
        desk.say(before, f"Reading {number} of fifty")
        before = f"Reading {number} of fifty"
        page.wait_for_timeout(50)

    expect(in_frame(page)).to_contain_text("Reading 49 of fifty", timeout=PATIENCE)
    made(page)
    assert shown_sha256(page) == desk.sha256("executive.email.html")


@pytest.mark.full
def test_saves_in_a_hurry_leave_memory_flat(page: Page, desk: Desk) -> None:
    enter(page, desk)
    before, sizes = FINDING, []
    for wave in range(4):
        for number in range(50):
            now = f"Reading {number} of wave {wave}"
            desk.say(before, now)
            before = now
            page.wait_for_timeout(100)
        expect(in_frame(page)).to_contain_text(before, timeout=PATIENCE)
        made(page)
        sizes.append(desk.memory())

    assert sizes[-1] < sizes[1] * 1.1


def test_every_axis_is_switched(page: Page, still: Desk) -> None:
    enter(page, still)
    for role in ("planner", "engineer", "executive"):
        page.locator(f"[name=role][value={role}]").check()
        expect(page.locator("#stage .facts a")).to_have_text(f"{role}.email.html")
        assert shown_sha256(page) == still.sha256(f"{role}.email.html")

    page.locator("[name=width][value='375']").check()
    expect(page.locator("#frame")).to_have_css("width", "375px")
    expect(page.locator(".phone")).to_be_visible()

    ground = "getComputedStyle(document.body).backgroundColor"
    grounds = {}
    for look in ("light", "dark", "exact"):
        page.locator(f"[name=look][value={look}]").check()
        with page.expect_response(re.compile("/bundle/")):
            page.locator("#frame").evaluate("frame => frame.src = frame.src")
        in_frame(page).wait_for()
        grounds[look] = page.frames[1].evaluate(ground)
    assert grounds["light"] == grounds["exact"] != grounds["dark"]

    page.locator("[name=look][value=forced]").check()
    expect(page.frame_locator("#frame").locator("html")).to_have_css(
        "filter", "invert(1) hue-rotate(180deg)"
    )

    page.locator("[name=pictures][value=blocked]").check()
    expect(page.locator("#frame")).to_have_attribute("src", re.compile("pictures=blocked"))
    for reader in ("long", "nameless", "rtl", "built"):
        asked = re.compile(rf"/bundle/.*{'v=' if reader == 'built' else f'reader={reader}'}")
        with page.expect_response(asked) as filled:
            page.locator(f"[name=reader][value={reader}]").check()
        sample = b"https://example.org/readers/sample/" in filled.value.body()
        assert sample is (reader == "built")
        in_frame(page).wait_for()
        wide = "document.documentElement.scrollWidth - innerWidth"
        assert page.frames[1].evaluate(wide) <= 0


def test_text_print_and_page_are_shown(page: Page, still: Desk) -> None:
    enter(page, still, "role=planner&channel=text")
    text = (still.output / EDITION / "planner.txt").read_text("utf-8")
    assert page.locator("pre.text").text_content() == text

    page.locator("[name=channel][value=pdf]").check()
    picture = page.locator(".sheets img").first
    expect(picture).to_be_visible()
    picture.evaluate("one => one.decode()")
    assert picture.evaluate("one => one.naturalWidth") > 1000
    widths = []
    for zoom in ("1", "1.5", "2"):
        page.locator(f"[name=zoom][value='{zoom}']").check()
        expect(page.locator(f".sheets.z{zoom.replace('.', '-')}")).to_be_visible()
        drawn = page.locator(".sheets img").first
        drawn.evaluate("one => one.decode()")
        widths.append(drawn.evaluate("one => one.width"))
        assert drawn.evaluate("one => one.naturalWidth") >= widths[-1]
    assert [round(width / widths[0], 1) for width in widths] == [1, 1.5, 2]
    expect(page.locator("#stage .facts a")).to_have_attribute("href", "/bundle/planner.pdf")

    page.locator("[name=channel][value=web]").check()
    expect(page.locator("#stage .facts a")).to_have_text("planner.html")
    assert shown_sha256(page) == still.sha256("planner.html")


def test_a_reader_is_put_in(page: Page, still: Desk) -> None:
    enter(page, still, "role=planner&channel=text")
    expect(page.locator("pre.text")).to_contain_text("https://example.org/readers/sample/")

    page.locator("[name=reader][value=ordinary]").check()

    expect(page.locator("pre.text")).not_to_contain_text("https://example.org/readers/sample/")
    expect(page.locator("#stage .facts")).to_contain_text("filled in for the reader")


def test_source_and_header_are_shown(page: Page, still: Desk) -> None:
    enter(page, still, "role=planner&part=source")
    mail = (still.output / EDITION / "planner.email.html").read_text("utf-8")
    assert page.locator("pre.text").text_content() == mail

    page.locator("[name=part][value=headers]").check()
    expect(page.locator("pre.text")).to_contain_text("List-Unsubscribe-Post:")


def test_keys_go_round_every_axis(page: Page, still: Desk) -> None:
    enter(page, still)
    for key, name, value in (
        ("r", "role", "planner"),
        ("Shift+R", "role", "executive"),
        ("w", "width", "375"),
        ("a", "look", "light"),
        ("i", "pictures", "blocked"),
        ("p", "reader", "ordinary"),
        ("c", "channel", "text"),
        ("Shift+C", "channel", "email"),
    ):
        page.keyboard.press(key)
        expect(page.locator(f"[name={name}][value='{value}']")).to_be_checked()
    page.keyboard.press("n")
    expect(page.locator("[data-problem][aria-current]")).to_be_focused()
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.locator("#keys-on").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(page.locator("[name=role][value=executive]")).to_be_checked()


def test_a_letter_that_is_typed_is_no_key(page: Page, still: Desk) -> None:
    enter(page, still)

    page.get_by_label("Your name").press_sequentially("crawl")

    expect(page.get_by_label("Your name")).to_have_value("crawl")
    expect(page.locator("[name=channel][value=email]")).to_be_checked()


def test_a_link_of_a_mail_is_told_and_not_followed(page: Page, still: Desk) -> None:
    enter(page, still)

    page.frame_locator("#frame").locator("a[href^=https]").first.click()

    expect(page.locator("#leads")).to_contain_text("leads to https://")
    assert page.frames[1].url.startswith("http://127.0.0.1")


def test_changes_are_told(page: Page, still: Desk) -> None:
    enter(page, still, "channel=changes")

    expect(page.locator("#stage")).to_contain_text("has no earlier edition")


def test_everything_works_without_a_script(browser: Browser, desk: Desk) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    address, _, key = desk.address.partition("#")
    page.goto(address)
    page.get_by_label("Key").fill(key)
    page.get_by_role("button", name="Enter").click()
    while "Everything is made" not in page.inner_text("#state"):
        page.wait_for_timeout(200)
        page.reload()
    page.locator("[name=role][value=planner]").check()
    page.get_by_role("button", name="Show").click()
    expect(page.locator("#stage .facts a")).to_have_text("planner.email.html")
    page.get_by_label("Your name").fill("Desk")
    page.get_by_role("button", name="Approve these bytes").click()
    expect(page.locator("#approval")).to_contain_text("Approved by Desk")
    context.close()


def test_it_ends_at_once_while_it_prints(page: Page, tmp_path: Path) -> None:
    desk = Desk(tmp_path)
    desk.open()
    page.goto(desk.address)
    expect(page.locator("#state")).to_contain_text("Printing", timeout=PATIENCE)

    began = time.monotonic()
    assert desk.close() == 0

    assert time.monotonic() - began < 10
    expect(page.locator("#lost")).to_be_visible(timeout=PATIENCE)


def test_a_port_that_is_taken_is_told(still: Desk) -> None:
    port = still.address.split(":")[2].partition("/")[0]
    words = ["-P", str(still.root), "-o", str(still.output), "preview", "--port", port]

    done = subprocess.run([*PROGRAM, *words], capture_output=True, text=True, check=False)

    assert done.returncode == 3
    assert "K001" in done.stderr
