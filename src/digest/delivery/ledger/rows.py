"""What leaves the ledger: one value for each kind of row."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import RowMapping

from digest.delivery.identity import Audience
from digest.delivery.states import Policy, RunState, State
from digest.values import Frozen


class Run(Frozen):
    """The sending of one generation of an edition, its audience frozen.

    `message_date` is the date of all its mails, fixed when it starts; `touched_at` is the last
    sign of life of a sender; `note` says why it rests.
    """

    id: int
    edition: str
    generation: int
    state: RunState
    policy: Policy
    seal: str
    domain: str
    audience: Audience
    planned_at: datetime
    not_before: datetime | None = None
    expires_at: datetime | None = None
    started_at: datetime | None = None
    touched_at: datetime | None = None
    message_date: datetime | None = None
    note: str = ""

    @classmethod
    def of(cls, row: RowMapping) -> "Run":
        """The run in a row of its table."""
        values: dict[str, Any] = dict(row)
        name, count = values.pop("audience_hash"), values.pop("audience_count")
        return cls(audience=Audience(hash=name, count=count), **values)


class Claim(NamedTuple):
    """A delivery that a sender owns; `attempts` were made before."""

    id: int
    reader: str
    mailbox: str
    address: str
    name: str
    role: str
    language: str
    message_id: str
    attempts: int
    maybe_dup: int

    def __repr__(self) -> str:
        return f"Claim(id={self.id}, reader={self.reader!r}, attempts={self.attempts})"

    def again(self) -> "Claim":
        """The same delivery after one more attempt that left it with its sender."""
        return self._replace(attempts=self.attempts + 1)


class Row(NamedTuple):
    """One delivery as a report shows it: by ids, without the person."""

    id: int
    reader: str
    role: str
    language: str
    message_id: str
    state: State
    attempts: int
    maybe_dup: int
    reason: str | None
    code: int | None
    reply: str | None
    updated: datetime | None


class Event(NamedTuple):
    """Something that happened to a run, or to the ledger when it names none."""

    number: int
    at: datetime
    edition: str | None
    generation: int | None
    kind: str
    detail: str
