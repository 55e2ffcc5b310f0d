"""Decides what nobody could know: by a person, a log of the relay, or a bounce."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, select, update

from digest.delivery.identity import Keyring
from digest.delivery.ledger import events, suppressions
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.locks import gated
from digest.delivery.ledger.rows import Run
from digest.delivery.ledger.runs import read
from digest.delivery.ledger.tables import delivery
from digest.delivery.ledger.tables import run as run_table
from digest.delivery.states import RunState, State
from digest.problems import DigestError, Problem

#: What can be said of a mail that nobody could know about.
VERDICTS = (State.SENT, State.FAILED, State.PENDING)


class Decision(NamedTuple):
    """What became of a mail, named by the number of its delivery or by its Message-ID."""

    key: int | str
    verdict: State


class Settled(NamedTuple):
    """The keys that were decided, that no mail of the run has, that were not unknown."""

    done: tuple[int | str, ...]
    missing: tuple[int | str, ...]
    known: tuple[int | str, ...]


def settle(
    ledger: Ledger,
    run_id: int,
    decisions: Iterable[Decision],
    *,
    by: str,
    now: datetime,
    note: str = "",
) -> Settled:
    """Decide unknown mails of a run, all in one step: sent, failed, or to be sent again.

    What is to be sent again is flagged, for it may have arrived; a run that was done is paused
    then. Mails that are not unknown stay as they are.

    Raises `DigestError`: D021 for no run, D050 for another verdict or for sending again what was
    cancelled.
    """
    done: list[int | str] = []
    missing: list[int | str] = []
    known: list[int | str] = []
    with gated(ledger) as connection:
        one = read(connection, run_id)
        for decision in decisions:
            _refuse_verdict(one, decision)
            state = _state(connection, one, decision.key)
            if state is None:
                missing.append(decision.key)
            elif state is not State.UNKNOWN:
                known.append(decision.key)
            else:
                _decide(connection, one, decision, by, now)
                done.append(decision.key)
        if done:
            events.note(connection, now, "settled", f"{by}: {len(done)} {note}".rstrip(), one)
    return Settled(tuple(done), tuple(missing), tuple(known))


def bounced(
    ledger: Ledger, message_id: str, *, hard: bool, reason: str, keys: Keyring, now: datetime
) -> bool:
    """Note that a mail came back: sent or unknown becomes failed; whether the mail is ours.

    A hard bounce also suppresses the mailbox, whatever state the mail is in.
    """
    query = select(delivery.c.id, delivery.c.mailbox).where(delivery.c.message_id == message_id)
    with gated(ledger) as connection:
        found = connection.execute(query).first()
        if found is None:
            return False
        went = delivery.c.state.in_([State.SENT, State.UNKNOWN])
        connection.execute(
            update(delivery)
            .where(delivery.c.id == found.id, went)
            .values(state=State.FAILED, reason=reason, updated=now)
        )
        if hard:
            suppressions.add(connection, keys.reader(found.mailbox), reason, now)
        return True


def is_ours(ledger: Ledger, message_id: str) -> bool:
    """Whether a mail with that Message-ID was ever planned."""
    query = select(delivery.c.id).where(delivery.c.message_id == message_id)
    with ledger.reading() as connection:
        return connection.execute(query).first() is not None


def _refuse_verdict(one: Run, decision: Decision) -> None:
    again = decision.verdict is State.PENDING
    if decision.verdict not in VERDICTS or (again and one.state is RunState.CANCELLED):
        message = f"{decision.key} cannot be settled as {decision.verdict}"
        hint = "a mail was sent, or it failed, or it is to be sent again while its run lives"
        raise DigestError(Problem(code="D050", message=message, hint=hint))


def _state(connection: Connection, one: Run, key: int | str) -> State | None:
    column = delivery.c.id if isinstance(key, int) else delivery.c.message_id
    query = select(delivery.c.state).where(delivery.c.run == one.id, column == key)
    found = connection.scalar(query)
    return None if found is None else State(found)


def _decide(connection: Connection, one: Run, decision: Decision, by: str, now: datetime) -> None:
    again = decision.verdict is State.PENDING
    column = delivery.c.id if isinstance(decision.key, int) else delivery.c.message_id
    connection.execute(
        update(delivery)
        .where(delivery.c.run == one.id, column == decision.key)
        .values(
            state=decision.verdict,
            reason=None if again else "settled",
            maybe_dup=delivery.c.maybe_dup + int(again),
            updated=now,
        )
    )
    if again and one.state is RunState.DONE:
        _reopen(connection, one, f"reopened by {by}")


def _reopen(connection: Connection, one: Run, note: str) -> None:
    """Let a run that was done be started again, within a transaction."""
    connection.execute(
        update(run_table).where(run_table.c.id == one.id).values(state=RunState.PAUSED, note=note)
    )
