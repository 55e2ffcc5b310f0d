from datetime import timedelta

import pytest

from digest.content.publication import OutcomeClass, Tone
from digest.content.records import Record
from digest.edition.badges import Badges
from digest.edition.cautions import cautions
from digest.edition.phrases import Phrases
from support.builders import DATED, a_publication, a_record

OUTCOMES = (
    OutcomeClass(id="positive", title="Positive", tone=Tone.GOOD),
    OutcomeClass(id="warned", title="Warned", tone=Tone.CAUTION),
    OutcomeClass(id="early", title="Emerging", tone=Tone.EARLY),
)

SOUND = (
    a_record("one"),
    a_record("two", evidence_class="claimed"),
    a_record("three", outcome_class="early"),
    a_record("four", evidence_class="claimed"),
)


def cautions_of(*records: Record, language: str = "en-US") -> tuple[str, ...]:
    publication = a_publication(outcome_classes=OUTCOMES)
    return cautions(records, Badges(publication, DATED, Phrases(language)))


def changed(*places: int, **changes: object) -> tuple[Record, ...]:
    return tuple(
        one.model_copy(update=changes) if place in places else one
        for place, one in enumerate(SOUND)
    )


def test_a_sound_edition_has_nothing_to_distrust() -> None:
    assert cautions_of(*SOUND) == ()
    assert cautions_of() == ()


@pytest.mark.parametrize(
    ("records", "caution"),
    [
        (changed(0, evidence_class="claimed"), "3 of 4 records are of one class: Claimed."),
        (
            changed(0, 1, 2, organization="Example Works"),
            "3 of 4 records come from one organization: Example Works.",
        ),
        (
            changed(0, 1, outcome_class="early"),
            "3 of 4 records are too early to judge: Emerging.",
        ),
        (
            changed(0, outcome_class="warned"),
            "The outcomes do not agree: Positive (2) and Warned (1).",
        ),
        (
            changed(0, publication_date=DATED - timedelta(days=365)),
            "No longer fresh: 1 of 4 records, the oldest from Nov 2025.",
        ),
    ],
)
def test_what_weakens_the_whole_edition_is_said(records: tuple[Record, ...], caution: str) -> None:
    assert cautions_of(*records) == (caution,)


def test_two_records_are_too_few_to_speak_of_most() -> None:
    one = a_record("one")
    assert cautions_of(one, a_record("two", organization=one.organization)) == ()


def test_the_gravest_is_said_first_and_in_the_digest_s_language() -> None:
    made = cautions_of(*changed(0, 2, evidence_class="claimed", outcome_class="early"))
    assert [one.partition(":")[0] for one in made] == ["4 of 4 records are of one class"]
    (said,) = cautions_of(*changed(0, evidence_class="claimed"), language="de")
    assert said == "3 von 4 Nachweisen sind von einer Klasse: Claimed."
