"""The ends a transaction with a mail server can have, and what each of them must mean."""

from typing import NamedTuple

from digest.delivery.outcomes import Connection, Pace, Phase, Row
from digest.delivery.smtp.server import Timeouts
from support.posting import PATIENT
from support.smtpsink import Fault

#: Silence is believed after this many seconds.
BRIEF = 0.25


class Case(NamedTuple):
    """A fault, and the outcome it must have."""

    fault: Fault | None
    row: Row
    phase: Phase
    connection: Connection
    taken: int = 0
    at_once: bool = False
    suppress: bool = False
    doubtful: bool = False
    send: Pace = Pace.GO_ON
    timeouts: Timeouts = PATIENT


SILENT_REPLY = Timeouts(connect=20, reply=BRIEF, final=20)
SILENT_END = Timeouts(connect=20, reply=20, final=BRIEF)


def _closed(fault: Fault, timeouts: Timeouts = PATIENT) -> Case:
    """No session comes about; the mail goes by the next one."""
    back_off = Pace.BACK_OFF
    return Case(
        fault, Row.UNTRIED, Phase.BANNER, Connection.DROP, 1, send=back_off, timeouts=timeouts
    )


def _lost(phase: Phase, fault: Fault) -> Case:
    """Lost before it was handed over: posted again at once."""
    return Case(fault, Row.DEFERRED, phase, Connection.DROP, taken=1, at_once=True)


def _later(phase: Phase, fault: Fault) -> Case:
    """Refused for now."""
    return Case(fault, Row.DEFERRED, phase, Connection.RESET)


def _unknown(fault: Fault, timeouts: Timeouts = PATIENT) -> Case:
    """Handed over, and no answer: nobody knows."""
    return Case(fault, Row.AMBIGUOUS, Phase.DOT, Connection.DROP, taken=1, timeouts=timeouts)


DEAD = Case(
    Fault("RCPT", b"550 5.1.1 no such user\r\n"),
    Row.FAILED,
    Phase.RCPT,
    Connection.RESET,
    suppress=True,
)
CLOSING = Case(
    Fault("RCPT", b"421 4.7.0 too many\r\n", "close"), Row.DEFERRED, Phase.RCPT, Connection.DROP
)
CLOSED_AT_THE_END = Case(
    Fault("DOT", b"421 4.3.0 closing\r\n", "close", takes=True),
    Row.DEFERRED,
    Phase.DOT,
    Connection.DROP,
    taken=1,
    doubtful=True,
)
SPAM = Case(Fault("DOT", b"554 5.7.1 spam\r\n"), Row.FAILED, Phase.DOT, Connection.RESET)
GONE = Case(Fault("AFTER", then="close"), Row.SENT, Phase.DOT, Connection.KEEP, taken=1)

CASES: dict[str, Case] = {
    "none": Case(None, Row.SENT, Phase.DOT, Connection.KEEP, taken=1),
    "greeting is 421": _closed(Fault("BANNER", b"421 4.3.2 try later\r\n", "close")),
    "greeting never comes": _closed(Fault("BANNER", then="hang"), SILENT_REPLY),
    "MAIL is 452": _later(Phase.MAIL, Fault("MAIL", b"452 4.3.1 full\r\n")),
    "lost at MAIL": _lost(Phase.MAIL, Fault("MAIL", then="close")),
    "RCPT is 450": _later(Phase.RCPT, Fault("RCPT", b"450 4.2.0 greylisted\r\n")),
    "RCPT is 550": DEAD,
    "RCPT is 421": CLOSING,
    "lost at DATA": _lost(Phase.DATA, Fault("DATA", then="close")),
    "lost in the body": _lost(Phase.BODY, Fault("BODY", then="reset")),
    "end is 452": _later(Phase.DOT, Fault("DOT", b"452 4.3.1 later\r\n")),
    "end is 554": SPAM,
    "end is 421": CLOSED_AT_THE_END,
    "end is no reply": _unknown(Fault("DOT", b"hello\r\n", takes=True)),
    "lost at the end": _unknown(Fault("DOT", then="close", takes=True)),
    "end never comes": _unknown(Fault("DOT", then="hang", takes=True), SILENT_END),
    "lost after the end": GONE,
}

PIPELINING = {"pipelined": ("PIPELINING",), "plain": ()}

#: So much that no buffer between two programs holds it.
BIG = "y" * 76 + "\r\n"
