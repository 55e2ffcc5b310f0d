"""Every fault at every place: what is recorded, what happens to the connection, who got what."""

import pytest

from digest.delivery.outcomes import Outcome, Pace, Phase, Row
from support.faults import BIG, CASES, PIPELINING, Case
from support.posting import mail, send, smtp
from support.smtpsink import Sink


def test_there_are_seventeen() -> None:
    assert len(CASES) == 17


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("extensions", PIPELINING.values(), ids=PIPELINING)
@pytest.mark.parametrize("at", [1, 2, 3], ids=["first", "middle", "last"])
def test_a_fault_costs_what_it_must_and_nobody_else(
    name: str, extensions: tuple[str, ...], at: int
) -> None:
    case = CASES[name]
    of_connection = case.phase is Phase.BANNER
    # A fault of the greeting meets the connection that is opened for the mail.
    number = min(at, 2) if of_connection else at
    faults = {number: (case.fault,)} if case.fault else {}
    bodies = {at: BIG * 70_000 if case.phase is Phase.BODY else "words"}
    mails = [mail(f"m{k}", bodies.get(k, "words")) for k in (1, 2, 3)]

    with Sink(faults, extensions=extensions) as sink:
        told = send(
            smtp(sink.port, timeouts=case.timeouts),
            mails,
            anew=frozenset({at}) if of_connection else frozenset(),
        )

    first = told[at - 1][0]
    assert (first.row, first.phase, first.connection) == (case.row, case.phase, case.connection)
    assert (first.at_once, first.suppress, first.doubtful) == (
        case.at_once,
        case.suppress,
        case.doubtful,
    )
    assert first.send is case.send
    assert sink.names.count(f"m{at}") == case.taken
    _nobody_else_suffers(told, sink, at, case)


def _nobody_else_suffers(told: list[list[Outcome]], sink: Sink, at: int, case: Case) -> None:
    """All others are sent once, each by a reply that names it."""
    after_250 = case.fault is not None and case.fault.step == "AFTER"
    for k in (1, 2, 3):
        last = told[k - 1][-1]
        if k != at or case.at_once or case.send is Pace.BACK_OFF:
            assert last.row is Row.SENT
        if last.row is Row.SENT:
            assert last.reply == f"250 2.0.0 taken m{k}"
        if k != at:
            again = after_250 and k == at + 1
            assert len(told[k - 1]) == (2 if again else 1)
            assert sink.names.count(f"m{k}") == 1
