"""The table of subscribers, for publications with more of them than a file should hold."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from sqlalchemy import Row, func, literal, select, update

from digest.content.corpus import Subscriber
from digest.delivery.audience import person
from digest.delivery.identity import Keyring
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.tables import run, subscriber, suppression
from digest.values import Frozen

_PAGE = 2000


class Reader(Frozen):
    """A subscriber in the table, with the id that links and logs know them by."""

    id: str
    subscriber: Subscriber
    paused_until: datetime | None = None
    changed: datetime


def every(ledger: Ledger, now: datetime | None = None) -> Iterator[Subscriber]:
    """All subscribers by mailbox, read page by page; with `now`, without those who pause then."""
    for one in readers(ledger):
        if now is None or one.paused_until is None or one.paused_until <= now:
            yield one.subscriber


def readers(ledger: Ledger) -> Iterator[Reader]:
    """All rows of the table by mailbox, read page by page."""
    after = ""
    while True:
        query = select(subscriber).where(subscriber.c.mailbox > after)
        with ledger.reading() as connection:
            page = connection.execute(query.order_by(subscriber.c.mailbox).limit(_PAGE)).all()
        yield from map(_reader, page)
        if len(page) < _PAGE:
            return
        after = page[-1].mailbox


def count(ledger: Ledger) -> int:
    """How many subscribers the table has, whatever their status."""
    with ledger.reading() as connection:
        return connection.scalar(select(func.count()).select_from(subscriber)) or 0


def in_use(ledger: Ledger) -> bool:
    """Whether the ledger knows anybody already, by an id that its keys gave."""
    with ledger.reading() as connection:
        return any(
            connection.execute(select(literal(1)).select_from(one).limit(1)).first()
            for one in (run, subscriber, suppression)
        )


def find(ledger: Ledger, reader: str) -> Reader | None:
    """The subscriber with that id, None when there is none."""
    with ledger.reading() as connection:
        row = connection.execute(select(subscriber).where(subscriber.c.reader == reader)).first()
    return None if row is None else _reader(row)


def find_by_address(ledger: Ledger, address: str) -> Reader | None:
    """The subscriber with that mailbox, however it is written; None when there is none."""
    query = select(subscriber).where(subscriber.c.mailbox == person(address))
    with ledger.reading() as connection:
        row = connection.execute(query).first()
    return None if row is None else _reader(row)


def change(ledger: Ledger, changed: Reader, now: datetime) -> bool:
    """Write what a reader prefers now: role, streams, language, status, pause, name.

    The address stays: another one is another reader. Whether the reader is in the table.
    """
    values = columns(changed.subscriber, now) | {"paused_until": changed.paused_until}
    for fixed in ("mailbox", "address"):
        del values[fixed]
    with ledger.writing() as connection:
        where = subscriber.c.reader == changed.id
        return connection.execute(update(subscriber).where(where).values(**values)).rowcount > 0


def columns(one: Subscriber, now: datetime) -> dict[str, Any]:
    """What the table holds of a subscriber, but for the id."""
    return {
        "mailbox": person(one.email),
        "address": one.email,
        "name": one.name,
        "role": one.role,
        "streams": "|".join(one.streams),
        "language": one.language,
        "status": one.status,
        "changed": now,
    }


def new_id(keys: Keyring, one: Subscriber) -> str:
    """The id of a subscriber who is not in the table yet."""
    return keys.reader(person(one.email))


def _reader(row: Row[Any]) -> Reader:
    return Reader(
        id=row.reader,
        subscriber=Subscriber(
            email=row.address,
            name=row.name,
            role=row.role,
            streams=tuple(row.streams.split("|")) if row.streams else (),
            language=row.language,
            status=row.status,
        ),
        paused_until=row.paused_until,
        changed=row.changed,
    )
