"""All who send from one ledger keep to one rate together, whatever clocks and processes do."""

import threading
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import cycle

import pytest

from digest.delivery.dispatch.shared import Shared
from digest.delivery.ledger.account import account, assert_adds_up
from digest.delivery.ledger.claims import claim
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.outcomes import Result, advance
from digest.delivery.ledger.owner import hold
from digest.delivery.ledger.pace import Pace
from digest.delivery.ledger.runs import cancel, pause
from digest.delivery.states import State, Word
from digest.delivery.throttle import Bucket, Rate
from support.dispatching import CLOSED, Bundle, Desk, Hours
from support.ledgers import NOW, a_gate, outcome, started
from support.nursery import Work, nursery
from support.smtpsink import Sink


def _most(moments: list[float], seconds: float) -> int:
    """The most of these moments in any so many seconds."""
    return max(sum(start <= one < start + seconds for one in moments) for start in moments)


class Taking:
    """Two senders of two processes, as far as the ledger can tell, with a clock to turn."""

    def __init__(self, ledger: Ledger, rate: Rate, readers: int) -> None:
        self.ledger = ledger
        self.now = NOW
        self.run = started(ledger, readers)
        self.paces = [Pace(rate, lambda: self.now, self.moment) for _ in range(2)]
        self.went: list[float] = []

    def send(self) -> None:
        """Post everything, the senders in turn."""
        with hold(self.ledger, "one", NOW) as one, hold(self.ledger, "two", NOW) as two:
            half = self.run.audience.count // 2
            gates = [a_gate(self.run, pace=pace) for pace in self.paces]
            blocks = [
                list(claim(owner, gate, self.now, size=half).claims)
                for owner, gate in zip((one, two), gates, strict=True)
            ]
            for owner, gate, mine in cycle(zip((one, two), gates, blocks, strict=True)):
                if not any(blocks):
                    break
                if not mine:
                    continue
                word = advance(owner, gate, self.now, intent=mine[0])
                assert gate.pace
                if word is Word.GO:
                    self.went.append(self.moment())
                    gate.pace.answered()
                    result = Result(mine.pop(0), outcome())
                    advance(owner, gate, self.now, result=result)
                else:
                    assert word is Word.TOO_FAST
                    self.pass_by(gate.pace.wait)

    def moment(self) -> float:
        """The moment in seconds."""
        return (self.now - NOW).total_seconds()

    def pass_by(self, seconds: float) -> None:
        """Let time pass."""
        assert seconds > 0
        self.now += timedelta(seconds=seconds)


class Real(Taking):
    """The same by the server's clock."""

    def moment(self) -> float:
        return time.monotonic()

    def pass_by(self, seconds: float) -> None:
        assert seconds > 0
        time.sleep(seconds)


def test_two_an_hour_are_two_in_any_hour_whoever_sends(file_ledger: Ledger) -> None:
    taking = Taking(file_ledger, Rate.parse("2/h"), 12)

    taking.send()

    assert len(taking.went) == 12
    assert _most(taking.went, 3600) == 2
    assert taking.went[-1] < 5 * 3600 * 1.01


def test_ten_a_second_are_used_whoever_sends(file_ledger: Ledger) -> None:
    taking = Taking(file_ledger, Rate.parse("10/s"), 200)

    taking.send()

    assert len(taking.went) == 200
    assert _most(taking.went, 1) == 10
    assert taking.went[-1] <= 19 / 0.95


def test_a_rate_goes_by_the_clock_of_the_server(ledger: Ledger) -> None:
    taking = Real(ledger, Rate(mails=4, seconds=0.1), 12)
    if ledger.path is not None:
        taking.paces = [Pace(Rate(mails=4, seconds=0.1), _wall, time.monotonic) for _ in range(2)]

    taking.send()

    for first, fifth in zip(taking.went, taking.went[4:], strict=False):
        assert fifth - first >= 0.09


def _wall() -> datetime:
    return NOW + timedelta(seconds=time.monotonic())


def test_a_rate_holds_in_every_window(desk: Desk) -> None:
    bucket = Bucket(Rate.parse("2/h"), desk.hours.clock)
    desk.script.openings.extend([CLOSED] * 9)

    found = desk.send(desk.plan(7), Shared(bucket=bucket))

    assert found.states == {State.SENT: 7}
    moments = [one.at for one in desk.script.posted]
    for first, third in zip(moments, moments[2:], strict=False):
        assert third - first >= 3600
    assert moments[-1] - moments[0] < 3 * 3600 + 60


def test_while_a_rate_keeps_us_waiting_no_session_stays_open(desk: Desk) -> None:
    bucket = Bucket(Rate.parse("1/h"), desk.hours.clock)
    idle: list[int] = []
    desk.hours.called = lambda _: idle.append(len(desk.script.open_now))

    desk.send(desk.plan(3), Shared(bucket=bucket))

    assert idle == [0, 0]
    assert desk.script.sessions == 3


