"""What ends a send before everybody was reached: trouble, people, a full disk, other senders."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from digest.delivery.dispatch.crew import deliver
from digest.delivery.dispatch.shared import Halt, Setback, Shared, Why
from digest.delivery.ledger import approvals, runs, suppressions
from digest.delivery.ledger.database import Ledger
from digest.delivery.outcomes import Outcome
from digest.delivery.states import Policy, RunState, State
from digest.delivery.throttle import Bucket, Domains, Rate
from digest.problems import DigestError, WorldError
from support.dispatching import CLOSED, DEAD, NO_TLS, NOT_YOU, REFUSED, SENT, Desk, Send, bundle
from support.ledgers import KEYS, NOW, a_recipient, people

PATIENCE = 30


def _addresses(desk: Desk) -> list[str]:
    return [one.address for one in desk.script.posted]


@pytest.mark.parametrize("stop", [NO_TLS, NO_TLS.model_copy(update={"code": 535})])
def test_what_only_a_person_can_mend_pauses_after_one_try(desk: Desk, stop: Outcome) -> None:
    desk.script.openings.extend([stop] * 3)
    run = desk.plan(3)

    found = desk.send(run)

    assert found.halt == Halt(Why.TROUBLE, "the server offers no TLS")
    assert (found.run.state, found.run.note) == (RunState.PAUSED, "the server offers no TLS")
    assert found.states == {State.PENDING: 3}
    assert {row.attempts for row in found.rows} == {0}
    assert len(desk.script.openings) == 2


def test_a_server_that_stays_away_pauses_the_send(desk: Desk) -> None:
    desk.script.openings.extend([CLOSED] * 20)

    found = desk.send(desk.plan(3))

    assert (found.run.state, found.states) == (RunState.PAUSED, {State.PENDING: 3})
    assert found.run.note == "the server cannot be reached"
    assert len(desk.script.openings) == 10
    assert desk.hours.seconds == 1 + 2 + 4 + 8 + 16 + 32 + 60 * 3


def test_every_connection_that_does_not_come_about_is_told_while_there_is_hope(desk: Desk) -> None:
    told: list[Setback] = []
    busy = CLOSED.model_copy(update={"reason": "refused for now", "reply": "454 4.7.0 later"})
    desk.script.openings.extend([CLOSED, busy, *[CLOSED] * 8])

    found = desk.send(desk.plan(3), Shared(told=told.append))

    assert found.run.state is RunState.PAUSED
    assert [one.seconds for one in told] == [1, 2, 4, 8, 16, 32, 60, 60, 60]
    assert [one.reason for one in told[:2]] == [
        "the server cannot be reached",
        "refused for now: 454 4.7.0 later",
    ]


def test_many_senders_are_as_patient_as_one(desk: Desk) -> None:
    desk.script.openings.extend([CLOSED] * 8 * 20)
    told: list[Setback] = []

    found = desk.send(desk.plan(30), Shared(told=told.append), connections=8)

    assert len(told) == 9
    assert (found.run.state, found.states) == (RunState.PAUSED, {State.PENDING: 30})
    assert desk.hours.seconds >= 240


def test_a_refused_sender_pauses_and_fails_nobody(desk: Desk) -> None:
    desk.script.say(2, NOT_YOU)
    run = desk.plan(4)

    found = desk.send(run)

    assert found.states == {State.SENT: 1, State.PENDING: 3}
    assert (found.run.state, found.run.note) == (RunState.PAUSED, "550 5.7.1 not you")
    assert found.row(1).attempts == 0
    runs.start(desk.ledger, run.id, desk.hours.now())
    assert desk.send(run).states == {State.SENT: 4}


@pytest.mark.parametrize(("end", "most"), [(REFUSED, 5), (DEAD, 25)])
def test_a_relay_that_refuses_everything_stops_the_send(
    desk: Desk, end: Outcome, most: int
) -> None:
    desk.script.always = end

    found = desk.send(desk.plan(60))

    assert len(desk.script.posted) == most
    assert found.run.state is RunState.PAUSED
    assert found.states == {State.FAILED: most, State.PENDING: 60 - most}
    gone = list(suppressions.every(desk.ledger))
    assert len(gone) == (most if end.suppress else 0)


def test_trouble_after_the_last_mail_is_none(desk: Desk) -> None:
    desk.script.always = REFUSED

    found = desk.send(desk.plan(5))

    assert found.states == {State.FAILED: 5}
    assert (found.halt, found.run.state) == (None, RunState.DONE)


def _revoke(desk: Desk) -> None:
    edition = desk.runs[0].edition
    approvals.revoke(desk.ledger, edition=edition, generation=1, name="Boss", now=NOW)


def _pause(desk: Desk) -> None:
    runs.pause(desk.ledger, desk.runs[0].id, NOW, "by command")


def _cancel(desk: Desk) -> None:
    runs.cancel(desk.ledger, desk.runs[0].id, NOW, "by command")


@pytest.mark.parametrize("connections", [1, 3])
@pytest.mark.parametrize(
    ("act", "word", "left"),
    [
        (_revoke, "not approved", State.PENDING),
        (_pause, "paused", State.PENDING),
        (_cancel, "cancelled", State.CANCELLED),
    ],
)
def test_a_word_while_a_mail_is_on_the_wire_holds_from_the_next_one_on(
    any_desk: Desk, act: Callable[[Desk], None], word: str, left: State, connections: int
) -> None:
    spoken: list[int] = []

    def speak() -> None:
        act(any_desk)
        spoken.append(len(any_desk.script.posted))

    any_desk.script.say(7, speak)
    run = any_desk.plan(60)

    found = any_desk.send(run, connections=connections)

    sent = found.states[State.SENT]
    assert found.halt == Halt(Why.LEDGER, word)
    assert found.states == {State.SENT: sent, left: 60 - sent}
    assert sent == len(any_desk.script.posted)
    assert 7 <= sent <= spoken[0] + connections - 1


def test_who_unsubscribes_during_the_send_gets_no_mail(any_desk: Desk) -> None:
    gone = ["r3@example.org", "r40@example.org"]

    def unsubscribe() -> None:
        for address in gone:
            suppressions.suppress(any_desk.ledger, KEYS, address, "unsubscribed", NOW)

    any_desk.script.say(2, unsubscribe)

    found = any_desk.send(any_desk.plan(50))

    assert found.states == {State.SENT: 48, State.SUPPRESSED: 2}
    assert not set(_addresses(any_desk)) & set(gone)
    assert found.run.state is RunState.DONE


def test_a_send_where_nobody_is_left_ends(desk: Desk) -> None:
    run = desk.plan(250)
    for number in range(250):
        address = f"r{number}@example.org"
        suppressions.suppress(desk.ledger, KEYS, address, "unsubscribed", NOW)

    found = desk.send(run)

    assert (found.states, desk.script.posted) == ({State.SUPPRESSED: 250}, [])


def test_who_asks_for_an_end_gets_it_after_the_mail_in_hand(desk: Desk) -> None:
    shared = Shared()
    desk.script.say(3, lambda: shared.halt(Why.ASKED))
    run = desk.plan(250)

    found = desk.send(run, shared)

    assert found.halt == Halt(Why.ASKED, "")
    assert found.states == {State.SENT: 3, State.PENDING: 247}
    assert found.run.state is RunState.SENDING
    assert desk.send(run).states == {State.SENT: 250}
    assert len(_addresses(desk)) == 250


def test_a_letter_that_is_missing_ends_the_send_before_its_mail(desk: Desk) -> None:
    run = desk.plan([*people(2), a_recipient("x@example.org", "stranger"), *list(people(4))[2:]])

    with pytest.raises(DigestError) as error:
        desk.send(run)

    assert [one.code for one in error.value.problems] == ["D106"]
    assert desk.after(run).states == {State.SENT: 2, State.PENDING: 3}
    assert {row.attempts for row in desk.after(run).rows[2:]} == {0}


def test_a_bundle_that_is_not_the_approved_one_ends_the_send_before_a_mail(
    desk: Desk, tmp_path: Path
) -> None:
    run = desk.plan(3)
    other = bundle(tmp_path, text="other words\n")

    with pytest.raises(DigestError) as error:
        desk.send(run, folder=other.folder)

    assert [one.code for one in error.value.problems] == ["D101"]
    assert desk.script.posted == []
    assert desk.after(run).states == {State.PENDING: 3}


def _sent_by_two(desk: Desk, run: Any) -> tuple[list[Halt | None], Send]:
    halts: list[Halt | None] = []

    def work() -> None:
        job = desk.job(run, connections=2)
        halts.append(deliver(desk.ledger, job, Shared(), desk.hours, lambda _: None))

    crews = [threading.Thread(target=work) for _ in range(2)]
    for one in crews:
        one.start()
    for one in crews:
        one.join(120)
        assert not one.is_alive()
    return halts, desk.after(run)


def test_two_sends_at_once_reach_everybody_once(any_desk: Desk) -> None:
    halts, found = _sent_by_two(any_desk, any_desk.plan(600))

    assert (halts, found.states) == ([None, None], {State.SENT: 600})
    assert len(set(_addresses(any_desk))) == len(_addresses(any_desk)) == 600
    assert found.run.state is RunState.DONE


def test_trouble_is_told_to_other_sends_while_our_own_senders_still_end(desk: Desk) -> None:
    run = desk.plan(20)
    seen: list[RunState] = []
    together = threading.Barrier(2)

    def refuse() -> Outcome:
        together.wait(PATIENCE)
        return NOT_YOU

    def wait_for_it() -> None:
        together.wait(PATIENCE)
        for _ in range(400):
            seen.append(runs.get(desk.ledger, run.id).state)
            if seen[-1] is RunState.PAUSED:
                return
            threading.Event().wait(0.05)

    desk.script.say(1, refuse)
    desk.script.say(2, wait_for_it)

    found = desk.send(run, connections=2)

    assert seen[-1] is RunState.PAUSED
    assert found.halt == Halt(Why.TROUBLE, "550 5.7.1 not you")
    assert found.states == {State.SENT: 1, State.PENDING: 19}


@contextmanager
def _disk_of(ledger: Ledger, more: int) -> Iterator[None]:
    """The ledger may grow by so many pages while the context stands."""
    with ledger.reading() as connection:
        pages = int(connection.exec_driver_sql("PRAGMA page_count").scalar_one()) + more

    def connected(connection: Any, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    ledger.engine.dispose()
    event.listen(ledger.engine, "connect", connected)
    try:
        yield
    finally:
        event.remove(ledger.engine, "connect", connected)
        ledger.engine.dispose()


@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("more", range(6))
def test_a_disk_that_is_full_stops_the_send_and_loses_nothing(
    desk: Desk, more: int, policy: Policy
) -> None:
    long = "x" * 480
    desk.script.always = lambda: SENT.model_copy(update={"reply": long})
    run = desk.plan(60, policy=policy)

    with _disk_of(desk.ledger, more), pytest.raises(WorldError) as error:
        desk.send(run)
    wire = len(desk.script.posted)
    between = desk.after(run).states

    assert error.value.problems[0].code == "D008"
    assert wire == between.get(State.SENT, 0) + between.get(State.IN_FLIGHT, 0)
    found = desk.send(run)

    unknown = found.states.get(State.UNKNOWN, 0)
    assert found.states[State.SENT] + unknown == 60
    assert len(desk.script.posted) - 60 == sum(row.maybe_dup for row in found.rows)


def test_an_approval_that_was_taken_back_while_a_rate_kept_us_waiting(desk: Desk) -> None:
    bucket = Bucket(Rate.parse("1/h"), desk.hours.clock)
    desk.hours.called = lambda _: _revoke(desk)
    run = desk.plan(3)

    found = desk.send(run, Shared(bucket=bucket))

    assert found.halt == Halt(Why.LEDGER, "not approved")
    assert found.states == {State.SENT: 1, State.PENDING: 2}


def test_a_domain_gets_no_more_at_once_than_it_may(desk: Desk) -> None:
    busy: list[int] = []
    now = [0]
    lock = threading.Lock()

    def post() -> None:
        with lock:
            now[0] += 1
            busy.append(now[0])
        with lock:
            now[0] -= 1

    desk.script.always = post
    readers = [a_recipient(f"r{number}@one.example") for number in range(80)]
    domains = Domains(first=1, most=1)

    found = desk.send(desk.plan(readers), Shared(domains=domains), connections=4)

    assert found.states == {State.SENT: 80}
    assert max(busy) == 1


def test_a_busy_domain_holds_up_no_other(desk: Desk) -> None:
    other = threading.Event()
    readers = [a_recipient("slow@one.example"), a_recipient("next@one.example"), *people(6)]
    desk.script.say("slow@one.example", lambda: other.wait(PATIENCE))
    desk.script.say("r5@example.org", other.set)

    shared = Shared(domains=Domains(first=1, most=1))
    found = desk.send(desk.plan(readers), shared, connections=2)

    assert found.states == {State.SENT: 8}
    assert other.is_set()


def test_a_sender_that_breaks_takes_the_others_with_it(desk: Desk) -> None:
    def crash() -> None:
        raise ValueError("a bug")

    desk.script.say(20, crash)
    run = desk.plan(200)

    with pytest.raises(ValueError, match="a bug"):
        desk.send(run, connections=3)

    between = desk.after(run).states
    assert between[State.IN_FLIGHT] == 1
    found = desk.send(run)
    assert found.states == {State.SENT: 200}
    assert sum(row.maybe_dup for row in found.rows) == 1


def test_a_watcher_that_breaks_leaves_no_sender_behind(desk: Desk) -> None:
    run = desk.plan(50)

    def watch(_: object) -> None:
        raise RuntimeError("a bug")

    with pytest.raises(RuntimeError, match="a bug"):
        deliver(desk.ledger, desk.job(run), Shared(), desk.hours, watch)

    assert not [one for one in threading.enumerate() if one.name.startswith("test-")]
    assert desk.send(run).states == {State.SENT: 50}
