"""Pointers from one part of a digest to another, and out of it where a part is left out."""

from collections.abc import Iterable, Mapping

from digest.content.editions import Edition, Pattern
from digest.content.records import Record
from digest.edition.addresses import Place
from digest.edition.ledger import Ledger, anchors
from digest.edition.phrases import Phrases
from digest.edition.texts import line
from digest.edition.view import Reference


class References:
    """The pointers of one digest: `places` says where the records it leaves out can be read."""

    def __init__(
        self, edition: Edition, ledger: Ledger, places: Mapping[str, Place], say: Phrases
    ) -> None:
        self._ledger = ledger
        self._places = places
        self._anchors = anchors("pattern", tuple(pattern.id for pattern in edition.patterns))
        self._citing: dict[str, list[Reference]] = {}
        for number, pattern in enumerate(edition.patterns, start=1):
            pointer = self._to_pattern(pattern, number, say)
            for record_id in dict.fromkeys(pattern.evidence):
                self._citing.setdefault(record_id, []).append(pointer)

    def record(self, record: Record) -> Reference:
        """A pointer to a record's entry, or to where it can be read all the same."""
        place = self._places.get(record.id)
        return Reference(
            anchor=None if place else self._ledger.anchor(record.id),
            number=self._ledger.number(record.id),
            label=self._ledger.label(record),
            title=line(record.title),
            url=place.url if place else None,
            where=place.where if place else None,
        )

    def records(self, records: Iterable[Record]) -> tuple[Reference, ...]:
        """A pointer to each of the records."""
        return tuple(self.record(record) for record in records)

    def pattern_anchor(self, pattern: Pattern) -> str:
        """The pattern's fragment."""
        return self._anchors[pattern.id]

    def citing(self, record: Record) -> tuple[Reference, ...]:
        """Pointers to the patterns that cite the record."""
        return tuple(self._citing.get(record.id, ()))

    def _to_pattern(self, pattern: Pattern, number: int, say: Phrases) -> Reference:
        return Reference(
            anchor=self._anchors[pattern.id],
            number=number,
            label=say.gettext("Pattern {number}", number=say.number(number)),
            title=line(pattern.title),
        )
