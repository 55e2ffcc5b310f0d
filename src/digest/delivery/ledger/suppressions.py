"""Who gets no mail any more, remembered by a name that does not tell the address."""

from collections.abc import Iterator
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, delete, select

from digest.delivery.audience import person
from digest.delivery.identity import Keyring
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.locks import gated
from digest.delivery.ledger.tables import suppression
from digest.delivery.ledger.upserts import unless_there

_PAGE = 1000


class Suppression(NamedTuple):
    """A reader who gets no mail, why, and since when."""

    reader: str
    reason: str
    at: datetime


def suppress(ledger: Ledger, keys: Keyring, address: str, reason: str, now: datetime) -> bool:
    """Send nothing to that address from now on, whatever a list says; whether that is new."""
    return suppress_reader(ledger, keys.reader(person(address)), reason, now)


def suppress_reader(ledger: Ledger, reader: str, reason: str, now: datetime) -> bool:
    """The same for a reader known by id alone, such as from an unsubscribe link."""
    with gated(ledger) as connection:
        return add(connection, reader, reason, now)


def lift(ledger: Ledger, keys: Keyring, address: str) -> bool:
    """Let mail go to that address again, for its owner asked for it; whether it was suppressed."""
    names = keys.readers(person(address))
    with gated(ledger) as connection:
        gone = connection.execute(delete(suppression).where(suppression.c.reader.in_(names)))
        return gone.rowcount > 0


def is_suppressed(ledger: Ledger, keys: Keyring, address: str) -> bool:
    """Whether no mail goes to that address, under whichever key it was noted."""
    names = keys.readers(person(address))
    query = select(suppression.c.reader).where(suppression.c.reader.in_(names)).limit(1)
    with ledger.reading() as connection:
        return connection.scalar(query) is not None


def every(ledger: Ledger) -> Iterator[Suppression]:
    """All suppressions by reader, read page by page."""
    after = ""
    while True:
        query = select(suppression).where(suppression.c.reader > after)
        query = query.order_by(suppression.c.reader).limit(_PAGE)
        with ledger.reading() as connection:
            page = [Suppression(*row) for row in connection.execute(query)]
        yield from page
        if len(page) < _PAGE:
            return
        after = page[-1].reader


def add(connection: Connection, reader: str, reason: str, now: datetime) -> bool:
    """Note a reader within a transaction; the first reason stays. Whether it is new."""
    row = {"reader": reader, "reason": reason, "at": now}
    step = unless_there(connection, suppression).execution_options(preserve_rowcount=True)
    return connection.execute(step, row).rowcount > 0
