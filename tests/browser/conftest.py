"""One browser for all pictures."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    """Debian's Chromium, at one pixel a pixel and with letters smoothed in grey."""
    options = ["--no-sandbox", "--font-render-hinting=none", "--disable-lcd-text"]
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=chromium, args=options)
        yield opened
        opened.close()
