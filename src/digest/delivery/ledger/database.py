"""An open ledger: transactions that write, transactions that read, and nothing else."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Self

from sqlalchemy import Connection, Engine

from digest.delivery.ledger.faults import told

#: Marks a connection whose transactions only read.
READS = "reads"


class Ledger:
    """The durable account of all deliveries; safe to share between threads.

    `place` names it for people, without a password. `path` is its file, None on a server.
    Only rooms of this wing use its connections.
    """

    def __init__(self, engine: Engine, place: str, path: Path | None) -> None:
        self.engine = engine
        self.place = place
        self.path = path

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that alone may write: all of it becomes durable, or nothing.

        Raises `WorldError` (D007 to D012) when the database refuses.
        """
        with told(self.place), self.engine.connect() as connection, connection.begin():
            yield connection

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that sees one state of everything and hinders nobody; errors as above."""
        with (
            told(self.place),
            self.engine.connect().execution_options(**{READS: True}) as connection,
            connection.begin(),
        ):
            yield connection

    def close(self) -> None:
        """Give back every connection."""
        self.engine.dispose()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