def test_a_mail_that_must_wait_keeps_its_sender_and_what_was_known(file_ledger: Ledger) -> None:
    run = started(file_ledger, 2)
    gate = a_gate(run, pace=Pace(Rate.parse("1/h"), lambda: NOW, lambda: 0.0))
    with hold(file_ledger, "one", NOW) as owner:
        first, second = claim(owner, gate, NOW).claims
        advance(owner, gate, NOW, intent=first)

        word = advance(owner, gate, NOW, result=Result(first, outcome()), intent=second)

        found = account(file_ledger, run.id)
    assert word is Word.TOO_FAST
    assert not word.ends
    assert (found.of(State.SENT), found.of(State.CLAIMED), found.of(State.IN_FLIGHT)) == (1, 1, 0)


def test_a_mail_counts_from_its_first_answer_or_soon_while_none_is_known(
    file_ledger: Ledger,
) -> None:
    run, rate, clock = started(file_ledger, 4), Rate.parse("1/s"), Hours()
    gate = a_gate(run, pace=Pace(rate, clock.now, clock.clock))
    assert gate.pace
    with hold(file_ledger, "one", NOW) as owner:
        first, second, third, _ = claim(owner, gate, NOW).claims
        advance(owner, gate, clock.now(), intent=first)
        assert advance(owner, gate, clock.now(), intent=second) is Word.TOO_FAST
        assert gate.pace.wait == pytest.approx(rate.window + rate.travel)
        clock.seconds = 0.7
        gate.pace.answered()
        clock.seconds = 0.9
        gate.pace.answered()
        result = Result(first, outcome())

        assert advance(owner, gate, clock.now(), result=result, intent=second) is Word.TOO_FAST
        assert gate.pace.wait == pytest.approx(0.7 + rate.window - 0.9)
        clock.seconds += gate.pace.wait
        assert advance(owner, gate, clock.now(), intent=second) is Word.GO
        assert advance(owner, gate, clock.now(), intent=third) is Word.TOO_FAST


def test_a_send_that_is_begun_again_keeps_to_the_rate(desk: Desk) -> None:
    rate = Rate.parse("2/h")
    desk.send(desk.plan(2), Shared(bucket=Bucket(rate, desk.hours.clock)))
    began = desk.hours.seconds

    found = desk.send(desk.plan(2, generation=2), Shared(bucket=Bucket(rate, desk.hours.clock)))

    assert found.states == {State.SENT: 2}
    assert all(one.at >= began + 3600 for one in desk.script.posted[2:])


@pytest.mark.parametrize("days", [-1, 1])
def test_a_clock_that_was_set_keeps_nobody_waiting_for_it(desk: Desk, days: int) -> None:
    rate = Rate.parse("2/h")
    desk.send(desk.plan(2), Shared(bucket=Bucket(rate, desk.hours.clock)))
    desk.hours.begin += timedelta(days=days)

    found = desk.send(desk.plan(4, generation=2), Shared(bucket=Bucket(rate, desk.hours.clock)))

    assert found.states == {State.SENT: 4}
    assert desk.hours.seconds < 2 * 3600
    moments = [one.at for one in desk.script.posted[2:]]
    assert _most(moments, 3600) == 2


class Watched(Sink):
    """Notes the moment of every MAIL command."""

    def __init__(self) -> None:
        super().__init__()
        self.moments: list[float] = []

    def next_mail(self) -> int:
        self.moments.append(time.monotonic())
        return super().next_mail()


@pytest.fixture
def sink() -> Iterator[Watched]:
    with Watched() as one:
        yield one


@pytest.mark.full
def test_two_processes_of_eight_connections_keep_to_ten_a_second_for_a_minute(
    ledger: Ledger, address: str, made: Bundle, sink: Watched
) -> None:
    run = started(ledger, 600, seal=made.seal)
    with nursery() as children:
        work = Work(children, ledger, address, made, run, sink, connections=8, rate="10/s")
        for process in [work.begin(), work.begin()]:
            assert children.ask(process) == 0

    found = account(ledger, run.id)
    assert_adds_up(found)
    assert found.of(State.SENT) == len(sink.moments) == 600
    assert _most(sink.moments, 1) <= 10
    seconds = sink.moments[-1] - sink.moments[0]
    assert 590 / seconds >= 0.95 * 10


class Sleepy(Hours):
    """Whoever waits sleeps indeed, after an act, until it is woken or far too late."""

    def __init__(self, act: Callable[[], object]) -> None:
        super().__init__()
        self._act = act

    def wait(self, event: threading.Event, seconds: float) -> bool:
        self._act()
        woken = event.wait(20)
        assert woken, f"slept on, for {seconds} s"
        return woken


@pytest.mark.parametrize(("act", "left"), [(pause, State.PENDING), (cancel, State.CANCELLED)])
def test_who_waits_for_the_rate_hears_that_the_run_rests(
    desk: Desk, act: Callable[..., object], left: State
) -> None:
    run = desk.plan(3)
    desk.hours = Sleepy(lambda: act(desk.ledger, run.id, NOW))

    found = desk.send(run, Shared(bucket=Bucket(Rate.parse("1/h"), desk.hours.clock)))

    assert found.states == {State.SENT: 1, left: 2}
    assert found.halt
    assert found.halt.text == found.run.state
