"""Where the database's refusals become problems; no value of a row is repeated."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from sqlalchemy.exc import DataError, DBAPIError, StatementError

from digest.problems import Problem, WorldError

_MEND = "mend what is said, then run the command again: what was done is not lost"
_FREE = "free some space, then run the command again: nothing that was known is lost"
_RESTORE = "restore the last backup beside it, and see `digest settle` for what it does not know"
_WAIT = "wait until the other command is done, then run this one again"
_RIGHTS = "let the user who sends own the ledger's file and folder, on a disk that can be written"
_SERVER = "see that the server runs and that the address and password are right"


class _Case(NamedTuple):
    """How one refusal is told."""

    code: str
    said: str
    hint: str


_FULL = _Case("D008", "has no room left", _FREE)
_DAMAGED = _Case("D007", "is damaged", _RESTORE)
_BUSY = _Case("D010", "was held by another command for too long", _WAIT)
_READ_ONLY = _Case("D009", "cannot be written", _RIGHTS)
_NO_LEDGER = _Case("D005", "is no database", "name another file, or move this one away")

#: By SQLite's primary result codes.
_SQLITE = {
    3: _READ_ONLY,  # PERM
    5: _BUSY,  # BUSY
    6: _BUSY,  # LOCKED
    8: _READ_ONLY,  # READONLY
    10: _Case("D012", "met an error of the disk", _MEND),  # IOERR
    11: _DAMAGED,  # CORRUPT
    13: _FULL,  # FULL
    14: _READ_ONLY,  # CANTOPEN
    26: _NO_LEDGER,  # NOTADB
}

#: By PostgreSQL's SQLSTATE, or the class of it.
_POSTGRES = {
    "08": _Case("D011", "cannot be reached", _SERVER),
    "28": _Case("D011", "does not let us in", _SERVER),
    "3D": _Case("D011", "has no such database", "create it: createdb NAME"),
    "53100": _FULL,
    "55P03": _BUSY,
    "57P": _Case("D011", "is being shut down", _SERVER),
    "25006": _READ_ONLY,
    "42501": _READ_ONLY,
    "XX001": _DAMAGED,
    "XX002": _DAMAGED,
}


@contextmanager
def told(place: str) -> Iterator[None]:
    """Turn a refusal of the database at `place` into a `WorldError` (D005, D007 to D012).

    A value that no column takes, such as a moment without a zone, is the caller's `ValueError`.
    """
    try:
        yield
    except DBAPIError as error:
        # The database's own words may hold rows, and rows hold addresses: they end here.
        raise problem_of(error, place) from None
    except StatementError as error:
        raise error.orig or error from None


def problem_of(error: DBAPIError, place: str) -> WorldError:
    """What a refusal means for the ledger at `place`."""
    case = _case(error)
    message = f"the ledger {place} {case.said}"
    return WorldError(Problem(code=case.code, message=message, hint=case.hint))


def _case(error: DBAPIError) -> _Case:
    number = getattr(error.orig, "sqlite_errorcode", None)
    if number is not None and (number & 0xFF) in _SQLITE:
        return _SQLITE[number & 0xFF]
    state = str(getattr(error.orig, "sqlstate", None) or "")
    for length in (5, 3, 2):
        if state[:length] in _POSTGRES:
            return _POSTGRES[state[:length]]
    if isinstance(error.orig, sqlite3.OperationalError) and "decode" in str(error.orig):
        return _DAMAGED  # a text that is no text any more; such errors have no number
    # A value that the driver itself refuses was never sent: the server may well be there.
    heard = isinstance(error.orig, sqlite3.Error) or isinstance(error, DataError)
    if error.connection_invalidated or not (heard or state):
        return _POSTGRES["08"]
    said = f"{type(error.orig).__name__} {state or number or ''}".rstrip()
    return _Case("D012", f"refused a step ({said})", _MEND)
