"""Who changes what a sender relies on waits for the intents under way, and they for him."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, func, select

from digest.delivery.ledger.database import Ledger

#: One lock for all that an intent relies on. SQLite needs none: there one alone writes.
_GATE = 0x6469_6765_0001

#: Another for those who write down an audience: it takes long, and hinders no intent.
_PLANS = 0x6469_6765_0002

#: A third for those who keep to a rate: one after another they announce a mail.
_PACE = 0x6469_6765_0003

_ALONE = select(func.pg_advisory_xact_lock(_GATE))
_PLANNING = select(func.pg_advisory_xact_lock(_PLANS))
_TOGETHER = select(func.pg_advisory_xact_lock_shared(_GATE))
_ONE_BY_ONE = select(func.pg_advisory_xact_lock(_PACE))


@contextmanager
def gated(ledger: Ledger) -> Iterator[Connection]:
    """A transaction that no intent overlaps: after it, none can be made that did not see it."""
    with ledger.writing() as connection:
        shut(connection)
        yield connection


@contextmanager
def planning(ledger: Ledger) -> Iterator[Connection]:
    """A transaction in which nobody else plans; mails of other runs go out meanwhile."""
    with ledger.writing() as connection:
        if connection.dialect.name == "postgresql":
            connection.execute(_PLANNING)
        yield connection


def shut(connection: Connection) -> None:
    """Let no intent overlap the rest of this transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(_ALONE)


def pass_through(connection: Connection) -> None:
    """Let nobody change what an intent relies on during the rest of this transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(_TOGETHER)


def line_up(connection: Connection) -> None:
    """Let nobody else who keeps to a rate announce a mail during the rest of this transaction."""
    if connection.dialect.name == "postgresql":
        connection.execute(_ONE_BY_ONE)
