"""One send in one process: what becomes of every mail, however its attempts end."""

import threading
from datetime import timedelta

import pytest

from digest.delivery.ledger import suppressions
from digest.delivery.ledger.account import recent
from digest.delivery.outcomes import Connection, Outcome, Phase, Row
from digest.delivery.patience import retry_delay
from digest.delivery.states import Policy, RunState, State
from support.dispatching import CLOSED, DEAD, DOUBT, LATER, LOST, REFUSED, SENT, Desk
from support.ledgers import KEYS, a_recipient, at, people

ONE = "r1@example.org"


@pytest.mark.parametrize("connections", [1, 3])
def test_everybody_is_sent_one_mail(desk: Desk, connections: int) -> None:
    found = desk.send(desk.plan(250), connections=connections)

    assert (found.halt, found.states) == (None, {State.SENT: 250})
    assert found.run.state is RunState.DONE
    posted = desk.script.posted
    assert len({one.address for one in posted}) == len(posted) == 250
    assert {one.message_id for one in posted} == {row.message_id for row in found.rows}


def test_no_sender_takes_everything_from_the_others(desk: Desk) -> None:
    together = threading.Barrier(4)
    for number in range(1, 5):
        desk.script.say(number, lambda: together.wait(20))

    found = desk.send(desk.plan(40), connections=4)

    assert found.states == {State.SENT: 40}
    assert len({one.session for one in desk.script.posted}) >= 4


def test_no_more_senders_come_than_there_is_work_for(desk: Desk) -> None:
    desk.script.say(ONE, LATER)

    found = desk.send(desk.plan(3), connections=8)

    assert found.states == {State.SENT: 3}
    assert 2 <= desk.script.sessions <= 4


def test_a_mail_cut_off_is_sent_again_at_once_on_another_connection(desk: Desk) -> None:
    desk.script.say(ONE, LOST)

    found = desk.send(desk.plan(3))

    first, second = desk.script.posts_to(ONE)
    assert (first.session, second.session, second.at) == (1, 2, first.at)
    assert found.states == {State.SENT: 3}
    assert (found.row(1).attempts, found.row(1).maybe_dup) == (2, 0)


def test_a_mail_cut_off_twice_waits(desk: Desk) -> None:
    desk.script.say(ONE, LOST, LOST)

    found = desk.send(desk.plan(3))

    first, second, third = desk.script.posts_to(ONE)
    assert second.at == first.at
    wait = retry_delay(2, found.row(1).message_id)
    assert wait - 0.001 <= third.at - second.at <= wait + 5
    assert found.states == {State.SENT: 3}
    assert (found.row(1).attempts, found.row(1).maybe_dup) == (3, 0)


def test_a_doubtful_mail_is_sent_again_and_flagged(desk: Desk) -> None:
    desk.script.say(ONE, DOUBT)

    found = desk.send(desk.plan(3, policy=Policy.AT_LEAST_ONCE))

    first, second = desk.script.posts_to(ONE)
    assert first.message_id == second.message_id
    assert second.at - first.at < 10
    assert found.states == {State.SENT: 3}
    assert [row.maybe_dup for row in found.rows] == [0, 1, 0]


def test_a_mail_doubtful_twice_waits_longer(desk: Desk) -> None:
    desk.script.say(ONE, DOUBT, DOUBT)

    found = desk.send(desk.plan(3))

    _, second, third = desk.script.posts_to(ONE)
    assert third.at - second.at >= 300
    assert (found.states, found.row(1).maybe_dup) == ({State.SENT: 3}, 2)


def test_a_doubtful_mail_is_left_to_a_person_where_that_is_the_policy(desk: Desk) -> None:
    desk.script.say(ONE, DOUBT)

    found = desk.send(desk.plan(3, policy=Policy.AT_MOST_ONCE))

    assert len(desk.script.posts_to(ONE)) == 1
    assert found.states == {State.SENT: 2, State.UNKNOWN: 1}
    assert (found.halt, found.run.state) == (None, RunState.DONE)
    assert found.row(1).state is State.UNKNOWN


def test_a_mail_refused_for_now_is_sent_when_it_is_due(desk: Desk) -> None:
    greylisted = [f"r{number}@example.org" for number in range(0, 30, 3)]
    for address in greylisted:
        desk.script.say(address, LATER)

    found = desk.send(desk.plan(30))

    assert found.states == {State.SENT: 30}
    for address in greylisted:
        first, second = desk.script.posts_to(address)
        assert second.at - first.at >= 300
    assert {row.attempts for row in found.rows[::3]} == {2}
    assert not any(suppressions.is_suppressed(desk.ledger, KEYS, one) for one in greylisted)


def test_without_patience_a_deferred_mail_is_left_to_a_later_send(desk: Desk) -> None:
    desk.script.say(ONE, LATER)
    run = desk.plan(3)

    first = desk.send(run, patient=False)
    early = desk.send(run, patient=False)
    desk.hours.seconds += 3600
    last = desk.send(run, patient=False)

    assert first.states == early.states == {State.SENT: 2, State.DEFERRED: 1}
    assert (first.run.state, last.run.state) == (RunState.SENDING, RunState.DONE)
    assert last.states == {State.SENT: 3}
    assert len(desk.script.posts_to(ONE)) == 2


