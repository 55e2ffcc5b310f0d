"""A whole build tells of its edition on the archive page and in the feeds."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from digest.bundle import store
from digest.bundle.manifest import manifest_of
from digest.press.build import Built
from digest.problems import DigestError
from digest.render.artifact import Artifact
from support.builds import EDITION, built, change
from support.pages import Page
from support.pictures import logo

SITE = {"index.html", "feed.xml", "feed.json"}
LATER = "2026-08-03-barriers"


@pytest.fixture
def root(root: Path) -> Path:
    """A publication of quick channels with two editions."""
    change(root, lambda data: [one.update(channels=["web", "text"]) for one in data["roles"]])
    first = root / "editions" / f"{EDITION}.yaml"
    later = first.read_text(encoding="utf-8").replace(EDITION, LATER).replace("-05-04", "-08-03")
    (root / "editions" / f"{LATER}.yaml").write_text(later, encoding="utf-8")
    return root


def _built(root: Path, output: Path, edition: str = EDITION, **wish: Any) -> Built:
    return built(root, output, edition=edition, **{"channels": (), **wish})


def _codes(made: Built) -> list[str]:
    return [one.code for one in made.problems if one.code.startswith("B")]


def _listed(output: Path) -> list[str]:
    items = json.loads((output / "feed.json").read_text(encoding="utf-8"))["items"]
    return [item["id"].rstrip("/").rpartition("/")[2] for item in items]


def _site(output: Path) -> set[str]:
    return {path.name for path in output.iterdir() if path.is_file()}


def test_a_whole_build_writes_archive_and_feeds(root: Path, output: Path) -> None:
    made = _built(root, output)

    assert _codes(made) == []
    assert _site(output) == SITE
    assert _listed(output) == [EDITION]


def test_every_later_build_tells_of_all_bundles(root: Path, output: Path) -> None:
    _built(root, output, LATER)
    _built(root, output, EDITION)

    assert _listed(output) == [LATER, EDITION]
    entries = etree.parse(output / "feed.xml").findall("{http://www.w3.org/2005/Atom}entry")
    assert len(entries) == 2


def test_links_of_the_archive_lead_to_files_that_are_there(root: Path, output: Path) -> None:
    change(root, lambda data: data.update(languages=["de"]))
    _built(root, output, LATER)
    _built(root, output, EDITION)

    page = Page((output / "index.html").read_bytes())
    inside = [one for one in page.links if not re.match(r"https:|#", one)]
    assert len(inside) == 2 + 2 * (1 + 3 + 1)
    assert [one for one in inside if not (output / one).is_file()] == []
    feed = json.loads((output / "feed.json").read_text(encoding="utf-8"))
    urls = [one["url"] for item in feed["items"] for one in item["attachments"]]
    paths = [one.removeprefix("https://coast.example.org/") for one in urls]
    assert [one for one in paths if not (output / one).is_file()] == []


def test_the_order_of_builds_leaves_no_trace(root: Path, tmp_path: Path) -> None:
    for name, order in (("a", (EDITION, LATER)), ("b", (LATER, EDITION, LATER))):
        for edition in order:
            _built(root, tmp_path / name, edition)

    for file in SITE:
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_a_narrowed_build_leaves_them_as_they_were(root: Path, output: Path) -> None:
    _built(root, output, LATER, roles=("planner",))
    assert _site(output) == set()

    _built(root, output)
    assert _site(output) == SITE
    before = (output / "feed.xml").read_bytes()
    _built(root, output, EDITION, roles=("planner",))
    assert (output / "feed.xml").read_bytes() == before


def test_a_partial_bundle_is_left_out_and_noted(root: Path, output: Path) -> None:
    _built(root, output, LATER, roles=("planner",))

    made = _built(root, output)

    assert _codes(made) == ["B042"]
    assert _listed(output) == [EDITION]


def test_files_of_others_stay_and_the_rest_is_written(root: Path, output: Path) -> None:
    output.mkdir()
    (output / "index.html").write_text("<p>my own front page", encoding="utf-8")

    made = _built(root, output)

    assert _codes(made) == ["B040"]
    assert (output / "index.html").read_text(encoding="utf-8") == "<p>my own front page"
    assert _listed(output) == [EDITION]


def test_a_bundle_of_another_publication_is_none_of_ours(root: Path, output: Path) -> None:
    _built(root, output, LATER)
    (root / "editions" / f"{LATER}.yaml").unlink()
    change(root, lambda data: data.update(site_url="https://rivers.example.org/"))

    _built(root, output)

    assert _listed(output) == [EDITION]


def test_an_edition_whose_file_is_gone_stays_in_the_archive(root: Path, output: Path) -> None:
    _built(root, output, LATER)
    (root / "editions" / f"{LATER}.yaml").unlink()

    _built(root, output)

    assert _listed(output) == [LATER, EDITION]


def test_a_site_that_moved_takes_its_editions_along(root: Path, output: Path) -> None:
    _built(root, output, LATER)
    change(root, lambda data: data.update(site_url="https://new.example.org/coast"))

    _built(root, output)

    feed = (output / "feed.xml").read_text(encoding="utf-8")
    assert _listed(output) == [LATER, EDITION]
    assert "https://coast.example.org" not in feed
    assert f"https://new.example.org/coast/{LATER}/executive.html" in feed


@pytest.mark.parametrize("content", [b"{}", b"[]", b"\xff", None])
def test_a_bundle_that_says_nothing_of_itself_is_named(
    root: Path, output: Path, content: bytes | None
) -> None:
    odd = Artifact(
        path="executive.json" if content is not None else "executive.html",
        role="executive",
        language="en",
        channel="digest" if content is not None else "web",
        media_type="application/json",
        content=content or b"",
    )
    store.write(output, manifest_of("odd", [odd], inputs={}, tools={}), [odd])

    made = _built(root, output)

    (problem,) = (one for one in made.problems if one.code == "B041")
    assert "odd" in problem.message
    assert _listed(output) == [EDITION]


def test_a_theme_at_fault_stops_the_build_before_anything_is_written(
    root: Path, output: Path
) -> None:
    template = root / "templates" / "web" / "archive.html"
    template.parent.mkdir(parents=True)
    template.write_text("{{ archive.nothing }}", encoding="utf-8")

    with pytest.raises(DigestError, match="H003"):
        _built(root, output)

    assert not (output / EDITION).exists()
    assert not output.exists() or _site(output) == set()


def test_without_a_page_or_a_pdf_there_is_nothing_to_tell_of(root: Path, output: Path) -> None:
    change(root, lambda data: [one.update(channels=["text"]) for one in data["roles"]])

    _built(root, output)

    assert _site(output) == set()


def test_the_pages_lead_to_the_feed(root: Path, output: Path) -> None:
    _built(root, output)

    page = Page((output / EDITION / "planner.html").read_bytes())
    feed = etree.parse(output / "feed.xml").getroot()
    (own,) = (one for one in feed if one.get("rel") == "self")
    (link,) = (one for one in page.root.iter("link") if one.get("type"))
    assert link.attrib["type"] == own.get("type")
    assert link.attrib["href"] == own.get("href")


def test_the_logo_is_one_of_the_inputs(root: Path, output: Path) -> None:
    (root / "logo.png").write_bytes(logo())
    change(root, lambda data: data["theme"].update(logo="logo.png"))
    made = _built(root, output)
    again = _built(root, output)
    (root / "logo.png").write_bytes(logo(colour=(1, 2, 3)))

    changed = _built(root, output)

    assert made.manifest.inputs["logo.png"] != changed.manifest.inputs["logo.png"]
    assert made.manifest.seal == again.manifest.seal != changed.manifest.seal
    assert (again.rendered, changed.rendered) == (0, made.rendered)
    assert b"data:image/png" in (output / EDITION / "planner.html").read_bytes()
    assert b"data:image/png" in (output / "index.html").read_bytes()
