"""The tables of the ledger, their keys and what may stand in them."""

from datetime import UTC, datetime, timedelta
from enum import StrEnum

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    Column,
    ColumnElement,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    TypeDecorator,
    UniqueConstraint,
    literal_column,
)

from digest.delivery.approval import Act
from digest.delivery.states import OWNED, Policy, RunState, State

#: The version of these tables; a ledger of another one is refused.
VERSION = 1

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def microseconds(moment: datetime) -> int:
    """A moment as the ledger keeps it; ValueError without a zone: nobody could say when it was."""
    if moment.tzinfo is None:
        raise ValueError("a moment in the ledger needs a time zone")
    return (moment - _EPOCH) // timedelta(microseconds=1)


def from_microseconds(value: int) -> datetime:
    """The moment in UTC that the ledger keeps as that number."""
    return _EPOCH + timedelta(microseconds=value)


class Moment(TypeDecorator[datetime]):
    """An aware moment, kept as whole microseconds since 1970 in UTC: it sorts and compares."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """The microseconds since 1970; ValueError for a moment without a zone."""
        del dialect
        return None if value is None else microseconds(value)

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """The moment in UTC."""
        del dialect
        return None if value is None else from_microseconds(value)


metadata = MetaData()

#: SQLite numbers rows by itself only in a column that is called INTEGER.
_Id = BigInteger().with_variant(Integer, "sqlite")


def _one_of(column: str, words: type[StrEnum]) -> CheckConstraint:
    listed = ", ".join(f"'{word.value}'" for word in words)
    return CheckConstraint(f"{column} IN ({listed})", name=f"{column}_known")


def _id() -> Column[int]:
    return Column("id", _Id, primary_key=True)


def _run() -> Column[int]:
    return Column("run", _Id, ForeignKey("run.id"), nullable=False)


schema = Table(
    "schema",
    metadata,
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("product", Text, nullable=False),
)

run = Table(
    "run",
    metadata,
    _id(),
    Column("edition", Text, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("state", Text, nullable=False),
    Column("policy", Text, nullable=False),
    Column("seal", Text, nullable=False),
    Column("domain", Text, nullable=False),
    Column("audience_hash", Text, nullable=False),
    Column("audience_count", Integer, nullable=False),
    Column("planned_at", Moment, nullable=False),
    Column("not_before", Moment),
    Column("expires_at", Moment),
    Column("started_at", Moment),
    Column("touched_at", Moment),
    Column("message_date", Moment),
    Column("note", Text, nullable=False),
    UniqueConstraint("edition", "generation"),
    _one_of("state", RunState),
    _one_of("policy", Policy),
    CheckConstraint("generation >= 1"),
    CheckConstraint("audience_count >= 0"),
)

build = Table(
    "build",
    metadata,
    _id(),
    _run(),
    Column("seal", Text, nullable=False),
    Column("planned_at", Moment, nullable=False),
    UniqueConstraint("run", "seal"),
)

_OWNED = ", ".join(f"'{state.value}'" for state in OWNED)

delivery = Table(
    "delivery",
    metadata,
    _id(),
    _run(),
    Column("build", _Id, ForeignKey("build.id"), nullable=False),
    Column("reader", Text, nullable=False),
    Column("mailbox", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("language", Text, nullable=False),
    Column("message_id", Text, nullable=False),
    Column("state", Text, nullable=False),
    Column("owner", Text),
    Column("attempts", Integer, nullable=False, server_default="0"),
    Column("maybe_dup", Integer, nullable=False, server_default="0"),
    Column("retry_at", Moment),
    Column("code", Integer),
    Column("enhanced", Text),
    Column("reply", Text),
    Column("reason", Text),
    Column("updated", Moment),
    UniqueConstraint("message_id"),
    UniqueConstraint("run", "reader"),
    UniqueConstraint("run", "mailbox"),
    _one_of("state", State),
    CheckConstraint(f"(state IN ({_OWNED})) = (owner IS NOT NULL)", name="owned"),
    CheckConstraint("(state = 'deferred') = (retry_at IS NOT NULL)", name="due"),
)


def _in(state: State) -> ColumnElement[bool]:
    return delivery.c.state == literal_column(f"'{state.value}'")


#: Narrow indices: a block is claimed, and what is due found, at the same cost however many wait.
Index(
    "delivery_pending",
    delivery.c.run,
    delivery.c.id,
    sqlite_where=_in(State.PENDING),
    postgresql_where=_in(State.PENDING),
)
Index(
    "delivery_deferred",
    delivery.c.run,
    delivery.c.retry_at,
    sqlite_where=_in(State.DEFERRED),
    postgresql_where=_in(State.DEFERRED),
)
Index(
    "delivery_owned",
    delivery.c.owner,
    sqlite_where=delivery.c.owner.is_not(None),
    postgresql_where=delivery.c.owner.is_not(None),
)

attempt = Table(
    "attempt",
    metadata,
    _id(),
    Column("delivery", _Id, ForeignKey("delivery.id"), nullable=False),
    Column("n", Integer, nullable=False),
    Column("owner", Text, nullable=False),
    Column("result", Text, nullable=False),
    Column("phase", Text),
    Column("code", Integer),
    Column("reply", Text),
    Column("at", Moment, nullable=False),
    UniqueConstraint("delivery", "n"),
)

approval = Table(
    "approval",
    metadata,
    _id(),
    Column("edition", Text, nullable=False),
    Column("generation", Integer, nullable=False),
    Column("act", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("note", Text, nullable=False),
    Column("seal", Text, nullable=False),
    Column("audience_hash", Text),
    Column("audience_count", Integer),
    Column("required", Integer, nullable=False),
    Column("approvers", Text, nullable=False),
    Column("whose", Text),
    _one_of("act", Act),
    CheckConstraint("(act = 'approve') = (audience_hash IS NOT NULL)", name="bound"),
)
Index("approval_edition", approval.c.edition, approval.c.generation, approval.c.id)

suppression = Table(
    "suppression",
    metadata,
    Column("reader", Text, primary_key=True),
    Column("reason", Text, nullable=False),
    Column("at", Moment, nullable=False),
)

subscriber = Table(
    "subscriber",
    metadata,
    Column("mailbox", Text, primary_key=True),
    Column("reader", Text, nullable=False, unique=True),
    Column("address", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("streams", Text, nullable=False),
    Column("language", Text),
    Column("status", Text, nullable=False),
    Column("paused_until", Moment),
    Column("changed", Moment, nullable=False),
)

event = Table(
    "event",
    metadata,
    _id(),
    Column("at", Moment, nullable=False),
    Column("edition", Text),
    Column("generation", Integer),
    Column("kind", Text, nullable=False),
    Column("detail", Text, nullable=False),
)
