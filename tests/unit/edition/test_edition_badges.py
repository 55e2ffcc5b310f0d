from datetime import timedelta

import pytest

from digest.content.publication import EvidenceClass, Freshness, Tone
from digest.content.records import Record
from digest.edition.badges import Badges
from digest.edition.phrases import Phrases
from support.builders import DATED, a_publication, a_record


def badges(language: str = "en-US", **changes: object) -> Badges:
    return Badges(a_publication(**changes), DATED, Phrases(language))


def aged(days: int) -> Record:
    return a_record(publication_date=DATED - timedelta(days=days))


@pytest.mark.parametrize(
    ("days", "expected"),
    [(0, "new"), (14, "new"), (15, "recent"), (60, "recent"), (61, "older"), (-3, "new")],
)
def test_the_first_rule_that_fits_gives_the_freshness(days: int, expected: str) -> None:
    assert badges().freshness(aged(days)).id == expected


def test_the_rule_without_days_takes_the_rest_wherever_it_stands() -> None:
    rules = a_publication().freshness
    turned = badges(freshness=(rules[2], rules[0], rules[1]))
    assert [turned.freshness(aged(days)).id for days in (1, 30, 90)] == ["new", "recent", "older"]


@pytest.mark.parametrize(
    ("language", "month"), [("en-US", "Apr 2026"), ("de", "Apr. 2026"), ("fr", "avr. 2026")]
)
def test_a_month_in_a_badge_is_the_month_of_publication(language: str, month: str) -> None:
    badge = badges(language).freshness(aged(210))
    assert badge.text == f"Newly relevant · {month}"
    assert badge.title == "Older, newly relevant"


def test_other_braces_in_a_badge_stay() -> None:
    rule = Freshness(id="any", title="Any", badge="{year} {month} {")
    badge = badges(freshness=(rule,)).freshness(aged(0))
    assert badge.text == "{year} Nov 2026 {"


def test_a_record_no_rule_fits_is_called_older_with_its_month() -> None:
    timed = badges(freshness=a_publication().freshness[:2])
    badge = timed.freshness(aged(210))
    assert (badge.id, badge.title, badge.text) == ("", "Older", "Apr 2026")
    assert [tally.text for tally in timed.freshness_tallies([aged(210), aged(0)])] == [
        "New: 1",
        "Older: 1",
    ]


def test_only_a_rule_of_days_makes_a_record_outdated() -> None:
    rest = a_publication().freshness[2]
    assert badges().outdated(aged(61))
    assert not badges().outdated(aged(60))
    assert not badges(freshness=(rest,)).outdated(aged(61))
    assert not badges(freshness=()).outdated(aged(61))


@pytest.mark.parametrize(
    ("count", "expected"),
    [
        (1, ["filled"]),
        (3, ["filled", "half", "open"]),
        (4, ["filled", "half", "ring", "open"]),
        (7, ["filled", "half", "ring", "open", "dotted", "dotted", "dotted"]),
    ],
)
def test_no_evidence_class_looks_stronger_than_one_before_it(
    count: int, expected: list[str]
) -> None:
    classes = tuple(
        EvidenceClass(id=f"e{number}", title=f"E{number}", definition="D")
        for number in range(count)
    )
    made = badges(evidence_classes=classes)
    assert [made.evidence(a_record(evidence_class=one.id)).shape for one in classes] == expected


def test_outcomes_take_the_shape_of_their_tone() -> None:
    outcome = badges().outcome(a_record(outcome_class="mixed"))
    assert (outcome.shape, outcome.tone) == ("mixed", Tone.MIXED)


def test_tallies_leave_out_what_nobody_has_and_count_in_vocabulary_order() -> None:
    records = [
        a_record("one", outcome_class="mixed"),
        a_record("two"),
        a_record("three", outcome_class="mixed"),
    ]
    tallies = badges().outcome_tallies(records)
    assert [(tally.text, tally.count) for tally in tallies] == [
        ("Positive: 1", 1),
        ("Mixed: 2", 2),
    ]
    assert [tally.share for tally in tallies] == [1 / 3, 2 / 3]
    assert [tally.badge.id for tally in badges().evidence_tallies(records)] == ["measured"]
    assert badges().evidence_tallies([]) == ()
