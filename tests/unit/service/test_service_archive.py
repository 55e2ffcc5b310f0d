"""What everybody may read, and what nobody gets to see."""

import json
import shutil
from datetime import timedelta
from email.utils import format_datetime, parsedate_to_datetime
from pathlib import Path

import pytest

from digest.bundle.approved import copy_of
from digest.bundle.manifest import parse
from digest.delivery.dispatch.links import Page
from digest.delivery.ledger import runs
from digest.delivery.ledger.lasting import hold_open
from digest.press.public import Scope
from support.approvals import accounts
from support.builds import EDITION, built, change
from support.public import ONE_CLICK, Clock, Place, Visited, visited

HIDDEN = (
    "planner.eml",
    "planner.email.html",
    "planner.txt",
    "planner.json",
    "manifest.json",
    "..%2fmanifest.json",
    "%2e%2e%2f%2e%2e%2fcoast%2fpublication.yaml",
    "..%5cplanner.html",
    "planner.html%00",
    ".digest",
    "no.html",
)


def approved_copy(place: Place) -> Path:
    run = runs.find(place.book.ledger, EDITION)
    assert run
    return copy_of(place.output, run.seal)


def test_the_archive_and_the_feeds_of_what_was_sent(visit: Visited) -> None:
    pages = {name: visit.client.get(f"/{name}") for name in ("", "index.html", "feed.xml")}
    feed = visit.client.get("/feed.json")

    assert {one.status_code for one in pages.values()} == {200}
    assert pages[""].content == pages["index.html"].content
    assert EDITION in pages[""].text
    assert pages["feed.xml"].headers["content-type"].startswith("application/atom+xml")
    assert feed.headers["content-type"] == "application/feed+json"
    assert [item["id"] for item in json.loads(feed.content)["items"]] == [
        f"https://coast.example.org/{EDITION}/"
    ]


def test_the_pages_of_a_sent_edition_are_the_approved_bytes(place: Place, visit: Visited) -> None:
    page = visit.client.get(f"/{EDITION}/planner.html")
    front = visit.client.get(f"/{EDITION}/")

    assert page.content == (approved_copy(place) / "planner.html").read_bytes()
    assert front.content == (approved_copy(place) / "index.html").read_bytes()
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in page.headers["content-security-policy"]


@pytest.mark.parametrize("name", HIDDEN)
def test_nothing_else_is_public(visit: Visited, name: str) -> None:
    assert visit.client.get(f"/{EDITION}/{name}").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/.digest/",
        "/output/",
        "/coast/publication.yaml",
        "/ledger.sqlite3",
        "/%2e%2e/",
        "/a//b",
        "/u",
    ],
)
def test_no_path_leads_beside_the_editions(visit: Visited, path: str) -> None:
    assert visit.client.get(path).status_code == 404


def test_what_was_built_again_and_not_approved_is_not_shown(place: Place, visit: Visited) -> None:
    change(place.root, lambda data: data.update(publisher="Somebody Else Entirely"))
    built(place.root, place.output, channels=())
    assert b"Somebody Else Entirely" in (place.output / EDITION / "planner.html").read_bytes()

    assert "Somebody Else Entirely" not in visit.client.get(f"/{EDITION}/planner.html").text


def test_without_its_copy_the_same_bundle_in_the_output_serves(
    place: Place, visit: Visited
) -> None:
    shutil.rmtree(approved_copy(place))

    assert visit.client.get(f"/{EDITION}/planner.html").status_code == 200


def test_bytes_that_are_not_those_of_the_manifest_are_not_given(
    place: Place, visit: Visited
) -> None:
    (approved_copy(place) / "planner.html").write_bytes(b"forged")

    assert visit.client.get(f"/{EDITION}/planner.html").status_code == 404
    assert visit.client.get(f"/{EDITION}/engineer.html").status_code == 200


def test_a_link_among_the_files_leads_nowhere(place: Place, visit: Visited) -> None:
    file = approved_copy(place) / "planner.html"
    kept = file.rename(place.root / "planner.html")
    file.symlink_to(kept)

    assert visit.client.get(f"/{EDITION}/planner.html").status_code == 404


