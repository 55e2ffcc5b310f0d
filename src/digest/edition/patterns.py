"""A pattern with its question, its evidence and its strength."""

from collections.abc import Iterable

from digest.content.editions import Pattern
from digest.edition.badges import Badges
from digest.edition.ledger import Ledger
from digest.edition.references import References
from digest.edition.strength import strength
from digest.edition.texts import line, prose
from digest.edition.view import PatternView


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
