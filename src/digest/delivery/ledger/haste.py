"""A ledger for those who cannot wait long for a lock: readers on the web."""

from typing import Any

from sqlalchemy import event

from digest.delivery.ledger.database import Ledger


def hasten(ledger: Ledger, seconds: int) -> None:
    """Let no transaction of this ledger wait longer than that for another one's lock.

    One that would is refused as busy (`WorldError` D010). Call it before the ledger is used.
    """

    @event.listens_for(ledger.engine, "connect")
    def connected(connection: Any, _: object) -> None:
        if ledger.path is not None:
            connection.execute(f"PRAGMA busy_timeout={seconds * 1000}")
            return
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{seconds}s'")
        connection.commit()

    # Connections that are open already wait as before.
    ledger.engine.dispose()
