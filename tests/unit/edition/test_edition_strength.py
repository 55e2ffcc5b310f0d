from datetime import timedelta

import pytest

from digest.content.records import Record
from digest.edition.badges import Badges
from digest.edition.phrases import Phrases
from digest.edition.strength import strength
from digest.edition.view import Strength
from support.builders import DATED, a_publication, a_record

SOUND = (
    a_record("one"),
    a_record("two", evidence_class="claimed"),
    a_record("three", publication_date=DATED - timedelta(days=10)),
)


def strength_of(*records: Record, language: str = "en-US") -> Strength:
    return strength(records, Badges(a_publication(), DATED, Phrases(language)))


def changed(place: int, **changes: object) -> tuple[Record, ...]:
    records = list(SOUND)
    records[place] = records[place].model_copy(update=changes)
    return tuple(records)


def test_a_sound_pattern_says_what_it_rests_on_and_has_no_cautions() -> None:
    found = strength_of(*SOUND)
    assert (found.records, found.sources, found.organizations) == (3, 3, 3)
    assert found.sentence == (
        "Rests on 3 records from 3 organizations. "
        "Evidence: Measured (2) and Claimed (1). Outcomes: Positive (3)."
    )
    assert (found.newest.iso, found.oldest.iso) == (DATED, DATED - timedelta(days=10))
    assert found.cautions == ()


@pytest.mark.parametrize(
    ("records", "caution"),
    [
        (SOUND[:2], "It rests on 2 records, the fewest a pattern may have."),
        (
            changed(0, source_url="https://three.example.org/report"),
            "Its records share 2 sources.",
        ),
        (
            tuple(one.model_copy(update={"organization": "NVIDIA"}) for one in SOUND),
            "All of its records come from one organization.",
        ),
        (changed(1, evidence_class="measured"), "All of its evidence is of one class: Measured."),
        (
            changed(0, organization="Organization of two"),
            "2 of its 3 records come from one organization: Organization of two.",
        ),
        (
            changed(0, outcome_class="mixed"),
            "Its records report different outcomes: Positive and Mixed.",
        ),
        (
            changed(0, publication_date=DATED - timedelta(days=210)),
            "Its oldest record is from Apr 2026.",
        ),
    ],
)
def test_each_weakness_is_said_once_and_alone(records: tuple[Record, ...], caution: str) -> None:
    assert strength_of(*records).cautions == (caution,)


def test_the_oldest_day_is_named_when_several_are_old() -> None:
    records = [
        one.model_copy(update={"publication_date": DATED - timedelta(days=100 * age)})
        for age, one in enumerate(SOUND, start=1)
    ]
    assert strength_of(*records).cautions == ("Its oldest record is from Jan 2026.",)


def test_strength_is_said_in_the_language_of_the_digest() -> None:
    assert strength_of(*SOUND, language="de").sentence == (
        "Grundlage: 3 Nachweise, 3 Organisationen. "
        "Belege: Measured (2) und Claimed (1). Ergebnisse: Positive (3)."
    )
    assert "3 organisations" in strength_of(*SOUND, language="en-GB").sentence
