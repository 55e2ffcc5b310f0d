"""A delivery belongs to one sender at a time, and nothing goes out that may not."""

from collections.abc import Callable

import pytest
from sqlalchemy import update

from digest.delivery.approval import Rule
from digest.delivery.ledger import approvals, planning, runs, suppressions
from digest.delivery.ledger.account import account, listed, recent
from digest.delivery.ledger.claims import claim, give_back
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.outcomes import Result, advance
from digest.delivery.ledger.owner import LostError, hold
from digest.delivery.ledger.recovery import recover
from digest.delivery.ledger.tables import delivery
from digest.delivery.outcomes import Row
from digest.delivery.states import Policy, State, Word
from digest.problems import WorldError
from support.ledgers import (
    KEYS,
    NOW,
    OTHER_SEAL,
    a_gate,
    a_recipient,
    approve,
    at,
    outcome,
    plan,
    send,
    started,
    states,
)


def test_everybody_is_sent_to_once(ledger: Ledger) -> None:
    run = started(ledger, 7)
    with hold(ledger, "one", NOW) as owner:
        went = send(owner, a_gate(run))

    assert [one.address for one in went] == [f"r{n}@example.org" for n in range(7)]
    assert states(ledger, run) == {State.SENT: 7}
    assert runs.finish(ledger, run.id, NOW).state == "done"


def test_a_block_is_no_larger_than_asked_and_goes_by_order(ledger: Ledger) -> None:
    run = started(ledger, 5)
    with hold(ledger, "one", NOW) as owner:
        first, second = (claim(owner, a_gate(run), NOW, size=3) for _ in range(2))

        assert [len(first.claims), len(second.claims)] == [3, 2]
        assert first.claims + second.claims == tuple(sorted(first.claims + second.claims))
        assert states(ledger, run) == {State.CLAIMED: 5}


def test_two_senders_never_hold_one_delivery(ledger: Ledger) -> None:
    run = started(ledger, 6)
    with hold(ledger, "one", NOW) as one, hold(ledger, "two", NOW) as two:
        mine = claim(one, a_gate(run), NOW, size=4).claims
        yours = claim(two, a_gate(run), NOW, size=4).claims

    assert len(mine) == 4
    assert len(yours) == 2
    assert not {each.id for each in mine} & {each.id for each in yours}


def test_a_claim_does_not_tell_who_it_is(ledger: Ledger) -> None:
    run = started(ledger, [a_recipient("kim@example.org", name="Kim")])
    with hold(ledger, "one", NOW) as owner:
        (one,) = claim(owner, a_gate(run), NOW).claims

    assert one.address == "kim@example.org"
    assert "kim" not in repr(one).lower()
    assert "kim" not in repr(a_recipient("kim@example.org", name="Kim")).lower()


def test_what_was_claimed_and_not_sent_is_given_back_at_the_end(ledger: Ledger) -> None:
    run = started(ledger, 3)
    with hold(ledger, "one", NOW) as owner:
        claim(owner, a_gate(run), NOW)

    assert states(ledger, run) == {State.PENDING: 3}


def test_a_sender_may_give_back_before_it_ends(ledger: Ledger) -> None:
    run = started(ledger, 3)
    with hold(ledger, "one", NOW) as owner:
        claim(owner, a_gate(run), NOW)

        assert give_back(owner, NOW) == 3
        assert states(ledger, run) == {State.PENDING: 3}


def test_without_an_approval_nothing_is_claimed(ledger: Ledger) -> None:
    run = runs.start(ledger, plan(ledger).id, NOW)
    with hold(ledger, "one", NOW) as owner:
        assert claim(owner, a_gate(run), NOW) == ((), 0, Word.NOT_APPROVED)

        approve(ledger, run)

        assert claim(owner, a_gate(run), NOW).word is Word.GO


def test_other_bytes_than_the_approved_ones_are_refused(ledger: Ledger) -> None:
    run = started(ledger)
    with hold(ledger, "one", NOW) as owner:
        assert claim(owner, a_gate(run, seal=OTHER_SEAL), NOW).word is Word.OTHER_SEAL

    assert states(ledger, run) == {State.PENDING: 5}


def test_an_approval_of_another_audience_does_not_count(ledger: Ledger) -> None:
    run = plan(ledger, 5)
    approve(ledger, run)
    bigger = plan(ledger, 6)
    runs.start(ledger, bigger.id, NOW)
    with hold(ledger, "one", NOW) as owner:
        assert claim(owner, a_gate(bigger), NOW).word is Word.NOT_APPROVED


