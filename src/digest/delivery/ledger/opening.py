"""The way into a ledger: by its address, with tables of our version, or not at all."""

from datetime import datetime
from pathlib import Path

from sqlalchemy import URL, Connection, exists, func, insert, inspect, make_url, select
from sqlalchemy.exc import ArgumentError

from digest.delivery.ledger import postgres, sqlite
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.tables import VERSION, attempt, delivery, metadata, schema
from digest.problems import Problem, UsageError, WorldError

#: What our one row of the table `schema` says, so that nobody else's table is taken for it.
PRODUCT = "digest ledger"

#: Two commands that both find an empty database make its tables one after the other.
_MAKING = 0x6469_6765_7374


def open_ledger(
    url: str, *, base: Path = Path(), create: bool = True, power_safe: bool = True
) -> Ledger:
    """The ledger at `sqlite:///FILE` or `postgresql://USER@HOST/NAME`; close it after use.

    A relative file lies below `base`. With `create` a missing file and missing tables are made.
    Without `power_safe` a step survives the death of the process, but not a power cut.

    Raises `UsageError`: D015 for another address, D014 without the driver; `WorldError`: D005 and
    D016 to D018 for a file that is no ledger, D006 for tables of another version, D007 to D012
    when the database refuses.
    """
    ledger = _connect(_address(url), base, create=create, power_safe=power_safe)
    try:
        if create:
            _make(ledger)
        _check_version(ledger)
    except BaseException:
        ledger.close()
        raise
    return ledger


def look_over(ledger: Ledger) -> None:
    """Doubt the ledger before a send: its pages, and each attempt that a delivery speaks of.

    Raises `WorldError` (D007) when something is damaged.
    """
    if ledger.path is not None:
        sqlite.quick_check(ledger)
    announced = exists().where(
        attempt.c.delivery == delivery.c.id, attempt.c.n == delivery.c.attempts
    )
    orphans = select(func.count()).where(delivery.c.attempts > 0, ~announced)
    with ledger.reading() as connection:
        count = connection.scalar(orphans.select_from(delivery))
    if count:
        message = f"the ledger {ledger.place} is damaged: {count} deliveries lack their attempts"
        hint = "restore the last backup beside it; `digest settle` decides what it does not know"
        raise WorldError(Problem(code="D007", message=message, hint=hint))


def back_up(ledger: Ledger, now: datetime) -> Path | None:
    """Copy the file as of now to a new one beside it, named by the moment; its path.

    None on a server, whose backups are its administrator's. Raises `WorldError` (D013).
    """
    if ledger.path is None:
        return None
    stamp = f"{now:%Y%m%dT%H%M%S}{now.microsecond:06d}Z"
    target = ledger.path.with_name(f"{ledger.path.name}.{stamp}.backup")
    sqlite.copy(ledger, target)
    return target


def _address(url: str) -> URL:
    try:
        return make_url(url)
    except (ArgumentError, ValueError):
        # What was typed may hold a password.
        raise _no_address("it is not written like one") from None


def _connect(url: URL, base: Path, *, create: bool, power_safe: bool) -> Ledger:
    if url.drivername in {"postgresql", "postgresql+psycopg", "postgres"}:
        return postgres.open_server(url, power_safe=power_safe)
    if url.drivername not in {"sqlite", "sqlite+pysqlite"}:
        raise _no_address("only sqlite and postgresql are known")
    name = url.database or ""
    if not name or name == ":memory:" or name.startswith("file:") or "\0" in name:
        raise _no_address("an account in memory would be lost")
    if url.query or url.host:
        raise _no_address("a file has no host and no options; sqlite:///ledger.db is a file here")
    return sqlite.open_file(base / name, create=create, power_safe=power_safe)


def _no_address(why: str) -> UsageError:
    hint = "write sqlite:///FILE, sqlite:////FULL/PATH or postgresql://USER@HOST/NAME"
    message = f"this is no address of a ledger: {why}"
    return UsageError(Problem(code="D015", message=message, hint=hint))


def _make(ledger: Ledger) -> None:
    with ledger.writing() as connection:
        if ledger.path is None:
            connection.execute(select(func.pg_advisory_xact_lock(_MAKING)))
        if not inspect(connection).get_table_names():
            metadata.create_all(connection)
            connection.execute(insert(schema).values(version=VERSION, product=PRODUCT))


def _check_version(ledger: Ledger) -> None:
    with ledger.reading() as connection:
        found = _version(connection)
    if found is None:
        message = f"the database {ledger.place} holds no ledger"
        hint = "name an empty database, or the one that holds the ledger"
        raise WorldError(Problem(code="D005", message=message, hint=hint))
    if found != VERSION:
        newer = found > VERSION
        age = "a newer" if newer else "an older"
        message = f"the ledger {ledger.place} is of {age} version ({found}, not {VERSION})"
        hint = "update this program" if newer else "finish its sends with the version that made it"
        raise WorldError(Problem(code="D006", message=message, hint=hint))


def _version(connection: Connection) -> int | None:
    if not inspect(connection).has_table(schema.name):
        return None
    columns = {column["name"] for column in inspect(connection).get_columns(schema.name)}
    if not {"version", "product"} <= columns:
        return None
    known = select(func.max(schema.c.version)).where(schema.c.product == PRODUCT)
    version: int | None = connection.scalar(known)
    return version
