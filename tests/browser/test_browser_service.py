"""The public pages in a browser, as readers have them: without script, in the dark, on a phone."""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, NamedTuple

import pytest
from playwright.sync_api import Browser, Page

from digest.content.loading import load
from digest.delivery.dispatch import links
from digest.delivery.ledger import readers, suppressions
from digest.edition.subscription import PAUSE, ROLE, Voice, Wanted
from digest.render.service import Pages
from digest.render.theme import Theme
from support.approvals import made_once
from support.browsers import overflow
from support.builds import EDITION
from support.public import PLANNER, TODAY, Place, app, moved_in, running, sent, several
from support.samples import DATA

pytestmark = pytest.mark.browser

Scheme = Literal["light", "dark"]
AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


class Served(NamedTuple):
    """A place and the address it is served at."""

    place: Place
    address: str

    def at(self, page: links.Page) -> str:
        """The address of the reader's page."""
        return f"{self.address}{self.place.path(page)}"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A publication and its bundle."""
    return made_once(tmp_path_factory.mktemp("made"))


@pytest.fixture
def served(made: Path, tmp_path: Path) -> Iterator[Served]:
    """The service of a sent edition whose readers are in the ledger."""
    place = sent(made, tmp_path)
    moved_in(place)
    several(place)
    with running(app(place, [])) as port:
        yield Served(place, f"http://127.0.0.1:{port}")
    place.book.ledger.close()


@contextmanager
def window(
    browser: Browser, width: int = 1280, scheme: Scheme = "light", *, script: bool = True
) -> Iterator[tuple[Page, list[str]]]:
    """A window of a reader, and what its browser complained of."""
    context = browser.new_context(
        viewport={"width": width, "height": 800}, color_scheme=scheme, java_script_enabled=script
    )
    try:
        shown, said = context.new_page(), []
        shown.on("console", lambda message: said.append(message.text))
        yield shown, said
    finally:
        context.close()


def violations(shown: Page) -> list[tuple[str, str]]:
    options: dict[str, Any] = {"resultTypes": ["violations"]}
    shown.evaluate(AXE)
    found = shown.evaluate("options => axe.run(options)", options)["violations"]
    return [(one["id"], node["html"][:200]) for one in found for node in one["nodes"]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_every_page_is_open_to_everybody(
    browser: Browser, served: Served, width: int, scheme: Scheme
) -> None:
    with window(browser, width, scheme) as (shown, said):
        for path in (served.at(links.Page.UNSUBSCRIBE), served.at(links.Page.PREFERENCES)):
            shown.goto(path)
            assert violations(shown) == []
            assert overflow(shown) <= 0
        _uncheck(shown)
        shown.get_by_role("button", name="Save").click()
        assert shown.get_by_role("alert").count() == 1
        assert violations(shown) == []
        shown.get_by_role("button", name="Unsubscribe from everything").click()
        assert shown.get_by_role("heading", level=1).inner_text() == "You are unsubscribed"
        assert violations(shown) == []
        assert overflow(shown) <= 0
        for path in ("/", "/nowhere", f"/{EDITION}/"):
            shown.goto(f"{served.address}{path}")
            assert violations(shown) == []

    # The page that is not there is no complaint of ours; a policy that a page breaks would be.
    assert [text for text in said if "404" not in text and "422" not in text] == []


def _uncheck(shown: Page) -> None:
    for box in shown.get_by_role("checkbox").all():
        box.uncheck()


def test_a_reader_chooses_and_leaves_and_comes_back_without_script(
    browser: Browser, served: Served
) -> None:
    book = served.place.book
    with window(browser, 390, script=False) as (shown, _):
        shown.goto(served.at(links.Page.UNSUBSCRIBE))
        shown.get_by_role("link", name="Change what you receive").click()
        shown.get_by_label("Engineer").check()
        shown.get_by_label("Barriers and gates").uncheck()
        shown.get_by_label("Rivers & <weirs>").check()
        shown.get_by_label("Deutsch").check()
        shown.get_by_label("Pause until").fill("2026-12-24")
        shown.get_by_role("button", name="Save").click()
        assert "saved" in shown.get_by_role("status").inner_text()
        row = readers.find_by_address(book.ledger, PLANNER)
        shown.goto(served.at(links.Page.UNSUBSCRIBE))
        shown.get_by_role("button").click()
        gone = [one.reason for one in suppressions.every(book.ledger)]
        shown.get_by_role("button").click()

    assert row
    assert (row.subscriber.role, row.subscriber.streams) == ("engineer", ("rivers",))
    assert row.paused_until
    assert row.paused_until > TODAY
    assert gone == ["unsubscribed"]
    assert list(suppressions.every(book.ledger)) == []


def test_the_keyboard_is_enough(browser: Browser, served: Served) -> None:
    with window(browser) as (shown, _):
        shown.goto(served.at(links.Page.UNSUBSCRIBE))
        for _number in range(3):
            shown.keyboard.press("Tab")
        assert shown.evaluate("document.activeElement.textContent") == "Unsubscribe"
        outline = "getComputedStyle(document.activeElement).outlineStyle"
        assert shown.evaluate(outline) == "solid"
        shown.keyboard.press("Enter")
        shown.wait_for_selector("text=You are unsubscribed")


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", ["ar", "ja", "de"])
def test_a_page_in_another_language(browser: Browser, name: str, scheme: Scheme) -> None:
    content = load(DATA / "languages" / name).content
    assert content
    voice = Voice(content.publication)
    wanted = Wanted("", ("nowhere",), name, "2020-01-01")
    told = voice.choose(wanted, TODAY.date(), wrong=[ROLE, PAUSE])
    with window(browser, 390, scheme) as (shown, _):
        shown.set_content(Pages(Theme()).page(told).content.decode())
        assert violations(shown) == []
        assert overflow(shown) <= 0
        assert shown.evaluate("document.dir") == told.direction
