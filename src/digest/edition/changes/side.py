"""One side of a comparison: an edition's digests of all roles, asked as one."""

from collections.abc import Sequence
from typing import NamedTuple

from digest.content.records import label_of
from digest.edition.changes.view import Named
from digest.edition.view import Digest, Entry, Labelled, Reference
from digest.edition.wording import Wording

#: What the house has no word for in front of readers: only editors see these.
_TITLE, _EVIDENCE, _OUTCOME = map(label_of, ("title", "evidenceClass", "outcomeClass"))


class Told(NamedTuple):
    """A text of a record under its label."""

    label: str
    text: str


class Whole:
    """What an edition holds, as far as one of its digests (at least one) shows it.

    The first digest stands for what all of them say alike.
    """

    def __init__(self, digests: Sequence[Digest]) -> None:
        self.digests = tuple(digests)
        self.first = self.digests[0]
        self.by_role = {digest.role.id: digest for digest in self.digests}
        self.entries = _entries(self.digests)
        self._ids = {entry.number: entry.id for entry in self.entries.values()}
        self._omitted = {
            reference.title
            for digest in self.digests
            for omission in digest.omissions
            for reference in omission.references
        }

    def holds(self, entry: Entry) -> bool:
        """Whether the edition holds the record, although perhaps no digest shows it."""
        return entry.id in self.entries or entry.title in self._omitted

    def named(self, reference: Reference) -> Named:
        """The record a reference leads to; its id is empty where no digest shows it."""
        return Named(id=self._ids.get(reference.number, ""), title=reference.title)


def common(entry: Entry, words: Wording) -> dict[str, Told]:
    """The texts of an entry that do not depend on the role, by field, in reading order."""
    told = {
        "title": Told(_TITLE, entry.title),
        "organization": Told(words.organization, entry.organization),
        "geography": Told(words.geography, entry.geography or ""),
        "publicationDate": Told(words.published, entry.published.text),
        "eventDate": Told(words.event, entry.event.text if entry.event else ""),
        "evidenceClass": Told(_EVIDENCE, entry.evidence_class.title),
        "outcomeClass": Told(_OUTCOME, entry.outcome.title),
        "finding": Told(words.finding, entry.finding),
    }
    told |= {one.field: Told(one.label, one.text) for one in entry.paragraphs}
    source = entry.source
    label = source.label if source.label == source.name else f"{source.name}: {source.label}"
    return told | {
        "source": Told(words.source, label),
        "sourceUrl": Told(f"{words.source} (URL)", source.url),
    }


def _entries(digests: Sequence[Digest]) -> dict[str, Entry]:
    """Every entry some digest shows, with the fields of all roles, in ledger order."""
    found: dict[str, Entry] = {}
    fields: dict[str, dict[str, Labelled]] = {}
    for entry in (entry for digest in digests for entry in digest.entries):
        found.setdefault(entry.id, entry)
        fields.setdefault(entry.id, {}).update({one.field: one for one in entry.fields})
    ordered = sorted(found.values(), key=lambda entry: entry.number)
    return {
        entry.id: entry.model_copy(update={"fields": tuple(fields[entry.id].values())})
        for entry in ordered
    }
