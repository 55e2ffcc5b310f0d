"""The classes of a record as badges, and how many records carry each."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import chain, repeat

from digest.content.publication import EvidenceClass, Freshness, OutcomeClass, Publication
from digest.content.records import Record
from digest.edition.phrases import Phrases
from digest.edition.texts import line
from digest.edition.view import Badge, Tally

#: The shapes of evidence classes, in vocabulary order: from full to empty, as from strong to weak.
SHAPES = ("filled", "half", "ring", "open", "dotted")

#: The same where three are enough; they differ most.
FEW = ("filled", "half", "open")

#: The shape of every freshness badge: an outline alone, its word says the rest.
PLAIN = "plain"


class Badges:
    """The badges of one edition: its vocabularies, its date and its language."""

    def __init__(self, publication: Publication, dated: date, say: Phrases) -> None:
        self.say = say
        self._dated = dated
        self._rules = publication.freshness
        self._evidence = {
            one.id: _evidence(one, shape) for one, shape in _drawn(publication.evidence_classes)
        }
        self._outcomes = {one.id: _outcome(one) for one in publication.outcome_classes}
        self._freshness = {one.id: _freshness(one) for one in (*self._rules, self._rest)}

    def evidence(self, record: Record) -> Badge:
        """The record's evidence class."""
        return self._evidence[record.evidence_class]

    def outcome(self, record: Record) -> Badge:
        """The record's outcome class."""
        return self._outcomes[record.outcome_class]

    def freshness(self, record: Record) -> Badge:
        """How old the record was at the edition's date; `{month}` in its text is filled."""
        rule = self._rule(record)
        month = self.say.month(record.publication_date)
        text = line(rule.badge or rule.title).replace("{month}", month)
        return self._freshness[rule.id].model_copy(update={"text": text})

    def outdated(self, record: Record) -> bool:
        """Whether the record is older than every freshness rule that sets a number of days."""
        timed = any(rule.within_days is not None for rule in self._rules)
        return timed and self._rule(record).within_days is None

    def evidence_tallies(self, records: Sequence[Record]) -> tuple[Tally, ...]:
        """The evidence classes the records carry, in vocabulary order."""
        return self._tallies(self._evidence.values(), [self.evidence(one) for one in records])

    def outcome_tallies(self, records: Sequence[Record]) -> tuple[Tally, ...]:
        """The outcome classes the records carry, in vocabulary order."""
        return self._tallies(self._outcomes.values(), [self.outcome(one) for one in records])

    def freshness_tallies(self, records: Sequence[Record]) -> tuple[Tally, ...]:
        """The freshness rules the records fall under, in vocabulary order."""
        return self._tallies(self._freshness.values(), [self.freshness(one) for one in records])

    def _tallies(self, vocabulary: Iterable[Badge], badges: Sequence[Badge]) -> tuple[Tally, ...]:
        counts = Counter(badge.id for badge in badges)
        return tuple(
            Tally(
                badge=badge,
                count=counts[badge.id],
                share=counts[badge.id] / len(badges),
                text=self.say.gettext(
                    "{title}: {count}",
                    title=badge.title,
                    count=self.say.number(counts[badge.id]),
                ),
            )
            for badge in vocabulary
            if counts[badge.id]
        )

    def _rule(self, record: Record) -> Freshness:
        age = (self._dated - record.publication_date).days
        timed = (rule for rule in self._rules if rule.within_days is not None)
        return next((rule for rule in timed if age <= (rule.within_days or 0)), self._rest)

    @property
    def _rest(self) -> Freshness:
        rest = (rule for rule in self._rules if rule.within_days is None)
        return next(rest, Freshness(id="", title=self.say.gettext("Older"), badge="{month}"))


def _drawn(classes: Sequence[EvidenceClass]) -> Iterator[tuple[EvidenceClass, str]]:
    """Each class with its shape; more classes than shapes share the last: it promises least."""
    shapes = FEW if len(classes) <= len(FEW) else SHAPES
    return zip(classes, chain(shapes, repeat(shapes[-1])), strict=False)


def _evidence(one: EvidenceClass, shape: str) -> Badge:
    title = line(one.title)
    return Badge(kind="evidence", id=one.id, title=title, text=title, shape=shape)


def _outcome(one: OutcomeClass) -> Badge:
    title = line(one.title)
    return Badge(
        kind="outcome", id=one.id, title=title, text=title, shape=one.tone.value, tone=one.tone
    )


def _freshness(one: Freshness) -> Badge:
    title = line(one.title)
    return Badge(kind="freshness", id=one.id, title=title, text=title, shape=PLAIN)
