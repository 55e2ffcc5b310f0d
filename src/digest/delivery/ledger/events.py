"""What happened, in order, for those who look later."""

from collections.abc import Iterator
from datetime import datetime

from sqlalchemy import Connection, insert, select

from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.rows import Event, Run
from digest.delivery.ledger.tables import event

_PAGE = 1000


def note(connection: Connection, now: datetime, kind: str, detail: str, run: Run | None) -> None:
    """Add an event in the transaction of what it tells of."""
    connection.execute(
        insert(event).values(
            at=now,
            edition=run.edition if run else None,
            generation=run.generation if run else None,
            kind=kind,
            detail=detail,
        )
    )


def since(ledger: Ledger, number: int = 0) -> Iterator[Event]:
    """The events after that number, oldest first, read page by page."""
    while True:
        query = select(event).where(event.c.id > number).order_by(event.c.id).limit(_PAGE)
        with ledger.reading() as connection:
            page = [Event(*row) for row in connection.execute(query)]
        yield from page
        if len(page) < _PAGE:
            return
        number = page[-1].number
