"""A pattern with its evidence, and how strong that evidence is, recounted from its records."""

from collections.abc import Iterable, Sequence

from digest.content.editions import Pattern
from digest.content.records import Record
from digest.edition.badges import Badges
from digest.edition.ledger import Ledger
from digest.edition.phrases import Phrases
from digest.edition.references import References
from digest.edition.texts import line, prose
from digest.edition.view import PatternView, Strength, Tally


class Patterns:
    """Views of an edition's patterns for one digest."""

    def __init__(self, ledger: Ledger, badges: Badges, references: References) -> None:
        self._ledger = ledger
        self._badges = badges
        self._references = references

    def views(self, patterns: Iterable[Pattern]) -> tuple[PatternView, ...]:
        """The patterns in the edition's order, numbered from 1."""
        return tuple(self._view(one, number) for number, one in enumerate(patterns, start=1))

    def _view(self, pattern: Pattern, number: int) -> PatternView:
        records = [self._ledger.record(one) for one in dict.fromkeys(pattern.evidence)]
        return PatternView(
            id=pattern.id,
            anchor=self._references.pattern_anchor(pattern),
            number=number,
            title=line(pattern.title),
            summary=prose(pattern.summary),
            question=prose(pattern.question),
            evidence=self._references.records(records),
            strength=strength(records, self._badges),
        )


def strength(records: Sequence[Record], badges: Badges) -> Strength:
    """What the records (at least one) amount to, in figures, in a sentence and in cautions."""
    say = badges.say
    evidence, outcomes = badges.evidence_tallies(records), badges.outcome_tallies(records)
    sources = len({record.source_url for record in records})
    organizations = len({line(record.organization) for record in records})
    days = [record.publication_date for record in records]
    return Strength(
        records=len(records),
        sources=sources,
        organizations=organizations,
        evidence=evidence,
        outcomes=outcomes,
        newest=say.day(max(days)),
        oldest=say.day(min(days)),
        sentence=_sentence(say, len(records), organizations, evidence, outcomes),
        cautions=tuple(_cautions(records, badges, organizations, evidence, outcomes)),
    )


def _sentence(
    say: Phrases,
    records: int,
    organizations: int,
    evidence: Sequence[Tally],
    outcomes: Sequence[Tally],
) -> str:
    return say.gettext(
        "Rests on {records} from {organizations}. Evidence: {evidence}. Outcomes: {outcomes}.",
        records=say.ngettext("{count} record", "{count} records", records),
        organizations=say.ngettext("{count} organization", "{count} organizations", organizations),
        evidence=_counted(say, evidence),
        outcomes=_counted(say, outcomes),
    )


def _counted(say: Phrases, tallies: Sequence[Tally]) -> str:
    return say.listing(
        say.gettext("{title} ({count})", title=tally.badge.title, count=say.number(tally.count))
        for tally in tallies
    )


def _cautions(
    records: Sequence[Record],
    badges: Badges,
    organizations: int,
    evidence: Sequence[Tally],
    outcomes: Sequence[Tally],
) -> Iterable[str]:
    say = badges.say
    if len(records) <= 2:
        yield say.ngettext(
            "It rests on {count} record, the fewest a pattern may have.",
            "It rests on {count} records, the fewest a pattern may have.",
            len(records),
        )
    if organizations == 1:
        yield say.gettext("All of its records come from one organization.")
    if len(evidence) == 1:
        yield say.gettext(
            "All of its evidence is of one class: {title}.", title=evidence[0].badge.title
        )
    if len(outcomes) > 1:
        yield say.gettext("Its records report different outcomes.")
    old = sorted(one.publication_date for one in records if badges.outdated(one))
    if old:
        yield say.gettext("Its oldest record is from {month}.", month=say.month(old[0]))
