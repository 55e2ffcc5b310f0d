"""Every fault of a server, met by a whole send: nobody is lost, nobody doubled unseen."""

from collections import Counter

import pytest

from digest.delivery.dispatch.shared import Shared
from digest.delivery.outcomes import Connection, Phase, Row
from digest.delivery.states import Policy, RunState, State
from digest.delivery.throttle import Bucket, Rate
from support.dispatching import Bundle, Desk, Send, bundle
from support.faults import BIG, CASES, PIPELINING, Case
from support.posting import smtp
from support.smtpsink import Sink

#: Again what the tests of the session and the dispatch have counted.
pytestmark = pytest.mark.no_cover


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    """A bundle with mails that no buffer holds."""
    return bundle(tmp_path_factory.mktemp("large"), text=BIG.replace("\r", "") * 70_000)


def _sent(desk: Desk, case: Case, sink: Sink, policy: Policy) -> Send:
    """A send to three, at a rate that gives each its own connection where that is the point."""
    bucket = Bucket(Rate.parse("1/min"), desk.hours.clock)
    shared = Shared(bucket=bucket if case.phase is Phase.BANNER else None)
    run = desk.plan(3, policy=policy)
    return desk.send(run, shared, transport=smtp(sink.port, timeouts=case.timeouts))


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("extensions", PIPELINING.values(), ids=PIPELINING)
@pytest.mark.parametrize("at", [1, 2, 3], ids=["first", "middle", "last"])
def test_a_fault_is_recorded_as_what_it_was(
    desk: Desk, large: Bundle, name: str, extensions: tuple[str, ...], at: int
) -> None:
    case = CASES[name]
    if case.phase is Phase.BODY:
        desk.made = large

    with Sink({at: (case.fault,)} if case.fault else {}, extensions=extensions) as sink:
        found = _sent(desk, case, sink, Policy.AT_LEAST_ONCE)

    row = found.row(at - 1)
    doubt = case.row is Row.AMBIGUOUS or case.doubtful
    again = case.row in {Row.DEFERRED, Row.AMBIGUOUS}
    assert (found.halt, found.run.state) == (None, RunState.DONE)
    assert row.state is (State.FAILED if case.row is Row.FAILED else State.SENT)
    assert (row.attempts, row.maybe_dup) == (1 + again, int(doubt))
    arrived = Counter(sink.names)
    expected = 2 if doubt else int(case.row is not Row.FAILED)
    assert arrived[_mark(row.message_id)] == expected
    _others_are_well(found, sink, at, case)
    if case.connection is not Connection.DROP:
        gone = case.fault is not None and case.fault.step == "AFTER" and at < 3
        assert sink.connections == 1 + again + gone


@pytest.mark.parametrize("name", [name for name in CASES if CASES[name].row is Row.AMBIGUOUS])
@pytest.mark.parametrize("extensions", PIPELINING.values(), ids=PIPELINING)
@pytest.mark.parametrize("at", [1, 2, 3], ids=["first", "middle", "last"])
def test_what_nobody_knows_is_not_sent_again_where_that_is_the_policy(
    desk: Desk, name: str, extensions: tuple[str, ...], at: int
) -> None:
    case = CASES[name]
    assert case.fault

    with Sink({at: (case.fault,)}, extensions=extensions) as sink:
        found = _sent(desk, case, sink, Policy.AT_MOST_ONCE)

    row = found.row(at - 1)
    assert (row.state, row.attempts) == (State.UNKNOWN, 1)
    assert Counter(sink.names)[_mark(row.message_id)] == 1
    _others_are_well(found, sink, at, case)


def _others_are_well(found: Send, sink: Sink, at: int, case: Case) -> None:
    """Everybody else got one mail, and each mail has the reply that names it."""
    arrived = Counter(sink.names)
    after_250 = case.fault is not None and case.fault.step == "AFTER"
    for number, row in enumerate(found.rows, 1):
        if row.state is State.SENT:
            assert row.reply == f"250 2.0.0 taken {_mark(row.message_id)}"
        if number != at:
            assert row.state is State.SENT
            assert arrived[_mark(row.message_id)] == 1
            assert (row.attempts, row.maybe_dup) == (1 + (after_250 and number == at + 1), 0)
    to = {_mark(row.message_id): f"r{number}@example.org" for number, row in enumerate(found.rows)}
    assert all(one.recipient == to[one.name] for one in sink.taken)


def _mark(message_id: str) -> str:
    return message_id.strip("<>").partition("@")[0]
