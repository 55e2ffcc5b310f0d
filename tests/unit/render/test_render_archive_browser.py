"""The archive page in a browser."""

from importlib.resources import files
from pathlib import Path
from typing import Literal

import pytest
from playwright.sync_api import Browser, Page

from digest.edition.archive import Archive
from digest.render.archive import page
from digest.render.theme import Theme
from support.archives import listing, sample_archive, shelved
from support.pictures import FAINT, logo
from support.renderings import coast

pytestmark = pytest.mark.browser

LONG = "W" * 150
AXE = (files("axe_playwright_python") / "axe.min.js").read_text("utf-8")


def _open(browser: Browser, archive: Archive, folder: Path) -> Page:
    file = folder / "index.html"
    file.write_bytes(page(archive, Theme()))
    opened = browser.new_page()
    opened.goto(file.as_uri())
    return opened


@pytest.mark.parametrize("language", ["en-GB", "ar"])
def test_nothing_is_wider_than_the_screen(browser: Browser, tmp_path: Path, language: str) -> None:
    one = shelved("one", listing(coast("executive", summary=LONG), title=LONG, stream=LONG))
    archive = sample_archive(one, shelved(), language=language, title=LONG, publisher=LONG)
    opened = _open(browser, archive, tmp_path)

    for width in (320, 390, 768, 1280):
        opened.set_viewport_size({"width": width, "height": 800})
        assert opened.evaluate("document.documentElement.scrollWidth") <= width


def test_the_page_asks_for_nothing_and_the_console_stays_silent(
    browser: Browser, tmp_path: Path
) -> None:
    file = tmp_path / "index.html"
    file.write_bytes(page(sample_archive(), Theme()))
    opened, asked, said = browser.new_page(), list[str](), list[str]()
    opened.on("request", lambda request: asked.append(request.url))
    opened.on("console", lambda message: said.append(message.text))

    opened.goto(file.as_uri())

    assert [url for url in asked if url != "data:,"] == [file.as_uri()]
    assert said == []


@pytest.mark.parametrize(("language", "far"), [("en-GB", False), ("ar", True)])
def test_dates_hang_on_the_side_where_lines_begin(
    browser: Browser, tmp_path: Path, language: str, *, far: bool
) -> None:
    opened = _open(browser, sample_archive(language=language), tmp_path)
    opened.set_viewport_size({"width": 1280, "height": 800})
    date, title = (opened.locator(what).first.bounding_box() for what in (".number", ".text"))

    assert date is not None
    assert title is not None
    assert (date["x"] > title["x"]) is far


def test_a_printed_list_needs_no_links_to_files(browser: Browser, tmp_path: Path) -> None:
    opened = _open(browser, sample_archive(), tmp_path)
    row = opened.locator(".readings").first
    assert row.is_visible()

    opened.emulate_media(media="print")

    assert not row.is_visible()
    assert opened.locator(".text").first.is_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en-GB", "ar"])
def test_the_page_is_open_to_everybody(
    browser: Browser, tmp_path: Path, language: str, scheme: Literal["light", "dark"]
) -> None:
    (tmp_path / "logo.png").write_bytes(logo(mode="RGBA", colour=FAINT))
    archive = sample_archive(language=language)
    look = archive.look.model_copy(update={"logo": "logo.png"})
    file = tmp_path / "index.html"
    file.write_bytes(page(archive.model_copy(update={"look": look}), Theme(tmp_path)))
    opened = browser.new_page(color_scheme=scheme)
    opened.goto(file.as_uri())

    opened.evaluate(AXE)
    found = opened.evaluate("() => axe.run({resultTypes: ['violations']})")["violations"]

    assert [(one["id"], one["impact"]) for one in found] == []
