"""A ledger held open for days: nobody waits long for a lock, and what became of it is noticed."""

from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.exc import DisconnectionError

from digest.delivery.ledger.database import Ledger
from digest.problems import Problem, WorldError

#: Where a connection keeps which file it was opened on.
_FILE = "file"


def hold_open(ledger: Ledger, seconds: int) -> None:
    """Make a ledger fit for a service. Call it before the ledger is used.

    No transaction waits longer than `seconds` for another one's lock: it is refused as busy
    (`WorldError` D010). A file that was replaced, as by a backup, is opened anew, and is never
    made where it is gone (D016); a server that was restarted is connected to again.
    """
    if ledger.path is not None:
        _follow(ledger, ledger.path, seconds)
    else:
        _reconnect(ledger, seconds)
    # Connections that are open already wait as before.
    ledger.engine.dispose()


def _follow(ledger: Ledger, path: Path, seconds: int) -> None:
    @event.listens_for(ledger.engine, "do_connect")
    def opening(_: object, record: Any, *__: object) -> None:
        record.info[_FILE] = _identity(path)

    @event.listens_for(ledger.engine, "connect")
    def connected(connection: Any, _: object) -> None:
        connection.execute(f"PRAGMA busy_timeout={seconds * 1000}")

    @event.listens_for(ledger.engine, "checkout")
    def taken(_: object, record: Any, __: object) -> None:
        if record.info[_FILE] != _identity(path):
            raise DisconnectionError("another file has the ledger's name")


def _reconnect(ledger: Ledger, seconds: int) -> None:
    @event.listens_for(ledger.engine, "connect")
    def connected(connection: Any, _: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{seconds}s'")
        connection.commit()

    @event.listens_for(ledger.engine, "checkout")
    def taken(connection: Any, *_: object) -> None:
        try:
            with connection.cursor() as cursor:
                cursor.execute("SELECT 1")
            connection.rollback()
        except ledger.engine.dialect.loaded_dbapi.Error as error:
            raise DisconnectionError("the server has ended the connection") from error


def _identity(path: Path) -> tuple[int, int]:
    try:
        found = path.stat()
    except OSError as error:
        message = f"there is no ledger {path} any more"
        hint = "put it back; what was asked meanwhile was refused"
        raise WorldError(Problem(code="D016", message=message, hint=hint)) from error
    return found.st_dev, found.st_ino