def test_an_edition_that_was_not_sent_is_not_public(place: Place, tmp_path: Path) -> None:
    place.book.ledger.close()
    (tmp_path / "ledger.sqlite3").unlink()

    fresh = place._replace(book=accounts(tmp_path))
    with visited(fresh) as hidden, visited(fresh, scope=Scope.ALL) as open_:
        assert hidden.client.get(f"/{EDITION}/").status_code == 404
        assert hidden.client.get("/").status_code == 404
        assert open_.client.get(f"/{EDITION}/").status_code == 200
        assert open_.client.get("/").status_code == 200
    fresh.book.ledger.close()


def test_the_archive_can_be_left_to_others(place: Place) -> None:
    with visited(place, scope=Scope.OFF) as visit:
        assert [visit.client.get(one).status_code for one in ("/", f"/{EDITION}/")] == [404, 404]


def test_a_partial_bundle_is_public_in_no_case(place: Place) -> None:
    built(place.root, place.output, roles=("planner",), channels=("web",))
    assert parse((place.output / EDITION / "manifest.json").read_bytes()).partial

    with visited(place, scope=Scope.ALL) as visit:
        assert visit.client.get(f"/{EDITION}/planner.html").status_code == 404


def test_what_is_known_is_not_sent_again(visit: Visited) -> None:
    path = f"/{EDITION}/planner.html"
    first = visit.client.get(path)
    changed = parsedate_to_datetime(first.headers["last-modified"])
    tag = first.headers["etag"]

    def again(**headers: str) -> int:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return visit.client.get(path, headers=named).status_code

    assert again(if_none_match=tag) == 304
    assert again(if_none_match=f'"x", W/{tag}') == 304
    assert again(if_none_match='"x"', if_modified_since=format_datetime(changed)) == 200
    assert again(if_modified_since=format_datetime(changed, usegmt=False)) == 304
    assert again(if_modified_since=format_datetime(changed - timedelta(seconds=1))) == 200
    assert again(if_modified_since="yesterday") == 200


def test_an_edition_without_its_slash_is_found_below_any_prefix(visit: Visited) -> None:
    moved = visit.client.get(f"/{EDITION}")

    assert (moved.status_code, moved.headers["location"]) == (308, f"{EDITION}/")
    assert visit.client.get("/2020-01-01-none").status_code == 404


def test_an_edition_that_is_sent_later_appears_without_a_restart(
    place: Place, tmp_path: Path
) -> None:
    clock = Clock()
    with visited(place, clock=clock) as visit:
        assert visit.client.get(f"/{EDITION}/").status_code == 200
        shutil.rmtree(approved_copy(place))
        shutil.move(place.output / EDITION, tmp_path / "kept")
        clock.seconds += 10
        assert visit.client.get(f"/{EDITION}/").status_code == 404
        shutil.move(tmp_path / "kept", place.output / EDITION)
        clock.seconds += 10
        assert visit.client.get(f"/{EDITION}/").status_code == 200


def test_the_archive_follows_its_publication(place: Place) -> None:
    clock = Clock()
    with visited(place, clock=clock) as visit:
        before = visit.client.get("/")
        change(place.root, lambda data: data.update(title="Rivers & Coast"))
        clock.seconds += 10
        after = visit.client.get("/", headers={"If-None-Match": before.headers["etag"]})

    assert "<h1>Coast and River Evidence</h1>" in before.text
    assert (after.status_code, "<h1>Rivers &amp; Coast</h1>" in after.text) == (200, True)


def test_the_archive_outlives_its_ledger(place: Place, tmp_path: Path) -> None:
    clock, file = Clock(), place.book.ledger.path
    assert file
    hold_open(place.book.ledger, 1)
    with visited(place, clock=clock) as visit:
        before = visit.client.get("/").content
        file.rename(tmp_path / "elsewhere")
        clock.seconds += 10

        answer = visit.client.get("/")
        refused = visit.client.post(place.path(Page.UNSUBSCRIBE), data=ONE_CLICK)

        assert (answer.status_code, answer.content) == (200, before)
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert {one.code for one in visit.told} == {"D016"}


def test_every_answer_is_guarded_and_sets_no_cookie(visit: Visited) -> None:
    for path in ("/", "/feed.xml", f"/{EDITION}", f"/{EDITION}/", "/no", "/u/x"):
        headers = visit.client.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"
        assert "default-src 'none'" in headers["content-security-policy"]
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "unsafe-eval" not in headers["content-security-policy"]
        assert "set-cookie" not in headers
