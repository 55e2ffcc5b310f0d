"""Whether a pattern's records carry what it says."""

from collections.abc import Iterator, Sequence

from digest.checks.subject import Subject
from digest.content.editions import Pattern
from digest.content.publication import Publication, Tone
from digest.content.records import Record
from digest.edition.badges import Badges
from digest.edition.phrases import Phrases
from digest.problems import Problem

#: What is only claimed is called a claim: such a class has the word in its id or title.
CLAIM = "claim"


def only_claims(subject: Subject) -> Iterator[Problem]:
    """E006: nobody but those who gain by it says so."""
    claims = _claims(subject.content.publication)
    for at, pattern, records in _patterns(subject):
        if all(record.evidence_class in claims for record in records):
            yield subject.warning(
                "E006",
                f"the pattern {pattern.id} rests on claims alone",
                "look for somebody who has nothing to gain, or call it what vendors say",
                at=at,
            )


def one_class(subject: Subject) -> Iterator[Problem]:
    """E007: all evidence of a pattern is of one kind and shares its weakness."""
    claims = _claims(subject.content.publication)
    titles = {one.id: one.title for one in subject.content.publication.evidence_classes}
    for at, pattern, records in _patterns(subject):
        kinds = {record.evidence_class for record in records}
        if len(kinds) == 1 and not kinds <= claims:
            yield subject.note(
                "E007",
                f"all evidence of the pattern {pattern.id} is of one class: {titles[min(kinds)]}",
                "evidence of another kind would show whether it holds elsewhere",
                at=at,
            )


def contradicted(subject: Subject) -> Iterator[Problem]:
    """E008: some records of a pattern end well, others call for caution."""
    tones = {one.id: one.tone for one in subject.content.publication.outcome_classes}
    for at, pattern, records in _patterns(subject):
        told = {
            tone: [one.id for one in records if tones[one.outcome_class] is tone]
            for tone in (Tone.GOOD, Tone.CAUTION)
        }
        good, bad = told[Tone.GOOD], told[Tone.CAUTION]
        if good and bad:
            yield subject.warning(
                "E008",
                f"the records of the pattern {pattern.id} do not agree: {_some(good)} ended well, "
                f"{_some(bad)} did not",
                "let the summary say under which conditions which holds",
                at=at,
            )


def stale_pattern(subject: Subject) -> Iterator[Problem]:
    """E010: every record of a pattern is older than all rules of freshness."""
    badges = _badges(subject)
    for at, pattern, records in _patterns(subject):
        if all(map(badges.outdated, records)):
            newest = max(record.publication_date for record in records)
            yield subject.warning(
                "E010",
                f"no record of the pattern {pattern.id} is fresh; the newest is of {newest}",
                "look whether it still holds, and say in the summary why it matters now",
                at=at,
                bound=(subject.edition.dated.isoformat(),),
            )


def stale_edition(subject: Subject) -> Iterator[Problem]:
    """E011: even the newest record of an edition is older than all rules of freshness."""
    badges, records = _badges(subject), list(subject.records)
    if records and all(map(badges.outdated, records)):
        newest = max(record.publication_date for record in records)
        yield subject.warning(
            "E011",
            f"no record of the edition is fresh; the newest is of {newest}",
            "add what was published since, or say in the summary why it matters now",
            at=(subject.edition.id, "records"),
            bound=(subject.edition.dated.isoformat(),),
        )


def one_voice(subject: Subject) -> Iterator[Problem]:
    """E009: all records of an edition come from one organization."""
    records = list(subject.records)
    names = {" ".join(record.organization.split()).casefold() for record in records}
    if len(records) > 1 and len(names) == 1:
        yield subject.warning(
            "E009",
            f"all {len(records)} records come from one organization: {records[0].organization}",
            "add what others found, or say in the title whose view this is",
            at=(subject.edition.id, "records"),
        )


def _patterns(subject: Subject) -> Iterator[tuple[tuple[str, str], Pattern, Sequence[Record]]]:
    """Each pattern, where its evidence stands, and the records it rests on."""
    for number, pattern in enumerate(subject.edition.patterns):
        if records := subject.cited(pattern):
            yield (subject.edition.id, f"patterns/{number}/evidence"), pattern, records


def _claims(publication: Publication) -> set[str]:
    return {
        one.id
        for one in publication.evidence_classes
        if CLAIM in f"{one.id} {one.title}".casefold()
    }


def _badges(subject: Subject) -> Badges:
    publication = subject.content.publication
    return Badges(publication, subject.edition.dated, Phrases(publication.language))


def _some(names: list[str]) -> str:
    """The first of some names, and how many more there are."""
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
