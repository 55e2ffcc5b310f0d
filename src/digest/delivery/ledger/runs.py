"""Starts, rests and ends the sending of an edition, and moves on what became due."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, func, select, update

from digest.delivery.ledger import events, release
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.locks import gated
from digest.delivery.ledger.rows import Run
from digest.delivery.ledger.tables import delivery, run
from digest.delivery.states import OPEN, RunState, State
from digest.problems import DigestError, Problem, WorldError

#: A run without a sign of life for longer may come from a restored ledger.
STALE = timedelta(hours=1)

#: The states of a run from which it may be sent.
_STARTABLE = (RunState.PLANNED, RunState.SENDING, RunState.PAUSED)


class Tick(NamedTuple):
    """How many deliveries became due, and how many waited too long."""

    due: int
    expired: int


def every(ledger: Ledger) -> tuple[Run, ...]:
    """All runs, the first planned first."""
    with ledger.reading() as connection:
        rows = connection.execute(select(run).order_by(run.c.id)).mappings()
        return tuple(map(Run.of, rows))


def find(ledger: Ledger, edition: str, generation: int | None = None) -> Run | None:
    """The run of an edition, its last generation when none is named; None when it has none."""
    query = select(run).where(run.c.edition == edition).order_by(run.c.generation.desc()).limit(1)
    if generation is not None:
        query = query.where(run.c.generation == generation)
    with ledger.reading() as connection:
        row = connection.execute(query).mappings().first()
    return None if row is None else Run.of(row)


def get(ledger: Ledger, run_id: int) -> Run:
    """The run of that number; `DigestError` (D021) when there is none."""
    with ledger.reading() as connection:
        return read(connection, run_id)


def wait(one: Run, now: datetime) -> timedelta:
    """How long a run still waits for its time, nothing when it may start."""
    return max(timedelta(0), one.not_before - now) if one.not_before else timedelta(0)


def start(ledger: Ledger, run_id: int, now: datetime, *, resume_stale: bool = False) -> Run:
    """Let a planned, paused or broken-off run be sent; the date of its mails is fixed once.

    Raises `DigestError`: D021 for no run, D023 for one that is done or cancelled, D025 before its
    time; `WorldError` D024 when its time, or its last sign of life, lies more than an hour back
    and `resume_stale` does not say that this is meant.
    """
    with gated(ledger) as connection:
        one = read(connection, run_id, lock=True)
        if one.state not in _STARTABLE:
            raise _state_forbids(one, "sent")
        if wait(one, now):
            raise _too_early(one)
        if not resume_stale:
            _refuse_stale(one, now)
        events.note(connection, now, "started", "", one)
        return _set(
            connection,
            one,
            state=RunState.SENDING,
            started_at=one.started_at or now,
            message_date=one.message_date or now.replace(microsecond=0),
            touched_at=now,
            note="",
        )


def pause(ledger: Ledger, run_id: int, now: datetime, note: str = "") -> Run:
    """Let no further mail of a run out; `DigestError` D021, or D023 when it is not being sent."""
    with gated(ledger) as connection:
        one = read(connection, run_id, lock=True)
        if one.state not in {RunState.SENDING, RunState.PAUSED}:
            raise _state_forbids(one, "paused")
        events.note(connection, now, "paused", note, one)
        return _set(connection, one, state=RunState.PAUSED, touched_at=now, note=note)


def cancel(ledger: Ledger, run_id: int, now: datetime, note: str = "") -> Run:
    """Let no further mail of a run out, for ever; `DigestError` D021, or D023 when it is done.

    Mails in flight still end as they end; what a sender had claimed is cancelled as it gives it
    back.
    """
    with gated(ledger) as connection:
        one = read(connection, run_id, lock=True)
        if one.state is RunState.DONE:
            raise _state_forbids(one, "cancelled")
        events.note(connection, now, "cancelled", note, one)
        one = _set(connection, one, state=RunState.CANCELLED, touched_at=now, note=note)
        sweep(connection, one, now)
        return one


def finish(ledger: Ledger, run_id: int, now: datetime) -> Run:
    """The run, done when nothing of it is open any more; what is unknown does not hinder that."""
    with gated(ledger) as connection:
        one = read(connection, run_id, lock=True)
        sweep(connection, one, now)
        if one.state not in {RunState.SENDING, RunState.PAUSED} or _has_open(connection, one):
            return one
        events.note(connection, now, "done", "", one)
        return _set(connection, one, state=RunState.DONE, touched_at=now, note="")


def tick(ledger: Ledger, run_id: int, now: datetime) -> Tick:
    """Move deliveries on by the clock: due ones wait to be claimed, late ones expire.

    In a cancelled run all that waits is cancelled.
    """
    with ledger.writing() as connection:
        one = read(connection, run_id)
        sweep(connection, one, now)
        mine = delivery.c.run == run_id
        expired = 0
        if one.expires_at is not None and one.expires_at <= now:
            waiting = delivery.c.state.in_([State.PENDING, State.DEFERRED])
            state = release.ended(State.EXPIRED)
            gone = {"state": state, "retry_at": None, "reason": "expired", "updated": now}
            expired = _count(connection, gone, mine, waiting)
        deferred = (delivery.c.state == State.DEFERRED, delivery.c.retry_at <= now)
        due = _count(connection, {"state": State.PENDING, "retry_at": None}, mine, *deferred)
        return Tick(due, expired)


def next_due(ledger: Ledger, run_id: int) -> datetime | None:
    """When the next deferred delivery of a run becomes due, None when none waits."""
    waiting = (delivery.c.run == run_id, delivery.c.state == State.DEFERRED)
    with ledger.reading() as connection:
        moment: datetime | None = connection.scalar(
            select(func.min(delivery.c.retry_at)).where(*waiting)
        )
    return moment


def read(connection: Connection, run_id: int, *, lock: bool = False) -> Run:
    """The run of that number, within a transaction; `DigestError` (D021) when there is none.

    With `lock` nobody else changes it until the transaction ends.
    """
    query = select(run).where(run.c.id == run_id)
    row = connection.execute(query.with_for_update() if lock else query).mappings().first()
    if row is None:
        raise DigestError(Problem(code="D021", message=f"the ledger has no run {run_id}"))
    return Run.of(row)


def sweep(connection: Connection, one: Run, now: datetime) -> None:
    """Cancel what waits in a cancelled run, and nothing in any other; the rest may come later."""
    if one.state is RunState.CANCELLED:
        waiting = delivery.c.state.in_([State.PENDING, State.DEFERRED])
        state = release.ended(State.CANCELLED)
        gone = {"state": state, "retry_at": None, "reason": "cancelled", "updated": now}
        _count(connection, gone, delivery.c.run == one.id, waiting)


def _set(connection: Connection, one: Run, **values: object) -> Run:
    connection.execute(update(run).where(run.c.id == one.id).values(**values))
    return one.model_copy(update=values)


def _count(
    connection: Connection, values: Mapping[str, object], *where: ColumnElement[bool]
) -> int:
    return connection.execute(update(delivery).where(*where).values(**values)).rowcount


def _has_open(connection: Connection, one: Run) -> bool:
    still = select(delivery.c.id).where(delivery.c.run == one.id, delivery.c.state.in_(OPEN))
    return connection.scalar(still.limit(1)) is not None


def _refuse_stale(one: Run, now: datetime) -> None:
    signs = [sign for sign in (one.not_before, one.touched_at) if sign is not None]
    if signs and now - max(signs) > STALE:
        message = f"the time of {_named(one)} lies more than an hour back"
        hint = (
            "it may have been sent already by the ledger this one is a copy of: see its status, "
            "then say that you mean it with --resume-stale"
        )
        raise WorldError(Problem(code="D024", message=message, hint=hint))


def _state_forbids(one: Run, done: str) -> DigestError:
    message = f"{_named(one)} cannot be {done}: it is {one.state}"
    hint = "a deliberate second mail is a further generation with an approval of its own"
    if one.state is RunState.PLANNED:
        hint = "nothing of it is going out; `digest approve --revoke` or --cancel keeps it so"
    return DigestError(Problem(code="D023", message=message, hint=hint))


def _too_early(one: Run) -> DigestError:
    message = f"{_named(one)} is not sent before {one.not_before:%Y-%m-%d %H:%M:%S} UTC"
    hint = "wait for it, or plan it anew for another time"
    return DigestError(Problem(code="D025", message=message, hint=hint))


def _named(one: Run) -> str:
    return one.edition if one.generation == 1 else f"{one.edition} (generation {one.generation})"
