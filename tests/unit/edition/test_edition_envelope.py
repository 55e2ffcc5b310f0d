import pytest

from digest.edition.envelope import envelope
from digest.edition.phrases import Phrases
from digest.edition.view import Mail
from support.builders import ENGINEER, a_publication, a_record, an_edition

LONG = "A title of an edition that goes on and on about gates, sills and the silt between"
WORD = "Donaudampfschifffahrtsgesellschaft" * 3


def mail(**edition: object) -> Mail:
    made = an_edition(a_record(), **edition)
    return envelope(a_publication(), made, ENGINEER, Phrases("en-US"))


@pytest.mark.parametrize(
    ("edition", "subject"),
    [
        ({}, "Sample Evidence: A sample edition (Engineer)"),
        ({"subject": "Gates\r\nBcc: x"}, "Gates Bcc: x"),
        ({"title": LONG[:60]}, f"{LONG[:60]} (Engineer)"),
        ({"title": LONG[:77].strip()}, LONG[:77].strip()),
        (
            {"title": LONG},
            "A title of an edition that goes on and on about gates, sills and the silt…",
        ),
        ({"title": WORD}, "Edition of November 3, 2026"),
        ({"title": WORD, "subject": WORD}, "Edition of November 3, 2026"),
        ({"subject": WORD}, "Sample Evidence: A sample edition (Engineer)"),
    ],
)
def test_a_subject_is_the_editions_or_derived_and_fits(
    edition: dict[str, object], subject: str
) -> None:
    assert mail(**edition).subject == subject
    assert len(subject) <= 78


@pytest.mark.parametrize(
    ("edition", "preheader"),
    [
        ({"preheader": "Silt slows gates"}, "Silt slows gates"),
        (
            {"summary": "Hinged gates lose closing time to silt. Nobody knows the cost."},
            "Hinged gates lose closing time to silt. Nobody knows the cost.",
        ),
        (
            {"summary": "Hinged gates lose closing time to the silt. " + "More words. " * 9},
            "Hinged gates lose closing time to the silt. More words. More words. More words.",
        ),
        ({"summary": "Gates close."}, "Gates close. · 1 record"),
        (
            {"summary": "word " * 30},
            "word " * 17 + "word…",
        ),
        ({"summary": WORD}, "1 record"),
        ({"summary": f"Short. {WORD}"}, "Short. · 1 record"),
        ({"preheader": WORD, "summary": "Gates close."}, "Gates close. · 1 record"),
    ],
)
def test_a_preheader_is_the_editions_or_how_its_summary_begins(
    edition: dict[str, object], preheader: str
) -> None:
    assert mail(**edition).preheader == preheader
    assert len(preheader) <= 90


def test_the_mail_says_who_sends_it_and_why() -> None:
    sent = mail()
    assert sent.sender_name == "Sample Desk"
    assert sent.sender_address == "desk@sample.example.org"
    assert sent.timezone == "UTC"
    assert sent.why_you_get_this == (
        "You receive this mail because you subscribe to Sample Evidence as Engineer."
    )