def test_a_mail_that_is_always_refused_for_now_expires(desk: Desk) -> None:
    desk.script.say(ONE, *[LATER] * 50)

    found = desk.send(desk.plan(3, expires_at=at(6 * 60)))

    assert found.states == {State.SENT: 2, State.EXPIRED: 1}
    assert (found.halt, found.run.state) == (None, RunState.DONE)
    waits = [one.at for one in desk.script.posts_to(ONE)]
    assert waits[-1] < timedelta(hours=6).total_seconds()
    assert 6 <= len(waits) <= 8


@pytest.mark.parametrize("taken", [0, 1, 5])
def test_when_the_time_is_over_the_rest_expires_and_the_send_is_done(
    desk: Desk, taken: int
) -> None:
    def late() -> None:
        desk.hours.seconds += 3600

    run = desk.plan(10, expires_at=at(30))
    if taken:
        desk.script.say(taken, late)
    else:
        late()

    found = desk.send(run)

    assert len(desk.script.posted) == taken
    sent = {State.SENT: taken} if taken else {}
    assert found.states == {**sent, State.EXPIRED: 10 - taken}
    assert (found.halt, found.run.state) == (None, RunState.DONE)


def test_a_dead_mailbox_is_written_to_no_more(desk: Desk) -> None:
    desk.script.say(ONE, DEAD)

    found = desk.send(desk.plan(3))

    assert found.states == {State.SENT: 2, State.FAILED: 1}
    assert suppressions.is_suppressed(desk.ledger, KEYS, ONE)


def test_a_refusal_fails_one_mail_and_suppresses_nobody(desk: Desk) -> None:
    desk.script.say(ONE, REFUSED)

    found = desk.send(desk.plan(3))

    assert found.states == {State.SENT: 2, State.FAILED: 1}
    assert found.row(1).reply == "550 5.7.1 spam"
    assert not suppressions.is_suppressed(desk.ledger, KEYS, ONE)


@pytest.mark.parametrize("name", ["a\nb", "a\x00b", "a\rb\r\nBcc: c@example.org"])
def test_a_reader_whose_values_fit_no_mail_fails_alone(desk: Desk, name: str) -> None:
    readers = [*people(2), a_recipient("odd@example.org", name=name), *list(people(4))[2:]]

    found = desk.send(desk.plan(readers))

    assert found.states == {State.SENT: 4, State.FAILED: 1}
    assert not desk.script.posts_to("odd@example.org")
    assert "D105" in (found.row(2).reason or "")
    assert "odd@" not in (found.row(2).reason or "")


def test_when_no_mail_can_hold_the_values_of_anybody_the_send_stops(desk: Desk) -> None:
    run = desk.plan([a_recipient(f"r{n}@example.org", name="a\nb") for n in range(20)])

    found = desk.send(run)

    assert found.run.state is RunState.PAUSED
    assert found.states == {State.FAILED: 5, State.PENDING: 15}
    assert desk.script.posted == []


def test_a_session_is_not_used_for_ever(desk: Desk) -> None:
    desk.send(desk.plan(250))

    assert [one.session for one in desk.script.posted] == [1] * 100 + [2] * 100 + [3] * 50


def test_a_session_that_was_dropped_is_replaced(desk: Desk) -> None:
    gone = SENT.model_copy(update={"connection": Connection.DROP})
    desk.script.say(2, gone)
    desk.script.openings.clear()

    found = desk.send(desk.plan(4))

    assert [one.session for one in desk.script.posted] == [1, 1, 2, 2]
    assert found.states == {State.SENT: 4}


def test_attempts_are_kept_with_their_ends(desk: Desk) -> None:
    desk.script.say(ONE, LATER, LOST)

    run = desk.plan(2)
    desk.send(run)

    ends = [(one.result, one.phase, one.code) for one in recent(desk.ledger, run.id)]
    assert ends[::-1] == [
        ("sent", "dot", 250),
        ("deferred", "rcpt", 450),
        ("deferred", "data", None),
        ("sent", "dot", 250),
    ]


def test_a_server_that_is_away_for_a_while_costs_nothing(desk: Desk) -> None:
    desk.script.openings.extend([CLOSED] * 9)

    found = desk.send(desk.plan(3))

    assert found.states == {State.SENT: 3}
    assert {row.attempts for row in found.rows} == {1}
    assert desk.hours.waits[:9] == [1, 2, 4, 8, 16, 32, 60, 60, 60]


def test_a_server_that_takes_too_few_guests_stops_nobody(desk: Desk) -> None:
    """One session comes about, every further one is refused, far more often than ten times."""
    seat, posting, refused = threading.Lock(), threading.Event(), threading.Event()

    def sit_down() -> object:
        with seat:
            if not desk.script.open_now:
                return opened()
        posting.wait(20)
        refused.set()
        return CLOSED

    def first() -> None:
        posting.set()
        refused.wait(20)

    opened = desk.script.open
    desk.script.open = sit_down  # type: ignore[assignment, method-assign]  # a server with one seat
    desk.script.say(1, first)

    found = desk.send(desk.plan(60), connections=4)

    assert (found.halt, found.states) == (None, {State.SENT: 60})


def test_an_outcome_of_its_own_kind_is_recorded_as_it_is(desk: Desk) -> None:
    shut = Outcome(
        row=Row.DEFERRED,
        connection=Connection.DROP,
        phase=Phase.DOT,
        code=421,
        doubtful=True,
        reason="the server is closing the connection",
    )
    desk.script.say(ONE, shut)

    found = desk.send(desk.plan(3))

    assert found.states == {State.SENT: 3}
    assert (found.row(1).maybe_dup, found.row(1).attempts) == (1, 2)
