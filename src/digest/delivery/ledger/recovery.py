"""Finds senders that died and puts what they left to rights."""

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select

from digest.delivery.ledger import alive, events, release
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.tables import delivery


class Recovered(NamedTuple):
    """What dead senders left: claimed and given back, in flight and sent again, or unknown."""

    owners: tuple[str, ...] = ()
    given_back: int = 0
    flagged: int = 0
    unknown: int = 0


def recover(ledger: Ledger, now: datetime) -> Recovered:
    """Take over from every sender that died; whoever lives, even stopped, keeps what is theirs."""
    found = Recovered()
    with ledger.reading() as connection:
        owned = select(delivery.c.owner).where(delivery.c.owner.is_not(None)).distinct()
        names = list(connection.scalars(owned))
    for name in names:
        for connection in _transaction_if_dead(ledger, name):
            given = release.give_back(connection, name, now)
            doubt = release.decide(connection, name, now)
            detail = f"{name}: {given} given back, {doubt.flagged} again, {doubt.unknown} unknown"
            events.note(connection, now, "recovered", detail, None)
            found = Recovered(
                (*found.owners, name),
                found.given_back + given,
                found.flagged + doubt.flagged,
                found.unknown + doubt.unknown,
            )
    return found


def _transaction_if_dead(ledger: Ledger, name: str) -> Iterator[Connection]:
    with ExitStack() as stack:
        if ledger.path is not None and not stack.enter_context(
            alive.dead_by_file(ledger.path, name)
        ):
            return
        connection = stack.enter_context(ledger.writing())
        if ledger.path is None and not alive.dead_by_session(connection, name):
            return
        yield connection
