"""What must hold at the moment a mail is announced: approval, state, time, suppression, rate."""

from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, bindparam, exists, func, or_, select

from digest.delivery.approval import Rule, standing
from digest.delivery.identity import Audience, Keyring
from digest.delivery.ledger import prepared
from digest.delivery.ledger.approvals import read
from digest.delivery.ledger.locks import pass_through
from digest.delivery.ledger.pace import Pace
from digest.delivery.ledger.rows import Claim, Run
from digest.delivery.ledger.tables import approval, microseconds, run, suppression
from digest.delivery.states import RunState, Word

_RESTING = {RunState.PAUSED: Word.PAUSED, RunState.CANCELLED: Word.CANCELLED}


class _Seen(NamedTuple):
    """The history as it was when a verdict was reached: it only grows, so its length names it."""

    approvals: int
    seal: str
    audience_hash: str


class _Found(NamedTuple):
    """The answer of the database, in the order of the question; moments are its own numbers."""

    state: str
    seal: str
    expires_at: int | None
    audience_hash: str
    audience_count: int
    approvals: int
    suppressed: int


class Gate:
    """A sender's question to the ledger, asked anew at each intent within its transaction.

    `seal` is the seal of the bytes the sender has in hand. One gate for each sender: it remembers
    the last verdict on the history of approvals. Without a `pace` there is no rate to keep to.
    """

    def __init__(
        self, one: Run, seal: str, rule: Rule, keys: Keyring, pace: Pace | None = None
    ) -> None:
        self.run = one
        self.seal = seal
        self.keys = keys
        self.pace = pace
        self._rule = rule
        self._seen: _Seen | None = None
        self._approved = False
        self._ask = _question(len(keys.keys))

    def shared(self, connection: Connection) -> None:
        """Let nobody change what the answer stands on until the transaction ends; comes first."""
        pass_through(connection)

    def word(self, connection: Connection, now: datetime, mailbox: str | None = None) -> Word:
        """Whether a mail to that mailbox, or to anybody, may be announced in this transaction."""
        names = self.keys.readers(mailbox) if mailbox else [""] * len(self.keys.keys)
        values: dict[str, Any] = {f"reader{number}": name for number, name in enumerate(names)}
        found = _Found._make(
            prepared.run(connection, self._ask, {"run": self.run.id, **values}).one()
        )
        if found.state != RunState.SENDING:
            return _RESTING.get(RunState(found.state), Word.NOT_SENDING)
        if found.expires_at is not None and found.expires_at <= microseconds(now):
            return Word.EXPIRED
        if found.seal != self.seal:
            return Word.OTHER_SEAL
        seen = _Seen(found.approvals, found.seal, found.audience_hash)
        if not self._is_approved(connection, seen, found.audience_count):
            return Word.NOT_APPROVED
        return Word.SUPPRESSED if found.suppressed else Word.GO

    def suppressed(self, connection: Connection, claims: list[Claim]) -> set[int]:
        """The ids of those among the claims whose mailbox is suppressed."""
        names = {name: one.id for one in claims for name in self.keys.readers(one.mailbox)}
        found = select(suppression.c.reader).where(suppression.c.reader.in_(list(names)))
        return {names[name] for name in connection.scalars(found)} if names else set()

    def _is_approved(self, connection: Connection, seen: _Seen, count: int) -> bool:
        if seen != self._seen:
            history = read(connection, self.run.edition, self.run.generation)
            audience = Audience(hash=seen.audience_hash, count=count)
            verdict = standing(history, seal=self.seal, audience=audience, rule=self._rule)
            self._approved = verdict.valid
            self._seen = seen
        return self._approved


def _question(keys: int) -> Select[Any]:
    approvals = (
        select(func.count())
        .where(approval.c.edition == run.c.edition, approval.c.generation == run.c.generation)
        .scalar_subquery()
    )
    names = (suppression.c.reader == bindparam(f"reader{number}") for number in range(keys))
    return select(
        run.c.state,
        run.c.seal,
        run.c.expires_at,
        run.c.audience_hash,
        run.c.audience_count,
        approvals.label("approvals"),
        exists().where(or_(*names)).label("suppressed"),
    ).where(run.c.id == bindparam("run"))
