"""A record as an entry of the ledger, with what its role may see of it."""

from collections.abc import Iterable
from zoneinfo import ZoneInfo

from digest.content.publication import Role
from digest.content.records import UNSUPPORTED_CLAIMS, DetailText, Record
from digest.edition.badges import Badges
from digest.edition.labels import Labels
from digest.edition.ledger import Ledger, takeaway
from digest.edition.phrases import Phrases
from digest.edition.provenance import provenance, source
from digest.edition.references import References
from digest.edition.texts import line, prose
from digest.edition.view import Detail, Entry, Labelled, Takeaway


class Entries:
    """Entries of one edition for one role; `zone` is the publication's timezone."""

    def __init__(
        self,
        role: Role,
        ledger: Ledger,
        badges: Badges,
        references: References,
        labels: Labels,
        zone: ZoneInfo,
    ) -> None:
        self._role = role
        self._ledger = ledger
        self._badges = badges
        self._references = references
        self._labels = labels
        self._zone = zone

    def views(self, records: Iterable[Record]) -> tuple[Entry, ...]:
        """An entry for each of the records."""
        return tuple(self._view(record) for record in records)

    def _view(self, record: Record) -> Entry:
        say = self._badges.say
        details = self._details(record)
        return Entry(
            id=record.id,
            anchor=self._ledger.anchor(record.id),
            number=self._ledger.number(record.id),
            title=line(record.title),
            organization=line(record.organization),
            geography=line(record.geography or "") or None,
            published=say.day(record.publication_date),
            event=say.day(record.event_date) if record.event_date else None,
            evidence_class=self._badges.evidence(record),
            outcome=self._badges.outcome(record),
            freshness=self._badges.freshness(record),
            finding=prose(record.finding),
            takeaway=self._takeaway(record, say),
            why=self._labelled(record, "sledRelevance"),
            evidence=self._labelled(record, "evidence"),
            limitations=Labelled(
                field="caveats", label=self._labels.label("caveats"), text=prose(record.caveats)
            ),
            fields=self._fields(record),
            details=tuple(one for one in details if not one.warning),
            warnings=tuple(one for one in details if one.warning),
            source=source(record),
            provenance=provenance(record, self._zone, say),
            patterns=self._references.citing(record),
        )

    def _takeaway(self, record: Record, say: Phrases) -> Takeaway | None:
        text = takeaway(record, self._role)
        heading = say.gettext("What this means for {role}", role=line(self._role.title))
        return Takeaway(heading=heading, text=prose(text)) if text else None

    def _fields(self, record: Record) -> tuple[Labelled, ...]:
        printed = (self._labelled(record, field) for field in self._role.fields)
        return tuple(one for one in printed if one)

    def _labelled(self, record: Record, field: str) -> Labelled | None:
        text = prose(record.text(field) or "")
        return Labelled(field=field, label=self._labels.label(field), text=text) if text else None

    def _details(self, record: Record) -> tuple[Detail, ...]:
        said = {} if self._role.neutral else record.role_details.get(self._role.id, {})
        details = (self._detail(field, value) for field, value in said.items())
        return tuple(one for one in details if one.items)

    def _detail(self, field: str, value: DetailText) -> Detail:
        listed = not isinstance(value, str)
        items = (value,) if isinstance(value, str) else value
        warning = field == UNSUPPORTED_CLAIMS
        say = self._badges.say
        return Detail(
            field=field,
            label=say.gettext("Do not claim") if warning else self._labels.label(field),
            items=tuple(text for text in map(prose, items) if text),
            listed=listed,
            warning=warning,
        )
