"""A ledger in one SQLite file: how it is opened, looked over and copied."""

import os
import sqlite3
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, create_engine, event

from digest.delivery.ledger.database import READS, Ledger
from digest.delivery.ledger.faults import told
from digest.delivery.ledger.places import MOUNTS, network_file_system
from digest.problems import Problem, WorldError

#: How long a command waits for another one that writes, in seconds.
PATIENCE = 30

_MAGIC = b"SQLite format 3\0"
_NEW_FILE = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW


def open_file(path: Path, *, create: bool, power_safe: bool) -> Ledger:
    """The ledger in a file, whose tables were not looked at yet.

    With `power_safe` each step survives a power cut, without it each survives the death of the
    process alone. Raises `WorldError`: D016 when there is no file and none is to be created, D017
    when a folder or device has its name, D018 on a network file system, D005 when it is no
    database, D009 when it cannot be written.
    """
    path = path.absolute()
    with _files(path):
        path = path.resolve()
        _check_place(path)
        if create:
            with suppress(FileExistsError):
                os.close(os.open(path, _NEW_FILE, 0o600))
        _check_file(path)
        # Whoever reads the ledger reads addresses.
        if path.stat().st_uid == os.geteuid():
            path.chmod(0o600)
    return Ledger(_engine(path, power_safe=power_safe), str(path), path)


def quick_check(ledger: Ledger) -> None:
    """Look the pages and rows of the file over; D007 when something is damaged."""
    with told(ledger.place), ledger.engine.connect() as connection:
        found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar()
    if found != "ok":
        hint = "restore the last backup beside it; `digest settle` decides what it does not know"
        raise WorldError(
            Problem(code="D007", message=f"the ledger {ledger.place} is damaged", hint=hint)
        )


def copy(ledger: Ledger, target: Path) -> None:
    """Write a copy as of now into a new file, complete or not at all.

    It hinders nobody who sends. Raises `WorldError` (D013) when the file exists or the disk
    refuses.
    """
    part = target.with_name(f"{target.name}.part")
    try:
        if target.exists():
            raise FileExistsError(f"{target.name} exists")
        with suppress(FileNotFoundError):
            part.unlink()
        os.close(os.open(part, _NEW_FILE, 0o600))
        with closing(sqlite3.connect(ledger.path or "", isolation_level=None)) as connection:
            connection.execute(f"PRAGMA busy_timeout={PATIENCE * 1000}")
            connection.execute("VACUUM INTO ?", (str(part),))
        _sync(part)
        part.rename(target)
        _sync(target.parent)
    except (OSError, sqlite3.Error) as error:
        with suppress(OSError):
            part.unlink()
        raise WorldError(_no_copy(target, error)) from None


def _engine(path: Path, *, power_safe: bool) -> Engine:
    url = URL.create("sqlite+pysqlite", database=str(path))
    engine = create_engine(
        url, connect_args={"timeout": PATIENCE}, hide_parameters=True, max_overflow=-1
    )
    synchronous = "FULL" if power_safe else "NORMAL"

    @event.listens_for(engine, "connect")
    def connected(connection: sqlite3.Connection, _: object) -> None:
        connection.isolation_level = None  # transactions begin where `begun` says, nowhere else
        for setting in (
            "journal_mode=WAL",
            f"synchronous={synchronous}",
            "foreign_keys=ON",
            "cell_size_check=ON",
            "trusted_schema=OFF",
        ):
            _set(connection, setting)

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        # A transaction that reads first and writes later fails at once instead of waiting.
        reads = connection.get_execution_options().get(READS)
        connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")

    return engine


def _set(connection: sqlite3.Connection, setting: str) -> None:
    try:
        connection.execute(f"PRAGMA {setting}")
    except UnicodeDecodeError:
        # What SQLite says of a damaged schema repeats its bytes, which need not be text.
        error = sqlite3.DatabaseError("the schema is damaged")
        error.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise error from None


@contextmanager
def _files(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        hint = "choose a folder that exists and that you may write to"
        message = f"the ledger {path} cannot be opened: {error.strerror or error}"
        raise WorldError(Problem(code="D009", message=message, hint=hint)) from None


def _check_place(path: Path) -> None:
    mounts = MOUNTS.read_text(encoding="utf-8", errors="replace") if MOUNTS.exists() else ""
    if kind := network_file_system(path, mounts):
        message = f"the ledger {path} lies on a network file system ({kind})"
        hint = "keep it on a disk of this machine, or in PostgreSQL: two senders could both send"
        raise WorldError(Problem(code="D018", message=message, hint=hint))


def _check_file(path: Path) -> None:
    if not path.exists():
        hint = "approve an edition first, or name another ledger"
        raise WorldError(Problem(code="D016", message=f"there is no ledger {path}", hint=hint))
    if not stat.S_ISREG(path.stat().st_mode):
        hint = "name a file, or move away what stands there"
        message = f"the ledger {path} is no file"
        raise WorldError(Problem(code="D017", message=message, hint=hint))
    with path.open("r+b") as file:
        begin = file.read(len(_MAGIC))
    if begin not in {b"", _MAGIC}:
        hint = "name another file, or move this one away"
        message = f"the file {path} is no ledger"
        raise WorldError(Problem(code="D005", message=message, hint=hint))


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _no_copy(target: Path, error: Exception) -> Problem:
    said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    message = f"no copy of the ledger can be written to {target}: {said}"
    return Problem(code="D013", message=message, hint="free some space, or name another file")
