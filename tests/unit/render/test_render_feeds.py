"""What feed readers are promised: RFC 4287, JSON Feed 1.1, and every text as it was written."""

import json
import re
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from lxml import etree

from digest.content.characters import forbidden
from digest.edition.archive import Archive
from digest.render.feeds import atom, json_feed
from digest.render.mark import marked
from support.archives import FILES, dated, listing, sample_archive, shelved
from support.renderings import coast, golden
from support.strategies import free

ATOM = "{http://www.w3.org/2005/Atom}"
LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"


def _bilingual() -> Archive:
    german = coast("executive").model_copy(update={"stem": "executive.de", "language": "de"})
    files = FILES | {"executive.de.html": 7, "executive.de.pdf": 8}
    return sample_archive(
        dated("2026-08-03"), shelved("2026-05-04-barriers", listing(), files, listing(german))
    )


def _feed(archive: Archive) -> etree._Element:
    return etree.fromstring(atom(archive))


def _items(archive: Archive) -> list[dict[str, Any]]:
    items = json.loads(json_feed(archive))["items"]
    assert isinstance(items, list)
    return items


@pytest.mark.parametrize(("name", "make"), [("feed.xml", atom), ("feed.json", json_feed)])
def test_the_feed_is_the_one_that_is_kept(name: str, make: Any) -> None:
    made = make(_bilingual())

    assert made == golden(f"site/{name}", made)


def test_a_feed_and_its_entries_have_what_they_must_once() -> None:
    feed = _feed(_bilingual())

    assert feed.tag == f"{ATOM}feed"
    assert [len(feed.findall(f"{ATOM}{name}")) for name in ("id", "title", "updated")] == [1] * 3
    assert feed.findtext(f"{ATOM}author/{ATOM}name") == "Example Flood Desk"
    for entry in feed.iter(f"{ATOM}entry"):
        names = ("id", "title", "updated", "published", "summary")
        assert [len(entry.findall(f"{ATOM}{name}")) for name in names] == [1] * 5
    ids = [one.text for one in feed.iter(f"{ATOM}id")]
    assert len(set(ids)) == len(ids) == 3


def test_no_two_alternates_share_a_type_and_a_language() -> None:
    feed = _feed(_bilingual())

    for parent in (feed, *feed.iter(f"{ATOM}entry")):
        links = [dict(one.attrib) for one in parent.findall(f"{ATOM}link")]
        alternates = [one for one in links if one["rel"] == "alternate"]
        kinds = [(one["type"], one.get("hreflang")) for one in alternates]
        assert alternates
        assert len(set(kinds)) == len(kinds)


def test_entries_lead_to_every_role() -> None:
    entry = next(_feed(_bilingual()).iter(f"{ATOM}entry"))
    links = [(one.get("rel"), one.get("title"), one.get("href")) for one in entry.iter()]
    base = "https://coast.example.org/2026-08-03-barriers"

    assert [one for one in links if one[0]] == [
        ("alternate", "Executive edition", f"{base}/executive.html"),
        ("alternate", "Executive edition", f"{base}/executive.pdf"),
        ("related", "Planner edition", f"{base}/planner.html"),
        ("related", "Engineer edition", f"{base}/engineer.html"),
    ]


def test_moments_are_those_of_the_mail_and_the_feeds_is_the_newest() -> None:
    feed = _feed(_bilingual())

    assert [one.text for one in feed.iter(f"{ATOM}updated")] == [
        "2026-08-03T09:00:00+01:00",
        "2026-08-03T09:00:00+01:00",
        "2026-05-04T09:00:00+01:00",
    ]
    (item, _) = _items(_bilingual())
    assert datetime.fromisoformat(item["date_published"]).utcoffset()


def test_both_feeds_tell_of_the_same_editions_in_the_same_order() -> None:
    archive = _bilingual()
    entries, items = list(_feed(archive).iter(f"{ATOM}entry")), _items(archive)

    assert [one.findtext(f"{ATOM}id") for one in entries] == [one["id"] for one in items]
    assert [one.findtext(f"{ATOM}summary") for one in entries] == [
        one["content_text"] for one in items
    ]
    links = [next(one.iterfind(f"{ATOM}link")) for one in entries]
    assert [one["url"] for one in items] == [one.get("href") for one in links]


def test_a_json_feed_has_what_its_version_asks_for() -> None:
    feed = json.loads(json_feed(_bilingual()))

    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert feed["home_page_url"] == "https://coast.example.org/"
    assert feed["feed_url"] == "https://coast.example.org/feed.json"
    assert [one["name"] for one in feed["authors"]] == ["Example Flood Desk"]
    for item in feed["items"]:
        assert item["id"]
        assert item["content_text"]
        assert {one["mime_type"] for one in item["attachments"]} == {
            "text/html",
            "application/pdf",
        }
    assert [name for name in feed if name.startswith("_")] == ["_digest_press"]


def test_files_of_one_title_are_one_digest_in_several_forms() -> None:
    item = _items(_bilingual())[1]
    forms = [(one["title"], one["size_in_bytes"]) for one in item["attachments"]]

    assert forms[:2] == [("Executive edition", 1000), ("Executive edition", 2000)]
    assert forms[-2:] == [("Ausgabe Executive", 7), ("Ausgabe Executive", 8)]


def test_both_feeds_say_whose_they_are() -> None:
    archive = sample_archive()

    assert marked(atom(archive)) == marked(json_feed(archive)) == "coast"
    assert marked(b"<feed><generator>another press</generator></feed>") is None


def test_no_address_is_personal() -> None:
    for feed in (atom(_bilingual()), json_feed(_bilingual())):
        assert b"unsubscribe" not in feed
        assert not re.search(rb"\.(txt|eml|email\.html)\b", feed)


@given(title=free(), summary=free())
def test_any_text_comes_back_as_it_went(title: str, summary: str) -> None:
    digest = coast("executive", summary=summary)
    archive = sample_archive(shelved("one", listing(digest, title=title, stream=title)))

    entry = next(_feed(archive).iter(f"{ATOM}entry"))
    (item,) = _items(archive)

    told = (entry.findtext(f"{ATOM}title"), entry.findtext(f"{ATOM}summary"))
    if not forbidden(title + summary):
        assert told == (title, summary)
    assert (item["title"], item["content_text"]) == (title, summary)


def test_what_xml_has_no_room_for_does_not_break_the_feed() -> None:
    digest = coast("executive", summary="a\x00b\ufffec\x1b")
    archive = sample_archive(shelved("one", listing(digest)))

    assert _feed(archive).findtext(f".//{ATOM}summary") == "a\ufffdb\ufffdc\ufffd"
