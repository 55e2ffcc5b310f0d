"""Small valid values, to be changed in the one place a test is about."""

from datetime import date
from typing import Any

from digest.content.corpus import Content
from digest.content.editions import Edition, Pattern
from digest.content.publication import (
    EvidenceClass,
    Freshness,
    OutcomeClass,
    Publication,
    Role,
    Sender,
    Stream,
    Tone,
)
from digest.content.records import Record

DATED = date(2026, 11, 3)

NEUTRAL = Role(id="executive", title="Executive", neutral=True)
ENGINEER = Role(id="engineer", title="Engineer")


def a_record(name: str = "one", **changes: Any) -> Record:
    """A record of a measured, positive finding, published on the day of the edition."""
    fields: dict[str, Any] = {
        "id": name,
        "title": f"Title of {name}",
        "organization": f"Organization of {name}",
        "publication_date": DATED,
        "source_url": f"https://{name}.example.org/report",
        "evidence_class": "measured",
        "outcome_class": "positive",
        "finding": f"Finding of {name}.",
        "caveats": f"Limits of {name}.",
    }
    return Record(**fields | changes)


def a_pattern(*evidence: str, name: str = "first", **changes: Any) -> Pattern:
    """A pattern over the records of those ids."""
    fields: dict[str, Any] = {
        "id": name,
        "title": f"Title of {name}",
        "summary": f"Summary of {name}.",
        "question": f"Question of {name}?",
        "evidence": evidence,
    }
    return Pattern(**fields | changes)


def a_publication(**changes: Any) -> Publication:
    """A publication in English with a neutral role and one other, two classes of each kind."""
    fields: dict[str, Any] = {
        "id": "sample",
        "title": "Sample Evidence",
        "publisher": "Sample Desk",
        "language": "en-US",
        "timezone": "UTC",
        "site_url": "https://sample.example.org/",
        "method_url": "https://sample.example.org/method",
        "sender": Sender(name="Sample Desk", address="desk@sample.example.org"),
        "postal_address": "1 Example Street, Sampletown",
        "streams": (Stream(id="only", title="The only stream"),),
        "roles": (NEUTRAL, ENGINEER),
        "evidence_classes": (
            EvidenceClass(id="measured", title="Measured", definition="Somebody measured it."),
            EvidenceClass(id="claimed", title="Claimed", definition="Somebody says so."),
        ),
        "outcome_classes": (
            OutcomeClass(id="positive", title="Positive", tone=Tone.GOOD),
            OutcomeClass(id="mixed", title="Mixed", tone=Tone.MIXED, definition="Both."),
        ),
        "freshness": (
            Freshness(id="new", title="New", within_days=14),
            Freshness(id="recent", title="Recent", within_days=60),
            Freshness(id="older", title="Older, newly relevant", badge="Newly relevant · {month}"),
        ),
    }
    return Publication(**fields | changes)


def an_edition(*records: Record, **changes: Any) -> Edition:
    """An edition of those records in that order."""
    fields: dict[str, Any] = {
        "id": "2026-11-03-sample",
        "stream": "only",
        "title": "A sample edition",
        "dated": DATED,
        "summary": "What the records say, in a sentence long enough to stand in an inbox.",
        "records": tuple(record.id for record in records),
    }
    return Edition(**fields | changes)


def a_content(*records: Record, publication: Publication | None = None, **edition: Any) -> Content:
    """A publication that holds those records and one edition of them, changed as given."""
    one = an_edition(*records, **edition)
    return Content(
        publication=publication or a_publication(),
        records={record.id: record for record in records},
        editions={one.id: one},
    )
