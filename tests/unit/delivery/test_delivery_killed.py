"""Sends that are killed at any moment, and go on: nothing is lost, and nothing doubled unseen."""

import os
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator

import pytest

from digest.delivery.ledger.account import account, assert_adds_up, listed
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.opening import look_over
from digest.delivery.states import OPEN, OWNED, Policy, State
from support.dispatching import Bundle
from support.ledgers import started
from support.nursery import Nursery, Work, nursery, until
from support.smtpsink import Fault, Sink

#: Killed processes tell nothing of the lines they ran.
pytestmark = pytest.mark.no_cover

Begins = Callable[..., Work]


@pytest.fixture(scope="module")
def children() -> Iterator[Nursery]:
    """The one nursery of these tests."""
    with nursery() as one:
        yield one


@pytest.fixture
def sink() -> Iterator[Sink]:
    """A server that notes each mail before it says that it took it."""
    with Sink() as one:
        yield one


@pytest.fixture
def work(children: Nursery, ledger: Ledger, address: str, made: Bundle, sink: Sink) -> Begins:
    """Begins the sending of a run."""

    def begins(readers: int, *, connections: int = 1, policy: Policy) -> Work:
        run = started(ledger, readers, seal=made.seal, policy=policy)
        return Work(children, ledger, address, made, run, sink, connections)

    return begins


