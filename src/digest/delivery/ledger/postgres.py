"""A ledger in PostgreSQL: how it is reached, and that a step it confirms is durable."""

from typing import Any

from sqlalchemy import URL, Connection, create_engine, event

from digest.delivery.ledger.database import READS, Ledger
from digest.problems import Problem, UsageError

#: How long a command waits for the server, and for another one's lock, in seconds.
PATIENCE = 30


def open_server(url: URL, *, power_safe: bool) -> Ledger:
    """The ledger in a database on a server, which was not talked to yet.

    With `power_safe` a step is confirmed when it is on the server's disk. Raises `UsageError`
    (D014) when the driver is not installed.
    """
    url = url.set(drivername="postgresql+psycopg")
    arguments: dict[str, Any] = {"connect_timeout": PATIENCE, "application_name": "digest"}
    try:
        engine = create_engine(
            url,
            connect_args={k: v for k, v in arguments.items() if k not in url.query},
            max_overflow=-1,
            hide_parameters=True,
            isolation_level="READ COMMITTED",
        )
    except ImportError as error:
        hint = "install it: pip install 'digest-press[postgresql]'"
        message = "a ledger in PostgreSQL needs the driver psycopg, which cannot be loaded"
        raise UsageError(Problem(code="D014", message=message, hint=hint)) from error

    @event.listens_for(engine, "connect")
    def connected(connection: Any, _: object) -> None:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{PATIENCE}s'")
            cursor.execute("SET TIME ZONE 'UTC'")
            cursor.execute(f"SET synchronous_commit = {'on' if power_safe else 'off'}")
        connection.commit()

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        if connection.get_execution_options().get(READS):
            connection.exec_driver_sql("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY")

    shown = url.set(drivername="postgresql", password=None, query={})
    return Ledger(engine, shown.render_as_string(), None)
