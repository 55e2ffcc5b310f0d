"""Gives deliveries back that a sender had claimed, and decides on those it had in flight."""

from collections.abc import Mapping
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, case, select, update

from digest.delivery.ledger.tables import attempt, delivery, run
from digest.delivery.states import Policy, RunState, State

#: What an attempt says of which nobody knows how it ended.
LOST = "lost"

#: What an attempt says that was announced and has no result yet.
INTENT = "intent"

_CANCELLED = delivery.c.run.in_(select(run.c.id).where(run.c.state == RunState.CANCELLED))
_SENT_AGAIN = delivery.c.run.in_(
    select(run.c.id).where(
        run.c.policy == Policy.AT_LEAST_ONCE,
        run.c.state.not_in([RunState.CANCELLED, RunState.DONE]),
    )
)


class Doubt(NamedTuple):
    """How many deliveries in flight will be sent again, flagged, and how many are unknown now."""

    flagged: int
    unknown: int


def ended(state: State) -> ColumnElement[str]:
    """The state of a delivery that will not be tried again: unknown when it may have arrived."""
    return case((delivery.c.maybe_dup > 0, State.UNKNOWN), else_=state)


def give_back(connection: Connection, owner: str, now: datetime) -> int:
    """Let others have what a sender claimed; in a cancelled run it is cancelled. How many."""
    mine = (delivery.c.owner == owner, delivery.c.state == State.CLAIMED)
    gone = {"state": ended(State.CANCELLED), "owner": None, "reason": "cancelled", "updated": now}
    cancelled = _update(connection, gone, *mine, _CANCELLED)
    return cancelled + _update(connection, {"state": State.PENDING, "owner": None}, *mine)


def decide(connection: Connection, owner: str, now: datetime) -> Doubt:
    """Decide, by each run's policy, on what a dead sender had in flight."""
    mine = (delivery.c.owner == owner, delivery.c.state == State.IN_FLIGHT)
    flag = delivery.c.maybe_dup + 1
    again = {"state": State.PENDING, "owner": None, "maybe_dup": flag, "updated": now}
    flagged = _update(connection, again, *mine, _SENT_AGAIN)
    left = {"state": State.UNKNOWN, "owner": None, "reason": "sender died", "updated": now}
    unknown = _update(connection, left, *mine)
    open_ends = (attempt.c.owner == owner, attempt.c.result == INTENT)
    if flagged or unknown:
        connection.execute(update(attempt).where(*open_ends).values(result=LOST))
    return Doubt(flagged, unknown)


def _update(
    connection: Connection, values: Mapping[str, object], *where: ColumnElement[bool]
) -> int:
    return connection.execute(update(delivery).where(*where).values(**values)).rowcount
