"""What nobody could know is decided once, and what came back is no longer sent."""

import pytest

from digest.delivery.identity import Key, Keyring
from digest.delivery.ledger import events, runs, suppressions
from digest.delivery.ledger.account import account, listed
from digest.delivery.ledger.claims import claim
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.owner import hold
from digest.delivery.ledger.rows import Run
from digest.delivery.ledger.settling import Decision, bounced, settle
from digest.delivery.outcomes import Row
from digest.delivery.states import Policy, RunState, State
from digest.problems import DigestError
from support.ledgers import KEYS, NOW, a_gate, at, send, started, states


@pytest.fixture
def run(ledger: Ledger) -> Run:
    """A run that is done, of whose three mails nobody knows anything."""
    one = started(ledger, 3, policy=Policy.AT_MOST_ONCE)
    with hold(ledger, "one", NOW) as owner:
        send(owner, a_gate(one), row=Row.AMBIGUOUS)
    return runs.finish(ledger, one.id, NOW)


def test_unknown_ones_are_decided_by_number_or_by_message_id(ledger: Ledger, run: Run) -> None:
    first, second, third = listed(ledger, run.id, State.UNKNOWN)
    decisions = [
        Decision(first.id, State.SENT),
        Decision(second.message_id, State.FAILED),
        Decision("<nobody@example.org>", State.SENT),
        Decision(first.message_id, State.FAILED),
    ]

    settled = settle(ledger, run.id, decisions, by="Kim", now=at(1), note="relay log")

    assert settled.done == (first.id, second.message_id)
    assert settled.missing == ("<nobody@example.org>",)
    assert settled.known == (first.message_id,)
    assert states(ledger, run) == {State.SENT: 1, State.FAILED: 1, State.UNKNOWN: 1}
    assert [one.id for one in listed(ledger, run.id, State.UNKNOWN)] == [third.id]
    *_, told = events.since(ledger)
    assert (told.kind, told.detail) == ("settled", "Kim: 2 relay log")


def test_what_is_to_be_sent_again_opens_the_run_and_is_flagged(ledger: Ledger, run: Run) -> None:
    first, *_ = listed(ledger, run.id, State.UNKNOWN)
    assert run.state is RunState.DONE

    settle(ledger, run.id, [Decision(first.id, State.PENDING)], by="Kim", now=at(1))

    assert runs.get(ledger, run.id).state is RunState.PAUSED
    runs.start(ledger, run.id, at(2))
    with hold(ledger, "two", at(2)) as owner:
        (again,) = send(owner, a_gate(run), at(2))
    assert again.message_id == first.message_id
    assert account(ledger, run.id).flagged == 1
    assert states(ledger, run) == {State.SENT: 1, State.UNKNOWN: 2}


@pytest.mark.parametrize("verdict", sorted({*State} - {State.SENT, State.FAILED, State.PENDING}))
def test_other_verdicts_are_none(ledger: Ledger, run: Run, verdict: State) -> None:
    with pytest.raises(DigestError, match="D050"):
        settle(ledger, run.id, [Decision(1, verdict)], by="Kim", now=NOW)


def test_what_was_cancelled_is_not_sent_again(ledger: Ledger) -> None:
    run = started(ledger, 1)
    with hold(ledger, "one", NOW) as owner:
        send(owner, a_gate(run), row=Row.DEFERRED)
        runs.cancel(ledger, run.id, NOW)

    with pytest.raises(DigestError, match="D050"):
        settle(ledger, run.id, [Decision(1, State.PENDING)], by="Kim", now=NOW)


def test_a_hard_bounce_fails_the_mail_and_suppresses_the_reader(ledger: Ledger) -> None:
    run = started(ledger, 2)
    with hold(ledger, "one", NOW) as owner:
        first, second = send(owner, a_gate(run))

    for mail, hard in ((first, True), (second, False)):
        assert bounced(ledger, mail.message_id, hard=hard, reason="5.1.1", keys=KEYS, now=at(9))

    assert states(ledger, run) == {State.FAILED: 2}
    assert [one.reader for one in suppressions.every(ledger)] == [first.reader]
    assert not bounced(ledger, "<nobody@x.org>", hard=True, reason="5.1.1", keys=KEYS, now=at(9))


def test_a_suppression_is_known_by_hash_alone_and_first_reasons_stay(ledger: Ledger) -> None:
    assert suppressions.suppress(ledger, KEYS, "Kim@Example.org", "unsubscribed", NOW)
    assert not suppressions.suppress(ledger, KEYS, "kim@example.org", "bounced", at(1))

    (one,) = suppressions.every(ledger)
    assert one == (KEYS.reader("kim@example.org"), "unsubscribed", NOW)
    assert suppressions.is_suppressed(ledger, KEYS, " KIM@example.org")
    assert not suppressions.is_suppressed(ledger, KEYS, "lee@example.org")


def test_a_reader_may_come_back(ledger: Ledger) -> None:
    suppressions.suppress(ledger, KEYS, "kim@example.org", "unsubscribed", NOW)

    assert suppressions.lift(ledger, KEYS, "KIM@example.org")
    assert not suppressions.lift(ledger, KEYS, "KIM@example.org")
    assert not suppressions.is_suppressed(ledger, KEYS, "kim@example.org")


def test_a_new_key_still_knows_who_was_suppressed_under_the_old_one(ledger: Ledger) -> None:
    suppressions.suppress(ledger, KEYS, "r0@example.org", "unsubscribed", NOW)
    ring = Keyring(keys=(Key(id="k2", secret=bytes(32)), *KEYS.keys))
    run = started(ledger, 2)

    assert suppressions.is_suppressed(ledger, ring, "r0@example.org")
    with hold(ledger, "one", NOW) as owner:
        assert claim(owner, a_gate(run, keys=ring), NOW).suppressed == 1


def test_suppressions_are_read_page_by_page(
    ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(suppressions, "_PAGE", 2)
    for number in range(5):
        suppressions.suppress(ledger, KEYS, f"r{number}@example.org", "x", NOW)

    assert len({one.reader for one in suppressions.every(ledger)}) == 5
