"""A sender and what belongs to it: one connection, one lock, the deliveries it claimed."""

import re
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from pathlib import Path

from sqlalchemy import Connection

from digest.delivery.ledger import release
from digest.delivery.ledger.alive import FileLock, SessionLock
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.faults import told
from digest.problems import Problem, WorldError

_NAME = re.compile(r"[A-Za-z0-9-]{1,64}\Z")


class LostError(WorldError):
    """A delivery is no longer its sender's: another process took it, for it thought us dead."""


class Owner:
    """One sender: for one thread, with one mail in flight at a time.

    Made by `hold`; only rooms of the ledger use its transactions.
    """

    def __init__(self, ledger: Ledger, name: str, connection: Connection) -> None:
        self.ledger = ledger
        self.name = name
        self._connection = connection
        self._lock = _lock(ledger.path, name, connection)

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction of this sender; `LostError` (D020) when its connection was broken."""
        if self._connection.invalidated:
            raise lost(self.name)
        with told(self.ledger.place), self._connection.begin():
            yield self._connection

    def check(self) -> None:
        """Raise `LostError` (D020) when others take this sender for dead; in a transaction."""
        if not self._lock.held():
            raise lost(self.name)

    def release(self) -> None:
        """Show that this sender is no more."""
        self._lock.release()


@contextmanager
def hold(ledger: Ledger, name: str, now: datetime) -> Iterator[Owner]:
    """A sender that lives as long as the context; what it claimed and did not send is given back.

    `name` has letters, digits and hyphens and is never used again: pass chance in. `now` is the
    moment noted on what is given back. Raises `WorldError`: D009 when the lock cannot be made,
    D020 when somebody has that name.
    """
    if not _NAME.match(name):
        raise ValueError("a sender's name has 1 to 64 letters, digits and hyphens")
    with ExitStack() as stack:
        with told(ledger.place):
            connection = stack.enter_context(ledger.engine.connect())
            connection.detach()  # its session and its lock end together, not in a pool
            owner = Owner(ledger, name, connection)
        stack.callback(owner.release)
        try:
            yield owner
        finally:
            # A ledger that refuses now finds the rows given back by whoever looks for the dead.
            with suppress(WorldError), owner.writing() as connection:
                release.give_back(connection, name, now)


def lost(name: str) -> LostError:
    """The error of a sender that others took for dead."""
    message = f"the sender {name} was taken for dead, and what it had claimed was given to others"
    hint = "look at `digest status`: what may have gone out twice is flagged there"
    return LostError(Problem(code="D020", message=message, hint=hint))


def _lock(path: Path | None, name: str, connection: Connection) -> FileLock | SessionLock:
    if path is None:
        return SessionLock(connection, name)
    try:
        return FileLock(path, name)
    except FileExistsError as error:
        message = f"another sender is called {name}"
        raise WorldError(Problem(code="D020", message=message)) from error
    except OSError as error:
        message = f"no lock can be made beside the ledger {path}: {error.strerror or error}"
        hint = "let the user who sends write into the ledger's folder"
        raise WorldError(Problem(code="D009", message=message, hint=hint)) from error
