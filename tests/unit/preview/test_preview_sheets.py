"""Printed pages among the changes: before beside after, or why there are none."""

import re
from pathlib import Path

import pytest

from digest.bundle import store
from digest.bundle.manifest import manifest_of
from digest.preview.choice import choice
from digest.preview.sheets import Sheets, sheets
from digest.preview.shown import Phase
from digest.preview.spreads import Spreads
from digest.render.channels import PDF
from support.builds import EDITION
from support.bundles import artifact
from support.desks import HOST, KEYS, PATIENCE, Browser, Watched, browser, office
from support.editions import EARLIER, another
from support.leaflets import leaflet

QUERY = {"role": "planner", "channel": "changes"}
CHANGES = "/?role=planner&channel=changes"
OLD = leaflet("the same on both sides", "the barriers close in forty minutes", "gone since")
NEW = leaflet("the same on both sides", "the barriers close in sixty minutes")


@pytest.fixture
def printed(watched: Watched, root: Path) -> Watched:
    """A studio with an earlier edition, that has printed for planners."""
    watched.after(lambda: another(root, title="Before <b>"))
    now = watched.studio.now
    channels = {**now.channels, "planner": {**now.channels["planner"], PDF.name: PDF}}
    files = {**now.files, "planner.pdf": artifact("planner.pdf", NEW, pages=2)}
    watched.studio.now = now._replace(channels=channels, files=files)
    return watched


def _bundle(output: Path, content: bytes, name: str = "planner.pdf") -> None:
    files = (artifact(name, content),)
    store.write(output, manifest_of(EARLIER, files, inputs={}, tools={}), files)


def _seen(watched: Watched) -> Sheets:
    shown, spreads = watched.studio.now, Spreads(lambda: None)
    chosen, output = choice(QUERY, shown), watched.studio.output
    found = sheets(shown, output, office(output), chosen, spreads)
    spreads.end(PATIENCE)
    assert found is not None
    return found


def _page(client: Browser, words: str) -> str:
    """The page of the changes once it says the words."""
    for _ in range(1000):
        page = client.get(CHANGES).text
        if words in page:
            return page
    raise AssertionError(page)


def test_changed_pages_stand_side_by_side(printed: Watched) -> None:
    _bundle(printed.studio.output, OLD)
    client = browser(printed.studio)

    page = _page(client, "2 pages differ from")

    assert "Before &lt;b&gt;" in page
    assert "<figcaption>Page 2</figcaption>" in page
    assert "<figcaption>Page 3 is gone</figcaption>" in page
    assert "No longer there" in page
    assert 'alt="Page 2 as it is now, 1 region marked"' in page
    pictures = re.findall(r'<img src="(/sheet/[^"]+)"', page)
    assert len(pictures) == 3
    for address in pictures:
        answer = client.get(address)
        assert answer.headers["content-type"] == "image/png"
        assert answer.content.startswith(b"\x89PNG")


def test_until_they_are_compared_the_rest_is_shown(printed: Watched) -> None:
    _bundle(printed.studio.output, OLD)

    page = browser(printed.studio).get(CHANGES).text

    assert "What changed since" in page
    assert "The pages are being compared." in page
    assert re.search(r'href="/\?role=planner&amp;[^"]*channel=changes[^"]*#pages"', page)


def test_the_same_pages_are_told_at_once(printed: Watched) -> None:
    _bundle(printed.studio.output, NEW)

    assert _seen(printed).said == "No page differs from “Before <b>”."


def test_an_earlier_edition_that_was_never_built_is_told(printed: Watched) -> None:
    found = _seen(printed)

    assert found.said.startswith("“Before <b>” has no bundle in this output")
    assert found.command == f"digest build {EARLIER}"
    assert f"<code>digest build {EARLIER}</code>" in browser(printed.studio).get(CHANGES).text


def test_a_bundle_without_this_print_edition_is_told(printed: Watched) -> None:
    _bundle(printed.studio.output, OLD, "engineer.pdf")

    found = _seen(printed)

    assert "holds no print edition for" in found.said
    assert found.command == f"digest build {EARLIER}"


def test_a_bundle_that_is_damaged_is_told(printed: Watched) -> None:
    _bundle(printed.studio.output, OLD)
    (printed.studio.output / EARLIER / "planner.pdf").write_bytes(b"other")

    found = _seen(printed)

    assert "cannot be read: the file planner.pdf is not what the manifest says." in found.said
    assert found.command


def test_a_print_edition_that_cannot_be_drawn_is_told(printed: Watched) -> None:
    _bundle(printed.studio.output, b"no PDF")

    page = _page(browser(printed.studio), "cannot be drawn")

    assert f"{EARLIER}/planner.pdf" in page


def test_a_role_that_is_not_printed_is_told(watched: Watched, root: Path) -> None:
    watched.after(lambda: another(root))

    assert _seen(watched).said.endswith("is not printed, so there are no pages to compare.")


@pytest.mark.parametrize(
    ("phase", "said", "waiting"),
    [(Phase.PRINT, "is being made", True), (Phase.DONE, "while an error stands", False)],
)
def test_a_print_edition_that_is_not_there_yet_is_told(
    printed: Watched, phase: Phase, said: str, *, waiting: bool
) -> None:
    now = printed.studio.now
    files = {name: file for name, file in now.files.items() if name != "planner.pdf"}
    printed.studio.now = now._replace(files=files, phase=phase)

    found = _seen(printed)

    assert said in found.said
    assert found.waiting is waiting


def test_pages_older_than_the_sources_are_told(printed: Watched) -> None:
    _bundle(printed.studio.output, NEW)
    printed.studio.now = printed.studio.now._replace(behind=frozenset({("planner", PDF.name)}))

    assert "older than the sources" in _seen(printed).said


def test_without_an_earlier_edition_nothing_is_said_of_pages(standing: Watched) -> None:
    page = browser(standing.studio).get(CHANGES).text

    assert "has no earlier edition" in page
    assert "Printed pages" not in page


def test_an_approved_bundle_without_print_has_no_command(watched: Watched) -> None:
    bundle = watched.done().bundle
    assert bundle is not None
    client = browser(watched.studio)
    fields = {"form": KEYS.form, "seal": bundle.seal, "name": "Desk", "note": ""}
    client.post("/approve", data=fields, headers={"origin": f"http://{HOST}"})
    now = watched.studio.now
    channels = {**now.channels, "planner": {PDF.name: PDF}}
    files = {**now.files, "planner.pdf": artifact("planner.pdf", NEW)}
    watched.studio.now = now._replace(channels=channels, files=files)

    page = client.get(f"{CHANGES}&against=approved").text

    assert "The bundle of what was approved holds no print edition for" in page
    assert "digest build" not in page


@pytest.mark.parametrize(
    "path",
    ["x/1/after", "..%2F..%2Fetc/1/after", "x/-1/after", "x/a/after", f"{EDITION}/1/before"],
)
def test_no_other_picture_is_served(standing: Watched, path: str) -> None:
    assert browser(standing.studio).get(f"/sheet/{path}").status_code == 404


def test_who_is_not_inside_sees_no_page(standing: Watched) -> None:
    client = browser(standing.studio, inside=False)

    assert client.get("/sheet/x/1/after").status_code == 403
