"""What to distrust in a whole edition, counted over its records and said in words."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from digest.content.publication import Tone
from digest.content.records import Record
from digest.edition.badges import Badges
from digest.edition.texts import line
from digest.edition.view import Tally

#: The number of records from which it means something that most of them are alike.
ENOUGH = 3


@dataclass(frozen=True)
class Survey:
    """An edition's records (at least one) with what speaks of their classes and words."""

    records: Sequence[Record]
    badges: Badges

    @property
    def few(self) -> bool:
        """Whether there are too few records to speak of most of them."""
        return len(self.records) < ENOUGH


def cautions(records: Sequence[Record], badges: Badges) -> tuple[str, ...]:
    """What weakens the edition as a whole, the gravest first; empty when nothing does."""
    if not records:
        return ()
    survey = Survey(records, badges)
    return tuple(text for caution in CAUTIONS if (text := caution(survey)))


def one_kind_of_evidence(survey: Survey) -> str | None:
    """All records, or more than half, of a single class of evidence."""
    top = _most(survey.badges.evidence_tallies(survey.records))
    if survey.few or 2 * top.count <= len(survey.records):
        return None
    return survey.badges.say.ngettext(
        "{some} of {count} record is of one class: {title}.",
        "{some} of {count} records are of one class: {title}.",
        len(survey.records),
        some=survey.badges.say.number(top.count),
        title=top.badge.title,
    )


def one_voice(survey: Survey) -> str | None:
    """More than half of the records from one organization."""
    names = Counter(line(record.organization) for record in survey.records)
    organization, count = names.most_common(1)[0]
    if survey.few or 2 * count <= len(survey.records):
        return None
    return survey.badges.say.ngettext(
        "{some} of {count} record comes from one organization: {organization}.",
        "{some} of {count} records come from one organization: {organization}.",
        len(survey.records),
        some=survey.badges.say.number(count),
        organization=organization,
    )


def too_early(survey: Survey) -> str | None:
    """More than half of the outcomes not known yet."""
    found = _toned(survey, Tone.EARLY)
    count, say = sum(tally.count for tally in found), survey.badges.say
    if survey.few or 2 * count <= len(survey.records):
        return None
    return say.ngettext(
        "{some} of {count} record is too early to judge: {titles}.",
        "{some} of {count} records are too early to judge: {titles}.",
        len(survey.records),
        some=say.number(count),
        titles=say.listing(tally.badge.title for tally in found),
    )


def conflict(survey: Survey) -> str | None:
    """Good outcomes beside those that call for caution."""
    good, bad = (_toned(survey, tone) for tone in (Tone.GOOD, Tone.CAUTION))
    if not good or not bad:
        return None
    return survey.badges.say.gettext(
        "The outcomes do not agree: {titles}.", titles=_counted([*good, *bad], survey)
    )


def past_its_time(survey: Survey) -> str | None:
    """Records older than every freshness rule."""
    old = [one.publication_date for one in survey.records if survey.badges.outdated(one)]
    if not old:
        return None
    return survey.badges.say.ngettext(
        "No longer fresh: {some} of {count} record, the oldest from {month}.",
        "No longer fresh: {some} of {count} records, the oldest from {month}.",
        len(survey.records),
        some=survey.badges.say.number(len(old)),
        month=survey.badges.say.month(min(old)),
    )


#: What can weaken an edition, in the order it is said.
CAUTIONS: tuple[Callable[[Survey], str | None], ...] = (
    one_kind_of_evidence,
    one_voice,
    too_early,
    conflict,
    past_its_time,
)


def _toned(survey: Survey, tone: Tone) -> list[Tally]:
    tallies = survey.badges.outcome_tallies(survey.records)
    return [tally for tally in tallies if tally.badge.tone is tone]


def _counted(tallies: Sequence[Tally], survey: Survey) -> str:
    say = survey.badges.say
    return say.listing(
        say.gettext("{title} ({count})", title=tally.badge.title, count=say.number(tally.count))
        for tally in tallies
    )


def _most(tallies: Sequence[Tally]) -> Tally:
    return max(tallies, key=lambda tally: tally.count)
