"""Bundles come in as they tell of themselves; one list of editions goes out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest.edition.archive import archive
from digest.edition.listing import Listing
from digest.edition.view import Digest
from digest.render.data import data
from support.archives import FILES, dated, listing, publication, sample_archive, shelved
from support.renderings import coast


def test_an_edition_is_told_of_as_its_digest_tells_it() -> None:
    (issue,) = sample_archive(shelved()).issues
    digest = coast("executive")

    assert (issue.id, issue.title) == ("2026-05-04-barriers", digest.masthead.title)
    assert (issue.summary, issue.stream) == (digest.summary, "Barriers and gates")
    assert (issue.figures, issue.language) == ("3 records and 1 pattern", "en-GB")
    assert (issue.dated.text, issue.published.isoformat()) == (
        "4 May 2026",
        "2026-05-04T09:00:00+01:00",
    )
    assert issue.address == "https://coast.example.org/2026-05-04-barriers/"


@given(st.permutations(["2026-01-02", "2026-10-01", "2025-12-31", "2026-09-30"]))
def test_the_newest_edition_comes_first_whatever_the_folder_says(days: list[str]) -> None:
    found = sample_archive(*map(dated, days)).issues

    assert [one.dated.iso.isoformat() for one in found] == sorted(days, reverse=True)


def test_of_one_day_the_last_name_comes_first() -> None:
    editions = [dated("2026-01-02", edition=name) for name in ("b-b", "a-a", "c-c")]

    assert [one.id for one in sample_archive(*editions).issues] == ["c-c", "b-b", "a-a"]


def test_every_role_is_read_where_it_was_published() -> None:
    files = {name: size for name, size in FILES.items() if name != "planner.html"}
    del files["engineer.pdf"]
    (issue,) = sample_archive(shelved(files=files)).issues

    assert [
        (one.role, one.web and one.web.path, one.pdf and one.pdf.path) for one in issue.readings
    ] == [
        (
            "Executive",
            "2026-05-04-barriers/executive.html",
            "2026-05-04-barriers/executive.pdf",
        ),
        ("Planner", None, "2026-05-04-barriers/planner.pdf"),
        ("Engineer", "2026-05-04-barriers/engineer.html", None),
    ]
    assert issue.front.name == "Executive edition"
    assert issue.front.web
    assert issue.front.web.size == 1000


def test_a_readers_own_files_are_never_told_of() -> None:
    told = sample_archive().model_dump_json()

    assert not any(ending in told for ending in (".txt", ".eml", ".email.html", ".json"))


@pytest.mark.parametrize(
    ("files", "front"),
    [
        (["engineer.html", "executive.pdf"], "2026-05-04-barriers/engineer.html"),
        (["engineer.pdf", "executive.txt"], "2026-05-04-barriers/engineer.pdf"),
    ],
)
def test_another_page_stands_for_an_edition_whose_own_is_missing(
    files: list[str], front: str
) -> None:
    (issue,) = sample_archive(shelved(files=dict.fromkeys(files, 1))).issues

    assert issue.front.copies[0].path == front


def test_an_edition_that_nobody_can_read_is_left_out() -> None:
    assert sample_archive(shelved(files={"executive.txt": 1})).issues == ()


def test_translations_are_the_front_in_other_languages() -> None:
    german = coast("executive").model_copy(update={"stem": "executive.de", "language": "de"})
    files = FILES | {"executive.de.html": 7}
    (issue,) = sample_archive(shelved("one", listing(), files, listing(german))).issues

    (found,) = issue.translations
    assert (found.name, found.language) == ("Ausgabe Executive", "de")
    assert found.web
    assert (found.web.path, found.pdf) == ("one/executive.de.html", None)


@pytest.mark.parametrize(
    ("site", "feed"),
    [
        ("https://a.example.org", "https://a.example.org/feed.xml"),
        ("https://a.example.org/x/", "https://a.example.org/x/feed.xml"),
        ("https://a.example.org/x", "https://a.example.org/x/feed.xml"),
    ],
)
def test_addresses_stand_below_the_site(site: str, feed: str) -> None:
    made = sample_archive(site_url=site)

    assert made.url("feed.xml") == feed
    assert made.site == feed.removesuffix("feed.xml")
    assert made.issues[0].address == feed.replace("feed.xml", "2026-08-03-barriers/")


def test_the_archive_speaks_the_publications_language() -> None:
    made = sample_archive(language="de")

    assert (made.language, made.direction, made.words.editions) == ("de", "ltr", "Ausgaben")
    assert made.issues[1].dated.text == "4. Mai 2026"
    assert made.issues[0].readings[1].name == "Ausgabe Planner"


def test_an_archive_of_nothing_is_empty() -> None:
    assert archive(publication(), []).issues == ()


def test_a_listing_passes_over_what_it_does_not_know() -> None:
    digest: Digest = coast("executive")
    later = data(digest).replace(b'{\n  "schema_version": 1', b'{\n  "later": {"x": []}', 1)

    found = Listing.model_validate_json(later)

    assert found.role == "Executive"
    assert found.summary == digest.summary