def test_two_must_approve_where_two_are_required(ledger: Ledger) -> None:
    rule = Rule(required=2)
    run = started(ledger)
    with hold(ledger, "one", NOW) as owner:
        gate = a_gate(run, rule=rule)

        assert claim(owner, gate, NOW).word is Word.NOT_APPROVED

        approve(ledger, run, " EDITOR ")

        assert claim(owner, gate, NOW).word is Word.NOT_APPROVED

        approve(ledger, run, "Publisher")

        assert claim(owner, gate, NOW).word is Word.GO


def test_a_revocation_stops_the_next_intent_and_keeps_the_result(ledger: Ledger) -> None:
    run = started(ledger, 5)
    with hold(ledger, "one", NOW) as owner:
        gate = a_gate(run)
        first, second, *_ = claim(owner, gate, NOW).claims
        assert advance(owner, gate, NOW, intent=first) is Word.GO

        approvals.revoke(ledger, edition=run.edition, generation=1, name="Boss", now=NOW)

        word = advance(owner, gate, NOW, result=Result(first, outcome()), intent=second)

        assert word is Word.NOT_APPROVED
        assert states(ledger, run) == {State.SENT: 1, State.PENDING: 4}
        assert claim(owner, gate, NOW).word is Word.NOT_APPROVED


@pytest.mark.parametrize("stop", [runs.pause, runs.cancel])
def test_a_stop_holds_for_the_next_intent(ledger: Ledger, stop: Callable[..., object]) -> None:
    run = started(ledger, 5)
    with hold(ledger, "one", NOW) as owner:
        gate = a_gate(run)
        first, second, *_ = claim(owner, gate, NOW).claims
        advance(owner, gate, NOW, intent=first)

        stop(ledger, run.id, NOW)
        word = advance(owner, gate, NOW, result=Result(first, outcome()), intent=second)

    rest = State.PENDING if word is Word.PAUSED else State.CANCELLED
    assert word in {Word.PAUSED, Word.CANCELLED}
    assert states(ledger, run) == {State.SENT: 1, rest: 4}


def test_who_unsubscribes_after_the_claim_gets_nothing(ledger: Ledger) -> None:
    run = started(ledger, 3)
    with hold(ledger, "one", NOW) as owner:
        gate = a_gate(run)
        first, second, third = claim(owner, gate, NOW).claims
        advance(owner, gate, NOW, intent=first)

        assert suppressions.suppress_reader(ledger, second.reader, "unsubscribed", NOW)

        word = advance(owner, gate, NOW, result=Result(first, outcome()), intent=second)
        assert word is Word.SUPPRESSED
        assert advance(owner, gate, NOW, intent=third) is Word.GO
        assert states(ledger, run) == {State.SENT: 1, State.SUPPRESSED: 1, State.IN_FLIGHT: 1}


def test_who_is_suppressed_before_the_claim_is_not_claimed(ledger: Ledger) -> None:
    run = started(ledger, 3)
    suppressions.suppress(ledger, KEYS, " R1@Example.ORG ", "unsubscribed", NOW)
    with hold(ledger, "one", NOW) as owner:
        block = claim(owner, a_gate(run), NOW)

        assert (len(block.claims), block.suppressed, block.word) == (2, 1, Word.GO)


def test_a_run_that_is_too_late_sends_nothing(ledger: Ledger) -> None:
    run = started(ledger, 2, expires_at=at(10))
    with hold(ledger, "one", NOW) as owner:
        assert claim(owner, a_gate(run), at(10)).word is Word.EXPIRED

    assert runs.tick(ledger, run.id, at(10)).expired == 2
    assert states(ledger, run) == {State.EXPIRED: 2}


def test_a_sender_taken_for_dead_cannot_announce(ledger: Ledger) -> None:
    run = started(ledger, 3)
    with hold(ledger, "one", NOW) as owner:
        gate = a_gate(run)
        first, second, third = claim(owner, gate, NOW).claims
        advance(owner, gate, NOW, intent=first)
        with ledger.writing() as connection:
            connection.execute(
                update(delivery)
                .where(delivery.c.id.in_([second.id, third.id]))
                .values(state=State.PENDING, owner=None)
            )

        with pytest.raises(LostError, match="D020"):
            advance(owner, gate, NOW, result=Result(first, outcome()), intent=second)

        assert states(ledger, run) == {State.SENT: 1, State.PENDING: 2}
        with pytest.raises(LostError, match="D020"):
            advance(owner, gate, NOW, result=Result(first, outcome()))


