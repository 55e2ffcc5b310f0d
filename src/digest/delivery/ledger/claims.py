"""Hands deliveries to a sender, a block at a time, and takes them back."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select, update

from digest.delivery.ledger import release
from digest.delivery.ledger.gate import Gate
from digest.delivery.ledger.owner import Owner
from digest.delivery.ledger.rows import Claim
from digest.delivery.ledger.tables import delivery, run
from digest.delivery.states import State, Word

#: How many deliveries a sender claims at once.
BLOCK = 100

_FIELDS = tuple(delivery.c[name] for name in Claim._fields)

# The order and the condition are those of the index `delivery_pending`; nothing is sorted.
_NEXT = (
    select(delivery.c.id)
    .where(delivery.c.run == bindparam("of_run"), delivery.c.state == "pending")
    .order_by(delivery.c.id)
    .limit(bindparam("size"))
    .with_for_update(skip_locked=True)
    .cte("next")  # evaluated once: a subquery with a limit may be evaluated anew for each row
)

_CLAIM = (
    update(delivery)
    .where(delivery.c.id.in_(select(_NEXT.c.id)))
    .values(state=State.CLAIMED, owner=bindparam("by"))
    .returning(*_FIELDS)
)


class Block(NamedTuple):
    """What a sender may send next, in order.

    `suppressed` deliveries were met and settled on the way. `word` says why there is nothing when
    it is not GO; with GO and no claims nothing waits at the moment.
    """

    claims: tuple[Claim, ...]
    suppressed: int
    word: Word


def claim(owner: Owner, gate: Gate, now: datetime, *, size: int = BLOCK) -> Block:
    """Claim up to `size` deliveries of the gate's run for this sender.

    Raises `LostError` (D020) when others take the sender for dead, `WorldError` (D007 to D012)
    when the database refuses.
    """
    with owner.writing() as connection:
        gate.shared(connection)
        owner.check()
        word = gate.word(connection, now)
        if word is not Word.GO:
            release.give_back(connection, owner.name, now)
            return Block((), 0, word)
        connection.execute(update(run).where(run.c.id == gate.run.id).values(touched_at=now))
        values = {"of_run": gate.run.id, "size": size, "by": owner.name}
        claims = sorted(Claim(*row) for row in connection.execute(_CLAIM, values))
        gone = gate.suppressed(connection, claims)
        _settle_suppressed(connection, owner, gone, now)
        return Block(tuple(one for one in claims if one.id not in gone), len(gone), word)


def give_back(owner: Owner, now: datetime) -> int:
    """Let others have what the sender claimed and did not announce; how many."""
    with owner.writing() as connection:
        return release.give_back(connection, owner.name, now)


def _settle_suppressed(
    connection: Connection, owner: Owner, gone: set[int], now: datetime
) -> None:
    if gone:
        connection.execute(
            update(delivery)
            .where(delivery.c.id.in_(gone), delivery.c.owner == owner.name)
            .values(state=State.SUPPRESSED, owner=None, reason="suppressed", updated=now)
        )
