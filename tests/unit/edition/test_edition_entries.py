from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from digest.content.publication import Role
from digest.content.records import Record
from digest.edition.compose import compose
from digest.edition.view import Entry
from support.builders import (
    ENGINEER,
    NEUTRAL,
    a_content,
    a_pattern,
    a_publication,
    a_record,
)

RICH = a_record(
    "rich",
    sled_relevance="Why, plainly.",
    evidence="212 closures.",
    sector="Flood defence",
    procurement_implications="Buy pumps.",
    architecture_implications="Leave room.",
    roles={"engineer": "Flush it.", "seller": "Sell it."},
    role_details={
        "engineer": {
            "proofOfValue": ["One", " ", "Two"],
            "unsupportedClaims": ["That it pays"],
            "fit": "Fits\r\neverywhere",
            "risks": [],
        },
        "seller": {"fit": "Not for engineers"},
    },
)


def entry_of(
    record: Record, role: Role = ENGINEER, language: str = "en-US", **publication: object
) -> Entry:
    content = a_content(record, publication=a_publication(**publication))
    return compose(content, content.newest(), role, language).entries[0]


def test_the_takeaway_leads_with_the_name_of_its_role() -> None:
    takeaway = entry_of(RICH).takeaway
    assert takeaway is not None
    assert (takeaway.heading, takeaway.text) == ("What this means for Engineer", "Flush it.")


def test_details_keep_their_order_their_form_and_a_label_from_their_name() -> None:
    details = entry_of(RICH).details
    assert [(one.label, one.items, one.listed) for one in details] == [
        ("Proof of value", ("One", "Two"), True),
        ("Fit", ("Fits\neverywhere",), False),
    ]


def test_unsupported_claims_are_a_warning_and_no_detail_even_under_an_own_label() -> None:
    entry = entry_of(RICH, labels={"unsupportedClaims": "Fine to say", "fit": "Where it fits"})
    assert [(one.label, one.items, one.warning) for one in entry.warnings] == [
        ("Do not claim", ("That it pays",), True)
    ]
    assert [one.label for one in entry.details] == ["Proof of value", "Where it fits"]


def test_a_neutral_role_has_the_fields_it_asks_for_and_nothing_of_a_role() -> None:
    role = NEUTRAL.model_copy(update={"fields": ("procurementImplications", "sector")})
    meant = {"roles": {"executive": "No."}, "role_details": {"executive": {"fit": "No."}}}
    entry = entry_of(RICH.model_copy(update=meant), role)
    assert (entry.takeaway, entry.details, entry.warnings) == (None, (), ())
    assert [(one.label, one.text) for one in entry.fields] == [
        ("Procurement", "Buy pumps."),
        ("Sector", "Flood defence"),
    ]


def test_limits_stand_next_to_the_evidence() -> None:
    role = ENGINEER.model_copy(update={"fields": ("architectureImplications",)})
    assert [one.label for one in entry_of(RICH, role).paragraphs] == [
        "Why it matters",
        "Evidence",
        "Limitations",
        "Architecture",
    ]


def test_a_publication_may_rename_every_field() -> None:
    own = {"sledRelevance": "For councils", "evidence": "Proof", "caveats": "But"}
    assert [one.label for one in entry_of(RICH, labels=own).paragraphs] == [
        "For councils",
        "Proof",
        "But",
    ]


def test_labels_speak_the_language_of_the_digest() -> None:
    entry = entry_of(RICH, languages=("de",), language="de")
    assert [one.label for one in entry.paragraphs] == ["Warum es zählt", "Belege", "Grenzen"]
    assert entry.warnings[0].label == "Nicht behaupten"


def test_what_a_record_does_not_say_has_no_label() -> None:
    entry = entry_of(a_record(evidence=" ", geography=" "))
    assert (entry.why, entry.evidence, entry.geography, entry.event) == (None, None, None, None)


def test_a_source_without_a_name_or_label_is_its_organization_and_its_host() -> None:
    source = entry_of(a_record()).source
    assert (source.name, source.label) == ("Organization of one", "one.example.org")
    assert source.url == "https://one.example.org/report"
    assert source.printed.replace("\u200b", "") == "one.example.org/report"


def test_a_source_keeps_the_name_and_label_it_has() -> None:
    source = entry_of(a_record(source_name="The\nBlog", source_label="Blog: a post")).source
    assert (source.name, source.label) == ("The Blog", "Blog: a post")


@pytest.mark.parametrize(
    ("moment", "zone", "day"),
    [
        (datetime(2026, 11, 2, 23, 30, tzinfo=UTC), "Europe/Berlin", date(2026, 11, 3)),
        (datetime(2026, 11, 3, 4, 0, tzinfo=UTC), "America/New_York", date(2026, 11, 2)),
        (datetime(2026, 11, 3, 4, 0), "Pacific/Kiritimati", date(2026, 11, 3)),  # noqa: DTZ001  # a record may lack the zone
        (datetime.min.replace(tzinfo=timezone(timedelta(hours=9))), "UTC", date.min),
    ],
)
def test_a_record_was_retrieved_on_a_day_of_the_publication(
    moment: datetime, zone: str, day: date
) -> None:
    retrieved = entry_of(a_record(retrieved_at=moment), timezone=zone).provenance.retrieved
    assert retrieved is not None
    assert retrieved.iso == day


def test_provenance_names_the_version_and_how_many_there_were() -> None:
    record = a_record(version="3", versions=("1", "2", "3"), enrichment_basis="retrieved source")
    provenance = entry_of(record).provenance
    assert (provenance.version, provenance.versions) == ("3", 3)
    assert provenance.basis == "retrieved source"
    assert entry_of(a_record()).provenance.versions == 1


def test_an_entry_leads_to_the_patterns_that_cite_it() -> None:
    one, two = a_record("one"), a_record("two")
    patterns = (a_pattern("two", "one", name="first"), a_pattern("one", "two", name="second"))
    content = a_content(one, two, a_record("three"), patterns=patterns)
    entries = compose(content, content.newest(), NEUTRAL, "en-US").entries
    assert [(to.label, to.anchor, to.title) for to in entries[0].patterns] == [
        ("Pattern 1", "pattern-first", "Title of first"),
        ("Pattern 2", "pattern-second", "Title of second"),
    ]
    assert entries[2].patterns == ()