def test_a_dead_sender_is_found_and_a_living_one_left_alone(ledger: Ledger) -> None:
    run = started(ledger, 3)
    with hold(ledger, "one", NOW) as owner:
        claim(owner, a_gate(run), NOW)

        assert recover(ledger, NOW) == ((), 0, 0, 0)
        assert states(ledger, run) == {State.CLAIMED: 3}


@pytest.mark.parametrize("policy", Policy)
def test_in_flight_of_a_dead_sender_goes_by_policy(ledger: Ledger, policy: Policy) -> None:
    run = started(ledger, 3, policy=policy)
    with hold(ledger, "one", NOW) as owner:
        gate = a_gate(run)
        first, *_ = claim(owner, gate, NOW).claims
        advance(owner, gate, NOW, intent=first)

    found = recover(ledger, at(1))

    again = policy is Policy.AT_LEAST_ONCE
    assert (found.owners, found.flagged, found.unknown) == (("one",), again, not again)
    expected = {State.PENDING: 3} if again else {State.PENDING: 2, State.UNKNOWN: 1}
    assert states(ledger, run) == expected
    assert account(ledger, run.id).flagged == again
    assert [one.result for one in recent(ledger, run.id)] == ["lost"]


def test_what_a_dead_sender_of_a_cancelled_run_had_in_flight_is_unknown(ledger: Ledger) -> None:
    run = started(ledger, 3)
    with hold(ledger, "one", NOW) as owner:
        gate = a_gate(run)
        first, *_ = claim(owner, gate, NOW).claims
        advance(owner, gate, NOW, intent=first)
        runs.cancel(ledger, run.id, NOW)

    recover(ledger, NOW)

    assert states(ledger, run) == {State.UNKNOWN: 1, State.CANCELLED: 2}


def test_a_name_is_used_once(ledger: Ledger) -> None:
    with (
        hold(ledger, "one", NOW),
        pytest.raises(WorldError, match="D020"),
        hold(ledger, "one", NOW),
    ):
        pass


@pytest.mark.parametrize("name", ["", "../x", "a b", "x" * 65, "a\n"])
def test_a_name_is_no_path(ledger: Ledger, name: str) -> None:
    with pytest.raises(ValueError, match="name"), hold(ledger, name, NOW):
        pass


def test_the_same_message_id_at_every_attempt(ledger: Ledger) -> None:
    run = started(ledger, 1)
    seen = set()
    for number in range(3):
        with hold(ledger, f"sender-{number}", NOW) as owner:
            gate = a_gate(run)
            (one,) = claim(owner, gate, NOW).claims
            advance(owner, gate, NOW, intent=one)
            seen.add(one.message_id)
        recover(ledger, NOW)

    assert len(seen) == 1
    (row,) = listed(ledger, run.id, State.PENDING)
    assert (row.maybe_dup, row.attempts) == (3, 3)


def test_a_corrected_bundle_goes_to_those_not_reached_yet(ledger: Ledger) -> None:
    run = started(ledger, 3)
    with hold(ledger, "one", NOW) as owner:
        gate = a_gate(run)
        first, *_ = claim(owner, gate, NOW, size=1).claims
        advance(owner, gate, NOW, intent=first)
        advance(owner, gate, NOW, result=Result(first, outcome()))
    before = {row.id: row.message_id for row in listed(ledger, run.id, *State)}

    corrected = planning.rebuild(ledger, run.id, OTHER_SEAL, KEYS, NOW)

    after = {row.id: row.message_id for row in listed(ledger, run.id, *State)}
    with hold(ledger, "two", NOW) as owner:
        assert claim(owner, a_gate(corrected), NOW).word is Word.NOT_APPROVED

        approve(ledger, corrected)

        assert len(send(owner, a_gate(corrected))) == 2
    assert [before[key] == after[key] for key in sorted(before)] == [True, False, False]
    assert states(ledger, run) == {State.SENT: 3}


def test_what_may_have_arrived_keeps_its_message_id_in_a_corrected_bundle(ledger: Ledger) -> None:
    run = started(ledger, 1)
    with hold(ledger, "one", NOW) as owner:
        gate = a_gate(run)
        (one,) = claim(owner, gate, NOW).claims
        advance(owner, gate, NOW, intent=one)
        advance(owner, gate, NOW, result=Result(one, outcome(Row.AMBIGUOUS)))

    planning.rebuild(ledger, run.id, OTHER_SEAL, KEYS, NOW)

    (row,) = listed(ledger, run.id, State.PENDING)
    assert row.message_id == one.message_id