def _kills(work: Work, kills: int, senders: int, seed: int) -> int:
    """Kill one of the senders at a time, each soon replaced; how many were killed indeed."""
    chance = random.Random(seed)  # noqa: S311  # the same moments on every run, as far as may be
    count = work.run.audience.count
    alive: list[int] = []
    killed = 0
    for number in range(1, kills + 1):
        alive += [work.begin() for _ in range(senders - len(alive))]
        work.taken(min(len(work.sink.taken) + 1, count * number // (kills + 1)))
        time.sleep(chance.uniform(0, 0.012))
        killed += work.kill(alive.pop(chance.randrange(senders))) == -signal.SIGKILL
    for process in [*alive, work.begin()]:
        assert work.nursery.ask(process) == 0
    return killed


def _check(work: Work, kills: int, doubts: int = 0) -> int:
    """Judge what stands against what arrived; how many arrived twice."""
    found = account(work.ledger, work.run.id)
    assert_adds_up(found)
    look_over(work.ledger)
    assert not found.of(*OPEN)
    rows = {row.message_id.strip("<>").partition("@")[0]: row for row in listed(
        work.ledger, work.run.id, *State
    )}  # fmt: skip
    arrived = Counter(work.sink.names)
    twice = {name for name, times in arrived.items() if times > 1}
    assert set(arrived) <= set(rows)
    missing = set(rows) - set(arrived)
    if work.run.policy is Policy.AT_LEAST_ONCE:
        assert found.of(State.SENT) == len(rows)
        assert not missing
        assert arrived.total() - len(rows) <= kills * work.connections + doubts
        assert twice <= {name for name, row in rows.items() if row.maybe_dup}
    else:
        assert not twice
        assert missing <= {name for name, row in rows.items() if row.state is State.UNKNOWN}
        assert found.of(State.SENT, State.UNKNOWN) == len(rows)
        assert found.of(State.UNKNOWN) <= kills * work.connections + doubts
    return arrived.total() - len(arrived)


@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize(("senders", "connections"), [(1, 1), (2, 1), (1, 3)])
def test_who_is_killed_loses_nothing_and_doubles_nothing_unseen(
    work: Begins, policy: Policy, senders: int, connections: int
) -> None:
    one = work(120, connections=connections, policy=policy)

    killed = _kills(one, 4, senders, seed=senders)

    assert killed >= 3
    _check(one, killed)


#: What a bad server does at every seventh mail, in turn; of the last two nobody knows.
WEATHER = (
    Fault("MAIL", then="close"),
    Fault("RCPT", b"421 4.7.0 too many\r\n", "close"),
    Fault("DATA", then="reset"),
    Fault("RCPT", b"450 4.2.0 greylisted\r\n"),
    Fault("AFTER", then="close"),
    Fault("DOT", then="close", takes=True),
    Fault("DOT", b"hello\r\n", takes=False),
)


@pytest.mark.parametrize("policy", Policy)
def test_who_is_killed_in_bad_weather_loses_nothing_either(
    work: Begins, policy: Policy, sink: Sink
) -> None:
    numbers = range(7, 400, 7)
    sink.faults = {n: (WEATHER[n // 7 % len(WEATHER)],) for n in numbers}
    one = work(120, connections=2, policy=policy)

    killed = _kills(one, 4, 2, seed=3)

    doubts = sum(1 for n in numbers if n <= sink.mails and sink.faults[n][0].step == "DOT")
    assert killed >= 3
    assert doubts >= 4
    _check(one, killed, doubts)


@pytest.mark.full
@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize(("senders", "connections"), [(1, 1), (2, 1)])
def test_two_hundred_kills_of_a_send_to_two_thousand(
    work: Begins,
    policy: Policy,
    senders: int,
    connections: int,
    record_testsuite_property: Callable[[str, object], None],
) -> None:
    one = work(2000, connections=connections, policy=policy)

    killed = _kills(one, 200, senders, seed=senders + 10)

    assert killed >= 190
    twice = _check(one, killed)
    kind = one.ledger.place.partition("://")[0][:10]
    record_testsuite_property(f"{kind} {policy} {senders}", f"{killed} kills, {twice} twice")


@pytest.mark.parametrize(("connections", "number"), [(1, signal.SIGTERM), (2, signal.SIGHUP)])
def test_who_is_asked_to_end_does_so_after_the_mail_in_hand(
    work: Begins, connections: int, number: int
) -> None:
    one = work(150, connections=connections, policy=Policy.AT_MOST_ONCE)

    for round_ in range(1, 6):
        process = one.begin()
        one.taken(20 * round_)
        began = time.monotonic()
        assert one.kill(process, number) == 0
        assert time.monotonic() - began < 5
    assert one.nursery.ask(one.begin()) == 0

    found = account(one.ledger, one.run.id)
    assert (found.of(State.SENT), found.flagged) == (150, 0)
    assert len(set(one.sink.names)) == len(one.sink.names) == 150


def test_who_is_asked_twice_ends_at_once(work: Begins, sink: Sink) -> None:
    sink.faults[1] = (Fault("DOT", then="hang"),)
    one = work(3, policy=Policy.AT_LEAST_ONCE)
    process = one.begin()
    until(lambda: sink.mails == 1)

    os.kill(process, signal.SIGTERM)
    time.sleep(0.2)
    began = time.monotonic()
    assert one.kill(process, signal.SIGTERM) == -signal.SIGTERM

    assert time.monotonic() - began < 5
    assert one.nursery.ask(one.begin()) == 0
    found = account(one.ledger, one.run.id)
    assert (found.of(State.SENT), found.flagged, len(one.sink.names)) == (3, 1, 3)


@pytest.mark.parametrize("stop_after", [1, 20, 45])
def test_who_is_stopped_keeps_what_it_has(work: Begins, stop_after: int) -> None:
    one = work(150, policy=Policy.AT_LEAST_ONCE)
    stopped = one.begin()
    one.taken(stop_after)
    os.kill(stopped, signal.SIGSTOP)

    other = one.begin()
    time.sleep(0.7)
    held = account(one.ledger, one.run.id).of(*OWNED)
    os.kill(stopped, signal.SIGCONT)

    assert held
    assert one.nursery.ask(stopped) == one.nursery.ask(other) == 0
    found = account(one.ledger, one.run.id)
    assert (found.of(State.SENT), found.flagged) == (150, 0)
    assert len(set(one.sink.names)) == len(one.sink.names) == 150


@pytest.mark.full
def test_fifty_times_asked_to_end(work: Begins, sink: Sink) -> None:
    one = work(3000, policy=Policy.AT_MOST_ONCE)

    for _ in range(50):
        process = one.begin()
        one.taken(min(len(sink.taken) + 5, 3000))
        began = time.monotonic()
        assert one.kill(process, signal.SIGTERM) == 0
        assert time.monotonic() - began < 2
    assert one.nursery.ask(one.begin()) == 0

    found = account(one.ledger, one.run.id)
    assert (found.of(State.SENT), found.of(State.UNKNOWN), found.flagged) == (3000, 0, 0)
    assert len(set(sink.names)) == len(sink.names) == 3000


@pytest.mark.full
def test_twenty_times_stopped_for_five_seconds_beside_another(work: Begins, sink: Sink) -> None:
    one = work(400, policy=Policy.AT_LEAST_ONCE)
    sink.faults = {number: (Fault("DOT", then="late", takes=True),) for number in range(1, 340)}

    for _ in range(20):
        stopped = one.begin()
        one.taken(len(sink.taken) + 1)
        os.kill(stopped, signal.SIGSTOP)
        before = len(sink.taken)
        other = one.begin()
        time.sleep(5)
        assert account(one.ledger, one.run.id).of(*OWNED)
        assert len(sink.taken) > before
        os.kill(stopped, signal.SIGCONT)
        assert [one.kill(process, signal.SIGTERM) for process in (stopped, other)] == [0, 0]
    assert one.nursery.ask(one.begin()) == 0

    found = account(one.ledger, one.run.id)
    assert (found.of(State.SENT), found.of(State.UNKNOWN), found.flagged) == (400, 0, 0)
    assert len(set(sink.names)) == len(sink.names) == 400
