"""How strong a pattern's evidence is, recounted from its records and said in words."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date

from digest.content.records import Record
from digest.edition.badges import Badges
from digest.edition.phrases import Phrases
from digest.edition.texts import line
from digest.edition.view import Strength, Tally

#: The number of records below which a pattern is not allowed.
FEWEST = 2


def strength(records: Sequence[Record], badges: Badges) -> Strength:
    """What the records (at least one) amount to: figures, a sentence and cautions."""
    found, say = _count(records, badges), badges.say
    days = [record.publication_date for record in records]
    return Strength(
        records=found.records,
        sources=found.sources,
        organizations=found.organizations,
        evidence=found.evidence,
        outcomes=found.outcomes,
        newest=say.day(max(days)),
        oldest=say.day(min(days)),
        sentence=_sentence(found, say),
        basis=_basis(found, say),
        cautions=tuple(text for caution in CAUTIONS if (text := caution(found, say))),
    )


@dataclass(frozen=True)
class Count:
    """The figures of a pattern.

    `busiest` is the organization with most of its records, and how many; `outdated` are the
    days of publication that no freshness rule reaches.
    """

    records: int
    sources: int
    organizations: int
    busiest: tuple[str, int]
    evidence: tuple[Tally, ...]
    outcomes: tuple[Tally, ...]
    outdated: tuple[date, ...]


def few_records(found: Count, say: Phrases) -> str | None:
    """A pattern with no record to spare."""
    if found.records > FEWEST:
        return None
    return say.ngettext(
        "It rests on {count} record, the fewest a pattern may have.",
        "It rests on {count} records, the fewest a pattern may have.",
        found.records,
    )


def shared_sources(found: Count, say: Phrases) -> str | None:
    """Records that repeat one another's source."""
    if found.sources == found.records:
        return None
    return say.ngettext(
        "Its records share {count} source.",
        "Its records share {count} sources.",
        found.sources,
    )


def one_organization(found: Count, say: Phrases) -> str | None:
    """Nobody else says so."""
    if found.organizations > 1:
        return None
    return say.gettext("All of its records come from one organization.")


def mostly_one_organization(found: Count, say: Phrases) -> str | None:
    """More than half of the records from one of several organizations."""
    organization, records = found.busiest
    if found.organizations == 1 or 2 * records <= found.records:
        return None
    return say.ngettext(
        "{some} of its {count} record come from one organization: {organization}.",
        "{some} of its {count} records come from one organization: {organization}.",
        found.records,
        some=say.number(records),
        organization=organization,
    )


def one_class(found: Count, say: Phrases) -> str | None:
    """Evidence of a single kind."""
    if len(found.evidence) > 1:
        return None
    title = found.evidence[0].badge.title
    return say.gettext("All of its evidence is of one class: {title}.", title=title)


def different_outcomes(found: Count, say: Phrases) -> str | None:
    """Records that do not end alike."""
    if len(found.outcomes) == 1:
        return None
    titles = say.listing(tally.badge.title for tally in found.outcomes)
    return say.gettext("Its records report different outcomes: {titles}.", titles=titles)


def old_records(found: Count, say: Phrases) -> str | None:
    """A record older than every freshness rule."""
    if not found.outdated:
        return None
    return say.gettext("Its oldest record is from {month}.", month=say.month(min(found.outdated)))


#: What can weaken a pattern, in the order it is said.
CAUTIONS: tuple[Callable[[Count, Phrases], str | None], ...] = (
    few_records,
    shared_sources,
    one_organization,
    mostly_one_organization,
    one_class,
    different_outcomes,
    old_records,
)


def _count(records: Sequence[Record], badges: Badges) -> Count:
    organizations = Counter(line(record.organization) for record in records)
    return Count(
        records=len(records),
        sources=len({record.source_url for record in records}),
        organizations=len(organizations),
        busiest=organizations.most_common(1)[0],
        evidence=badges.evidence_tallies(records),
        outcomes=badges.outcome_tallies(records),
        outdated=tuple(one.publication_date for one in records if badges.outdated(one)),
    )


def _sentence(found: Count, say: Phrases) -> str:
    return say.gettext(
        "Rests on {records} from {organizations}. Evidence: {evidence}. Outcomes: {outcomes}.",
        records=say.ngettext("{count} record", "{count} records", found.records),
        organizations=say.ngettext(
            "{count} organization", "{count} organizations", found.organizations
        ),
        evidence=_counted(found.evidence, say),
        outcomes=_counted(found.outcomes, say),
    )


def _basis(found: Count, say: Phrases) -> str:
    return say.gettext(
        "{records} from {organizations}",
        records=say.ngettext("{count} record", "{count} records", found.records),
        organizations=say.ngettext(
            "{count} organization", "{count} organizations", found.organizations
        ),
    )


def _counted(tallies: Sequence[Tally], say: Phrases) -> str:
    return say.listing(
        say.gettext("{title} ({count})", title=tally.badge.title, count=say.number(tally.count))
        for tally in tallies
    )
