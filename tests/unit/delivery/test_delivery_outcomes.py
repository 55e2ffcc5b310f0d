"""A result is recorded as it was, whatever becomes of the mail after it."""

from typing import Any

import pytest

from digest.delivery.ledger import runs, suppressions
from digest.delivery.ledger.account import account, listed, recent
from digest.delivery.ledger.claims import claim
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.opening import look_over
from digest.delivery.ledger.outcomes import LONGEST_REPLY, Result, advance
from digest.delivery.ledger.owner import hold
from digest.delivery.ledger.rows import Row, Run
from digest.delivery.outcomes import Row as Became
from digest.delivery.states import Policy, State
from support.ledgers import KEYS, NOW, a_gate, at, outcome, started, states


def _post(
    ledger: Ledger, run: Run, became: Became, retry: float | None = None, **said: Any
) -> Row:
    """Post the one mail of a run; the row as it is before the sender ends."""
    with hold(ledger, "sender", NOW) as owner:
        gate = a_gate(run)
        (one,) = claim(owner, gate, NOW).claims
        advance(owner, gate, NOW, intent=one)
        later = None if retry is None else at(retry)
        advance(owner, gate, NOW, result=Result(one, outcome(became, **said), later))
        (row,) = listed(ledger, run.id, *State)
    return row


def test_accepted(ledger: Ledger) -> None:
    row = _post(ledger, started(ledger, 1), Became.SENT, reply="2.0.0 Ok: queued as 4F2A")

    assert (row.state, row.attempts, row.maybe_dup, row.code) == (State.SENT, 1, 0, 250)
    assert row.reply == "2.0.0 Ok: queued as 4F2A"
    assert row.updated == NOW


def test_deferred_until_its_time(ledger: Ledger) -> None:
    run = started(ledger, 1)

    assert _post(ledger, run, Became.DEFERRED, 5, reason="greylist").state is State.DEFERRED
    assert runs.next_due(ledger, run.id) == at(5)
    assert runs.tick(ledger, run.id, at(4.9)) == (0, 0)
    assert runs.tick(ledger, run.id, at(5)) == (1, 0)
    assert states(ledger, run) == {State.PENDING: 1}
    assert runs.next_due(ledger, run.id) is None


def test_deferred_past_the_end_expires(ledger: Ledger) -> None:
    run = started(ledger, 1, expires_at=at(60))

    row = _post(ledger, run, Became.DEFERRED, 60)

    assert (row.state, row.reason) == (State.EXPIRED, "expired")


def test_lost_before_the_end_of_the_mail_stays_with_its_sender(ledger: Ledger) -> None:
    run = started(ledger, 1)
    with hold(ledger, "sender", NOW) as owner:
        gate = a_gate(run)
        (one,) = claim(owner, gate, NOW).claims
        advance(owner, gate, NOW, intent=one)
        lost = outcome(Became.DEFERRED, at_once=True)
        advance(owner, gate, NOW, result=Result(one, lost), intent=one.again())
        advance(owner, gate, NOW, result=Result(one.again(), outcome()))

    (row,) = listed(ledger, run.id, State.SENT)
    assert (row.attempts, row.maybe_dup) == (2, 0)
    assert [one.result for one in recent(ledger, run.id)] == ["sent", "deferred"]


def test_an_attempt_that_was_none_does_not_count(ledger: Ledger) -> None:
    run = started(ledger, 1)

    row = _post(ledger, run, Became.UNTRIED)

    assert (row.state, row.attempts) == (State.CLAIMED, 0)
    assert recent(ledger, run.id) == ()
    assert states(ledger, run) == {State.PENDING: 1}
    assert _post(ledger, run, Became.SENT).attempts == 1
    look_over(ledger)


def test_refused_and_the_mailbox_is_dead(ledger: Ledger) -> None:
    row = _post(ledger, started(ledger, 1), Became.FAILED, suppress=True, reason="no mailbox")

    assert (row.state, row.reason, row.code) == (State.FAILED, "no mailbox", 550)
    assert [one.reason for one in suppressions.every(ledger)] == ["no mailbox"]
    assert suppressions.is_suppressed(ledger, KEYS, "R0@example.org")


def test_refused_for_another_reason_suppresses_nobody(ledger: Ledger) -> None:
    row = _post(ledger, started(ledger, 1), Became.FAILED, reason="policy", policy=True)

    assert row.state is State.FAILED
    assert list(suppressions.every(ledger)) == []


@pytest.mark.parametrize("retry", [None, 5])
def test_ambiguous_is_sent_again_and_flagged(ledger: Ledger, retry: float | None) -> None:
    run = started(ledger, 1)

    row = _post(ledger, run, Became.AMBIGUOUS, retry)

    assert row.state is (State.PENDING if retry is None else State.DEFERRED)
    assert row.maybe_dup == 1
    assert account(ledger, run.id).flagged == 1


@pytest.mark.parametrize("retry", [None, 5])
def test_ambiguous_at_most_once_is_unknown(ledger: Ledger, retry: float | None) -> None:
    run = started(ledger, 1, policy=Policy.AT_MOST_ONCE)

    row = _post(ledger, run, Became.AMBIGUOUS, retry)

    assert (row.state, row.maybe_dup) == (State.UNKNOWN, 0)
    assert not account(ledger, run.id).settled
    assert runs.finish(ledger, run.id, NOW).state == "done"


def test_what_may_have_arrived_never_expires(ledger: Ledger) -> None:
    run = started(ledger, 1, expires_at=at(60))

    assert _post(ledger, run, Became.AMBIGUOUS, 61).state is State.UNKNOWN


def test_a_doubtful_refusal_is_flagged(ledger: Ledger) -> None:
    run = started(ledger, 1, expires_at=at(60))

    assert _post(ledger, run, Became.DEFERRED, 5, doubtful=True).maybe_dup == 1

    runs.tick(ledger, run.id, at(60))

    assert states(ledger, run) == {State.UNKNOWN: 1}


def test_a_long_reply_is_cut(ledger: Ledger) -> None:
    row = _post(ledger, started(ledger, 1), Became.SENT, reply="x" * 5000)

    assert len(row.reply or "") == LONGEST_REPLY


def test_attempts_are_told_newest_first(ledger: Ledger) -> None:
    run = started(ledger, 3)
    with hold(ledger, "sender", NOW) as owner:
        gate = a_gate(run)
        result = None
        for one, became in zip(claim(owner, gate, NOW).claims, Became, strict=False):
            advance(owner, gate, NOW, result=result, intent=one)
            result = Result(one, outcome(became), at(5))
        found = recent(ledger, run.id, limit=2)

    assert [(one.result, one.code) for one in found] == [("intent", None), ("deferred", 451)]


def test_deferred_in_a_cancelled_run_is_cancelled_in_the_end(ledger: Ledger) -> None:
    run = started(ledger, 2)
    with hold(ledger, "sender", NOW) as owner:
        gate = a_gate(run)
        first, _ = claim(owner, gate, NOW).claims
        advance(owner, gate, NOW, intent=first)
        runs.cancel(ledger, run.id, NOW)
        advance(owner, gate, NOW, result=Result(first, outcome(Became.DEFERRED), at(5)))

    runs.finish(ledger, run.id, NOW)

    assert states(ledger, run) == {State.CANCELLED: 2}
