"""Records what became of one mail and announces the next, in one durable step."""

from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam, delete, insert, update

from digest.delivery.ledger import prepared, release, suppressions
from digest.delivery.ledger.gate import Gate
from digest.delivery.ledger.owner import Owner, lost
from digest.delivery.ledger.rows import Claim
from digest.delivery.ledger.tables import attempt, delivery
from digest.delivery.outcomes import Outcome, Row
from digest.delivery.states import Policy, State, Word
from digest.problems import WorldError

#: Longer words of a server tell nobody more.
LONGEST_REPLY = 500

# Every step names the row, its owner and the state it must be in: whoever lost it changes nothing.
_FENCE = (
    delivery.c.id == bindparam("of_id"),
    delivery.c.owner == bindparam("of_owner"),
    delivery.c.state == bindparam("of_state"),
)

_RESULT = (
    update(delivery)
    .where(*_FENCE)
    .values({
        name: bindparam(name)
        for name in (
            "state", "owner", "attempts", "maybe_dup", "retry_at", "code", "enhanced", "reply",
            "reason", "updated",
        )
    })
)  # fmt: skip

_ATTEMPT_RESULT = (
    update(attempt)
    .where(attempt.c.delivery == bindparam("of_id"), attempt.c.n == bindparam("of_n"))
    .values({name: bindparam(name) for name in ("result", "phase", "code", "reply")})
)

_ATTEMPT_ARRIVED = _ATTEMPT_RESULT.values(at=bindparam("arrived"))

_NO_ATTEMPT = delete(attempt).where(
    attempt.c.delivery == bindparam("of_id"), attempt.c.n == bindparam("of_n")
)

_INTENT = (
    update(delivery)
    .where(*_FENCE)
    .values(state=State.IN_FLIGHT, attempts=bindparam("attempts"), updated=bindparam("updated"))
)

_ATTEMPT = insert(attempt).values(
    {name: bindparam(name) for name in ("delivery", "n", "owner", "result", "at")}
)

_SUPPRESS_ONE = (
    update(delivery)
    .where(*_FENCE)
    .values(state=State.SUPPRESSED, owner=None, reason="suppressed", updated=bindparam("updated"))
)


class Result(NamedTuple):
    """What became of an announced mail.

    A deferred one with `retry_at` waits until then; without, it stays with its sender, who tries
    again at once. An ambiguous one that will be sent again waits until `retry_at` too, if given.
    """

    claim: Claim
    outcome: Outcome
    retry_at: datetime | None = None


def advance(
    owner: Owner,
    gate: Gate,
    now: datetime,
    *,
    result: Result | None = None,
    intent: Claim | None = None,
) -> Word:
    """Record a result and announce the next mail in one transaction; the word on the latter.

    Only after GO may the mail of `intent` go out; after TOO_FAST it stays claimed. After a word
    that `ends` the sender's claims were given back. What is known is recorded whatever happens to
    the intent.

    Raises `LostError` (D020) when a row is no longer this sender's, `WorldError` (D007 to D012)
    when the database refuses: then nothing may go out.
    """
    try:
        with owner.writing() as connection:
            if intent is not None:
                gate.shared(connection)
            if result is not None:
                _record(connection, owner, gate, now, result)
            return Word.GO if intent is None else _announce(connection, owner, gate, now, intent)
    except WorldError:
        if result is not None and intent is not None:
            with suppress(WorldError), owner.writing() as connection:
                _record(connection, owner, gate, now, result)
        raise


def _announce(
    connection: Connection, owner: Owner, gate: Gate, now: datetime, intent: Claim
) -> Word:
    word = gate.word(connection, now, intent.mailbox)
    fence = {"of_id": intent.id, "of_owner": owner.name, "of_state": State.CLAIMED}
    if word.ends:
        release.give_back(connection, owner.name, now)
    elif word is Word.SUPPRESSED:
        _fenced(connection, _SUPPRESS_ONE, owner, {**fence, "updated": now})
    else:
        moment = gate.pace.moment(connection) if gate.pace else now
        if moment is None:
            return Word.TOO_FAST
        n = intent.attempts + 1
        _fenced(connection, _INTENT, owner, {**fence, "attempts": n, "updated": moment})
        values = {"delivery": intent.id, "n": n, "owner": owner.name, "at": moment}
        prepared.run(connection, _ATTEMPT, {**values, "result": release.INTENT})
    return word


def _record(
    connection: Connection, owner: Owner, gate: Gate, now: datetime, result: Result
) -> None:
    one, outcome = result.claim, result.outcome
    n = one.attempts + 1
    fence = {"of_id": one.id, "of_owner": owner.name, "of_state": State.IN_FLIGHT}
    change = _change(owner, gate, now, result)
    _fenced(connection, _RESULT, owner, {**fence, **change})
    if outcome.row is Row.UNTRIED:
        prepared.run(connection, _NO_ATTEMPT, {"of_id": one.id, "of_n": n})
        return
    arrived = gate.pace.arrived if gate.pace else None
    said = {"phase": outcome.phase, "code": outcome.code, "reply": change["reply"]}
    if arrived:
        said["arrived"] = arrived
    step = _ATTEMPT_ARRIVED if arrived else _ATTEMPT_RESULT
    prepared.run(connection, step, {"of_id": one.id, "of_n": n, "result": outcome.row, **said})
    if outcome.row is Row.FAILED and outcome.suppress:
        reader = gate.keys.reader(one.mailbox)
        suppressions.add(connection, reader, outcome.reason or "hard bounce", now)


def _change(owner: Owner, gate: Gate, now: datetime, result: Result) -> dict[str, Any]:
    one, outcome = result.claim, result.outcome
    state, retry_at = _after(gate, result)
    doubtful = outcome.doubtful or outcome.row is Row.AMBIGUOUS
    return {
        "state": state,
        "owner": owner.name if state is State.CLAIMED else None,
        "attempts": one.attempts + (outcome.row is not Row.UNTRIED),
        "maybe_dup": one.maybe_dup + (doubtful and state is not State.UNKNOWN),
        "retry_at": retry_at,
        "code": outcome.code,
        "enhanced": outcome.enhanced,
        "reply": outcome.reply[:LONGEST_REPLY],
        "reason": "expired" if state is State.EXPIRED else outcome.reason or None,
        "updated": now,
    }


def _after(gate: Gate, result: Result) -> tuple[State, datetime | None]:
    """The state after a result, and when a deferred one is due."""
    row, retry_at = result.outcome.row, result.retry_at
    if row is Row.SENT:
        return State.SENT, None
    if row is Row.FAILED:
        return State.FAILED, None
    if row is Row.AMBIGUOUS and gate.run.policy is Policy.AT_MOST_ONCE:
        return State.UNKNOWN, None
    if retry_at is None or row is Row.UNTRIED:
        return (State.PENDING if row is Row.AMBIGUOUS else State.CLAIMED), None
    if gate.run.expires_at is not None and retry_at >= gate.run.expires_at:
        arrived = row is Row.AMBIGUOUS or result.outcome.doubtful or result.claim.maybe_dup
        return (State.UNKNOWN if arrived else State.EXPIRED), None
    return State.DEFERRED, retry_at


def _fenced(connection: Connection, step: Any, owner: Owner, values: dict[str, Any]) -> None:
    if prepared.run(connection, step, values).rowcount != 1:
        raise lost(owner.name)
