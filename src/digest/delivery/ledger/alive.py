"""How a sender shows that it lives, without a clock: a lock that dies with its process."""

import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from sqlalchemy import Connection, func, select, text

from digest.problems import Problem, WorldError

_FLAGS = os.O_RDWR | os.O_CLOEXEC | os.O_NOFOLLOW

#: Whether this very session holds the lock of that key; session locks are void behind a proxy
#: that hands transactions to changing sessions.
_HOLDS = text(
    "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid()"
    " AND classid::bigint = :high AND objid::bigint = :low AND granted"
)


def folder(ledger: Path) -> Path:
    """Where the locks of a ledger's senders lie."""
    return ledger.with_name(f"{ledger.name}.owners")


class FileLock:
    """The kernel's lock on a file beside the ledger: a stopped sender keeps it, a dead one not."""

    def __init__(self, ledger: Path, name: str) -> None:
        self.path = folder(ledger) / f"{name}.lock"
        self.path.parent.mkdir(mode=0o700, exist_ok=True)
        self._handle = os.open(self.path, _FLAGS | os.O_CREAT | os.O_EXCL, 0o600)
        fcntl.flock(self._handle, fcntl.LOCK_EX)

    def held(self) -> bool:
        """Whether others still see the lock: somebody may have removed its file."""
        try:
            return self.path.stat().st_ino == os.fstat(self._handle).st_ino
        except FileNotFoundError:
            return False

    def release(self) -> None:
        """Take the file away and let go, in this order: a free lock is a dead sender's."""
        with suppress(FileNotFoundError):
            self.path.unlink()
        os.close(self._handle)


class SessionLock:
    """An advisory lock that a session of the server holds: it ends with its connection."""

    def __init__(self, connection: Connection, name: str) -> None:
        self._connection = connection
        self._key = _key(name)
        taken = connection.scalar(select(func.pg_try_advisory_lock(self._key)))
        connection.commit()
        if not taken:
            raise WorldError(Problem(code="D020", message=f"another sender is called {name}"))

    def held(self) -> bool:
        """Whether the session still holds it; to be asked within a transaction."""
        key = self._key & 0xFFFF_FFFF_FFFF_FFFF
        found = self._connection.scalar(_HOLDS, {"high": key >> 32, "low": key & 0xFFFF_FFFF})
        return bool(found)

    def release(self) -> None:
        """Nothing to do: the lock goes with the connection."""


@contextmanager
def dead_by_file(ledger: Path, name: str) -> Iterator[bool]:
    """Whether that sender is dead; if so, nobody else finds it dead while the context stands."""
    path = folder(ledger) / f"{name}.lock"
    try:
        handle = os.open(path, _FLAGS)
    except FileNotFoundError:
        yield True
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        yield False
        return
    try:
        yield True
        with suppress(FileNotFoundError):
            path.unlink()
    finally:
        os.close(handle)


def dead_by_session(connection: Connection, name: str) -> bool:
    """Whether no session holds that sender's lock; then it is ours until the transaction ends."""
    return bool(connection.scalar(select(func.pg_try_advisory_xact_lock(_key(name)))))


def _key(name: str) -> int:
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:8], "big", signed=True)
