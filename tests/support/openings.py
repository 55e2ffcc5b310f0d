"""A running `digest preview`, and a browser's window before it."""

import hashlib
import os
import re
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any, Literal

from playwright.sync_api import Browser, Page, expect

from support.builds import EDITION
from support.cli import PROGRAM, environment
from support.samples import COAST

#: How long the page may take to follow, in milliseconds; the machine may be busy.
PATIENCE = 30_000

RECORD = "records/gate-closing-times.json"

Scheme = Literal["light", "dark"]


class Desk:
    """A running `digest preview` over a copy of the sample."""

    def __init__(self, folder: Path) -> None:
        self.root, self.output = folder / "coast", folder / "output"
        copytree(COAST, self.root)

    def open(self) -> None:
        words = ["-P", str(self.root), "-o", str(self.output), "preview"]
        self._process = subprocess.Popen(
            [*PROGRAM, *words], stderr=subprocess.PIPE, text=True, env=environment()
        )
        assert self._process.stderr is not None
        line = self._process.stderr.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/#\S+", line)
        assert found, line + self._process.stderr.read()
        self.address = found[0]

    def close(self) -> int:
        os.kill(self._process.pid, signal.SIGINT)
        code = self._process.wait(30)
        assert self._process.stderr is not None
        said = self._process.stderr.read()
        self._process.stderr.close()
        assert said == ""
        return code

    def say(self, old: str, new: str, name: str = RECORD) -> None:
        """Save a file as an editor does: written beside it, then put in its place."""
        file = self.root / name
        text = file.read_text("utf-8")
        assert old in text
        draft = file.with_name(f".{file.name}.draft")
        draft.write_text(text.replace(old, new), "utf-8")
        draft.replace(file)

    def memory(self) -> int:
        """Bytes that the desk and all processes below it hold for themselves."""
        below, found = {self._process.pid}, 0
        for folder in sorted(Path("/proc").glob("[0-9]*"), key=lambda one: int(one.name)):
            try:
                said = (folder / "status").read_text("utf-8")
                rollup = (folder / "smaps_rollup").read_text("utf-8")
            except OSError:  # it ended, or is somebody else's
                continue
            parent = int(said.partition("PPid:")[2].split()[0])
            if int(folder.name) in below or parent in below:
                below.add(int(folder.name))
                found += int(rollup.partition("\nPss:")[2].split()[0]) * 1024
        return found

    def sha256(self, name: str) -> str:
        return hashlib.sha256((self.output / EDITION / name).read_bytes()).hexdigest()


def window(browser: Browser, width: int, scheme: Scheme) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,
        reduced_motion="reduce",
        permissions=["clipboard-read", "clipboard-write"],
    )
    page, said = context.new_page(), list[str]()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("console", lambda one: said.append(one.text) if one.type == "error" else None)
    yield page
    context.close()
    # The door itself and a conflict are told with their status.
    quiet = ("status of 4", "ERR_CONNECTION_REFUSED", "ERR_INCOMPLETE_CHUNKED_ENCODING")
    assert [one for one in said if not any(word in one for word in quiet)] == []


def enter(page: Page, desk: Desk, query: str = "") -> None:
    page.goto(desk.address)
    page.wait_for_url(re.compile(r"/$"))
    made(page)
    if query:
        page.goto(f"{desk.address.partition('#')[0]}?{query}")
        made(page)


def made(page: Page) -> None:
    expect(page.locator("#state")).to_contain_text("Everything is made", timeout=PATIENCE)


def in_frame(page: Page) -> Any:
    return page.frame_locator("#frame").locator("body")


def shown_sha256(page: Page) -> str:
    """The hash of what the frame was given."""
    address = page.locator("#frame").get_attribute("src")
    sha: str = page.evaluate(
        """async address => {
            const bytes = await (await fetch(address)).arrayBuffer();
            const sha = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
            return [...sha].map(one => one.toString(16).padStart(2, "0")).join("");
        }""",
        address,
    )
    return sha
