"""The edition's records in order: their numbers, anchors and labels, the same for every role."""

import hashlib
import re
from collections import Counter
from dataclasses import dataclass

from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.content.publication import Fallback, Role
from digest.content.records import Record
from digest.edition.texts import line


class Ledger:
    """All records of an edition, whoever reads it."""

    def __init__(self, content: Content, edition: Edition) -> None:
        self.records = tuple(content.records[one] for one in edition.records)
        self._places = {one: number for number, one in enumerate(edition.records, start=1)}
        self._anchors = anchors("record", edition.records)
        self._shared = Counter(line(record.organization) for record in self.records)

    def record(self, record_id: str) -> Record:
        """The record of that id; KeyError when the edition does not hold it."""
        return self.records[self._places[record_id] - 1]

    def number(self, record_id: str) -> int:
        """Its place in the edition, from 1."""
        return self._places[record_id]

    def anchor(self, record_id: str) -> str:
        """Its fragment in every digest of the edition."""
        return self._anchors[record_id]

    def label(self, record: Record) -> str:
        """What to call it in passing: its organization, or its title when others share that."""
        organization = line(record.organization)
        return line(record.title) if self._shared[organization] > 1 else organization


@dataclass(frozen=True)
class Choice:
    """What a role's digest shows of the ledger, and why it leaves out the rest."""

    shown: tuple[Record, ...]
    without_takeaway: tuple[Record, ...]
    over_limit: tuple[Record, ...]


def choose(records: tuple[Record, ...], role: Role) -> Choice:
    """The records of the role in ledger order: takeaways first asked for, then the limit."""
    picky = role.when_no_takeaway is Fallback.OMIT and not role.neutral
    meant = tuple(one for one in records if not picky or takeaway(one, role))
    silent = tuple(one for one in records if picky and not takeaway(one, role))
    end = len(meant) if role.limit is None else role.limit
    return Choice(meant[:end], silent, meant[end:])


def takeaway(record: Record, role: Role) -> str | None:
    """What the record means for the role; None for a neutral role and where nothing is said."""
    said = "" if role.neutral else record.roles.get(role.id, "")
    return said if said.strip() else None


def anchors(prefix: str, ids: tuple[str, ...]) -> dict[str, str]:
    """A unique fragment for every id, such as `record-gate-closing-times`."""
    taken: dict[str, str] = {}
    for one in ids:
        wished = _anchor(prefix, one)
        while wished in taken:
            wished += "-2"
        taken[wished] = one
    return {one: anchor for anchor, one in taken.items()}


def _anchor(prefix: str, one: str) -> str:
    slug = re.sub(r"[^a-z0-9]+", "-", one.lower()).strip("-")
    if slug == one:
        return f"{prefix}-{slug}"
    mark = hashlib.sha256(one.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return "-".join(part for part in (prefix, slug, mark) if part)
