import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest.delivery.outcomes import Connection, Outcome, Pace, Phase, Row
from digest.delivery.patience import (
    FIRST_RETRY,
    LONGEST_RETRY,
    Backoff,
    Breaker,
    Lease,
    retry_delay,
)
from digest.delivery.throttle import Bucket, Domains, Rate
from digest.problems import UsageError


class FakeClock:
    """A clock that goes when it is told to."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def _outcome(row: Row = Row.SENT, **more: object) -> Outcome:
    fields = {"connection": Connection.KEEP, "phase": Phase.DOT, **more}
    return Outcome.model_validate({"row": row, **fields})


REFUSED = _outcome(Row.FAILED, policy=True)
DEAD = _outcome(Row.FAILED, suppress=True)
LOST = _outcome(Row.DEFERRED, at_once=True)


@pytest.mark.parametrize(
    ("text", "mails", "seconds"),
    [("10/s", 10, 1), ("2/h", 2, 3600), ("500/min", 500, 60), ("90000 / d", 90_000, 86_400)],
)
def test_a_rate_is_read(text: str, mails: int, seconds: float) -> None:
    assert Rate.parse(text) == Rate(mails=mails, seconds=seconds)


@pytest.mark.parametrize(
    "text", ["", "0/s", "-1/s", "1.5/s", "10", "10/week", "s/10", "9999999/s"]
)
def test_what_is_no_rate_is_refused(text: str) -> None:
    with pytest.raises(UsageError, match="D115"):
        Rate.parse(text)


def test_two_an_hour_are_two_in_any_hour() -> None:
    clock = FakeClock()
    bucket = Bucket(Rate.parse("2/h"), clock)
    given: list[float] = []
    while len(given) < 20:
        wait = bucket.take()
        if wait:
            clock.now += wait
        else:
            given.append(clock.now)

    assert _most_in_a_window(given, 3600) == 2
    assert given[-1] - given[0] < 9 * 3600 * 1.01


@given(steps=st.lists(st.floats(0, 3), min_size=1, max_size=200), mails=st.integers(1, 10))
def test_no_window_holds_one_too_many(steps: list[float], mails: int) -> None:
    clock = FakeClock()
    bucket = Bucket(Rate(mails=mails, seconds=1), clock)
    given: list[float] = []
    for step in steps:
        clock.now += step
        if not bucket.take():
            given.append(clock.now)

    assert _most_in_a_window(given, 1.0) <= mails


def _most_in_a_window(times: list[float], seconds: float) -> int:
    return max(sum(start <= one < start + seconds for one in times) for start in times)


def test_the_rate_is_used() -> None:
    clock = FakeClock()
    bucket = Bucket(Rate.parse("10/s"), clock)
    given = 0
    while clock.now < 1060:
        wait = bucket.take()
        given += not wait
        clock.now += wait

    assert given >= 0.95 * 600


def test_the_wait_is_enough() -> None:
    clock = FakeClock()
    bucket = Bucket(Rate.parse("1/min"), clock)

    assert bucket.take() == 0
    wait = bucket.take()
    assert 60 <= wait < 60.1
    clock.now += wait + 1e-6
    assert bucket.take() == 0


def test_a_domain_gets_two_at_first_and_more_when_all_is_well() -> None:
    domains = Domains()

    assert [domains.enter("Example.org") for _ in range(3)] == [True, True, False]
    assert domains.enter("other.example")
    domains.leave("example.ORG", _outcome())
    domains.leave("example.org", _outcome())
    assert [domains.enter("example.org") for _ in range(4)] == [True, True, True, False]


def test_a_domain_in_trouble_gets_one() -> None:
    domains = Domains()
    for _ in range(10):
        assert domains.enter("example.org")
        domains.leave("example.org", LOST)

    assert [domains.enter("example.org") for _ in range(2)] == [True, False]


def test_a_domain_never_gets_more_than_the_most() -> None:
    domains = Domains(most=4)
    for _ in range(100):
        domains.enter("example.org")
        domains.leave("example.org", _outcome())

    assert sum(domains.enter("example.org") for _ in range(10)) == 4


@pytest.mark.parametrize("outcome", [REFUSED, DEAD, _outcome(Row.DEFERRED, code=450)])
def test_a_refused_reader_says_nothing_about_the_domain(outcome: Outcome) -> None:
    domains = Domains()
    for _ in range(10):
        domains.enter("example.org")
        domains.leave("example.org", outcome)

    assert [domains.enter("example.org") for _ in range(3)] == [True, True, False]


def test_ten_thousand_domains_are_not_remembered() -> None:
    domains = Domains()
    for number in range(10_000):
        name = f"d{number}.example"
        domains.enter(name)
        domains.leave(name, _outcome())

    assert len(vars(domains)["_width"]) < 5_000
    assert vars(domains)["_busy"] == {}


def test_waits_double_to_a_minute_and_end() -> None:
    backoff = Backoff()

    assert [backoff.failed() for _ in range(10)] == [1, 2, 4, 8, 16, 32, 60, 60, 60, None]


def test_after_a_success_a_failure_is_the_first() -> None:
    backoff = Backoff()
    for _ in range(9):
        backoff.failed()
    backoff.succeeded()

    assert backoff.failed() == 1


def test_five_refusals_in_a_row_stop_the_send() -> None:
    breaker = Breaker()

    assert [breaker.tell(REFUSED) for _ in range(5)] == [False] * 4 + [True]


def test_a_mail_that_was_taken_ends_the_row() -> None:
    breaker = Breaker()
    told = [breaker.tell(one) for one in [REFUSED] * 4 + [_outcome()] + [REFUSED] * 4]

    assert not any(told)


def test_deferred_mails_do_not_hide_refusals() -> None:
    breaker = Breaker()
    later = _outcome(Row.DEFERRED, code=450)

    assert [breaker.tell(one) for one in [REFUSED, later] * 5][-2:] == [True, False]


def test_more_than_ten_of_fifty_stop_the_send() -> None:
    breaker = Breaker()
    told = [breaker.tell(one) for one in ([REFUSED] + [_outcome()] * 3) * 11]

    assert told.index(True) == 40


def test_ten_of_fifty_do_not() -> None:
    breaker = Breaker()

    assert not any(breaker.tell(one) for one in ([REFUSED] + [_outcome()] * 4) * 40)


def test_dead_mailboxes_among_others_stop_nothing() -> None:
    breaker = Breaker()

    assert not any(breaker.tell(one) for one in ([DEAD] * 24 + [_outcome()]) * 10)


def test_a_server_that_knows_nobody_stops_the_send() -> None:
    breaker = Breaker()

    assert [breaker.tell(DEAD) for _ in range(25)].index(True) == 24


def test_a_session_ends_after_a_hundred_mails() -> None:
    lease = Lease(FakeClock())
    for _ in range(99):
        lease.used()
    assert not lease.over

    lease.used()

    assert lease.over


def test_a_session_ends_after_five_minutes() -> None:
    clock = FakeClock()
    lease = Lease(clock)
    for _ in range(15):
        clock.now += 19.9
        lease.used()
    assert not lease.over

    clock.now += 1.6

    assert lease.over


def test_a_session_ends_when_it_rests() -> None:
    clock = FakeClock()
    lease = Lease(clock)
    lease.used()
    clock.now += 29
    assert not lease.over

    clock.now += 1

    assert lease.over


def test_a_mail_that_is_refused_for_now_waits_longer_each_time() -> None:
    waits = [retry_delay(attempts, "<x@example.org>") for attempts in range(1, 12)]

    for attempts, wait in enumerate(waits, 1):
        shortest = min(FIRST_RETRY * 2 ** (attempts - 1), LONGEST_RETRY)
        assert shortest <= wait <= shortest * 1.25
    assert waits == [retry_delay(attempts, "<x@example.org>") for attempts in range(1, 12)]
    assert retry_delay(10**9, "<x@example.org>") <= LONGEST_RETRY * 1.25


def test_mails_do_not_return_together() -> None:
    waits = {retry_delay(1, f"<{number}@example.org>") for number in range(100)}

    assert len(waits) == 100
    assert max(waits) - min(waits) > 50


def test_back_off_narrows_a_domain() -> None:
    domains = Domains()
    domains.enter("example.org")
    domains.leave("example.org", _outcome(Row.UNTRIED, send=Pace.BACK_OFF))

    assert [domains.enter("example.org") for _ in range(2)] == [True, False]
