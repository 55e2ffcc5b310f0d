"""What is dropped stays dropped, and what is heard amid a mail is no answer to it."""

import time
from pathlib import Path

import pytest

from digest.delivery.outcomes import Connection, Phase, Row
from digest.delivery.transports import transport
from support.posting import mail, opened, send, smtp, to
from support.smtpsink import Fault, Sink

BIG = ("y" * 76 + "\r\n") * 70_000


def test_a_server_may_wait_for_a_mail_it_has_no_reader_for() -> None:
    """Pipelined, it may ask for the mail before it has heard that nobody gets it: RFC 2920."""
    faults = [Fault("RCPT", b"550 5.1.1 no\r\n"), Fault("DATA", b"354 go on\r\n")]
    with Sink({1: faults}) as sink:
        (first,), (second,) = send(smtp(sink.port), [mail("m1"), mail("m2")])

    assert (first.row, first.suppress, first.connection) == (Row.FAILED, True, Connection.RESET)
    assert (second.row, sink.names, sink.connections) == (Row.SENT, ["m2"], 1)


def test_a_server_that_refuses_the_sender_and_asks_for_the_mail_gets_none() -> None:
    refusals = [Fault("MAIL", b"450 4.7.1 later\r\n"), Fault("RCPT", b"250 ok\r\n")]
    with Sink({1: refusals}) as sink:
        (first,), (second,) = send(smtp(sink.port), [mail("m1"), mail("m2")])

    assert (first.row, first.phase, first.connection) == (
        Row.DEFERRED,
        Phase.MAIL,
        Connection.DROP,
    )
    assert (second.row, sink.names) == (Row.SENT, ["m2"])


@pytest.mark.parametrize("then", ["close", "go on"])
def test_a_server_that_refuses_within_the_mail_is_heard(then: str) -> None:
    """What it says there cannot be an answer to the whole mail."""
    fault = Fault("BODY", b"552 5.3.4 too large\r\n", then)
    with Sink({1: [fault]}) as sink:
        told = send(smtp(sink.port), [mail("m1", ("y" * 76 + "\r\n") * 70_000), mail("m2")])

    first = told[0][0]
    assert first.row in {Row.FAILED, Row.DEFERRED}
    assert (first.connection, first.phase) == (Connection.DROP, Phase.BODY)
    assert told[1][-1].row is Row.SENT


@pytest.mark.parametrize(
    "fault", [Fault("DATA", then="close"), Fault("DATA", b"hello\r\n", "close")]
)
def test_a_refusal_is_known_though_the_rest_is_lost(fault: Fault) -> None:
    with Sink({1: [Fault("RCPT", b"550 5.1.1 no\r\n"), fault]}) as sink:
        (first,), (second,) = send(smtp(sink.port), [mail("m1"), mail("m2")])

    assert (first.row, first.phase, first.suppress) == (Row.FAILED, Phase.RCPT, True)
    assert first.connection is Connection.DROP
    assert (second.row, sink.connections, sink.names) == (Row.SENT, 2, ["m2"])


def test_a_mail_to_nobody_may_be_the_end_of_the_connection() -> None:
    faults = [Fault("RCPT", b"450 4.2.0 later\r\n"), Fault("DATA", b"354 go on\r\n", "close")]
    with Sink({1: faults}) as sink:
        (first,), (second,) = send(smtp(sink.port), [mail("m1"), mail("m2")])

    assert (first.row, first.phase, first.connection) == (
        Row.DEFERRED,
        Phase.RCPT,
        Connection.DROP,
    )
    assert (second.row, sink.names) == (Row.SENT, ["m2"])


def test_a_word_of_praise_within_the_mail_is_no_answer_to_it() -> None:
    with Sink({1: [Fault("BODY", b"250 2.0.0 taken\r\n")]}) as sink:
        told = send(smtp(sink.port), [mail("m1", BIG), mail("m2")])

    first = told[0][0]
    assert (first.row, first.phase, first.connection) == (
        Row.DEFERRED,
        Phase.BODY,
        Connection.DROP,
    )
    assert told[0][1].reply == "250 2.0.0 taken m1"
    assert sink.names == ["m1", "m2"]


def test_nothing_is_posted_on_a_dropped_connection() -> None:
    with Sink({1: [Fault("DOT", b"hello\r\n", takes=True)]}) as sink:
        session = opened(smtp(sink.port))
        first, second = (session.post(to(), mail(name)) for name in ("m1", "m2"))
        session.close()

    assert (first.row, second.row) == (Row.AMBIGUOUS, Row.DEFERRED)
    assert (second.connection, second.at_once) == (Connection.DROP, True)
    assert [one.split()[0] for one in sink.commands] == ["EHLO", "MAIL", "RCPT", "DATA"]


class _Interrupting:
    """A clock at which somebody breaks in, when it is armed."""

    armed = False

    def __call__(self) -> float:
        if self.armed:
            raise KeyboardInterrupt
        return time.monotonic()


def test_whoever_breaks_in_leaves_a_connection_nobody_uses() -> None:
    clock = _Interrupting()
    with Sink() as sink:
        session = opened(transport(f"smtp://127.0.0.1:{sink.port}", base=Path(), clock=clock))
        clock.armed = True
        with pytest.raises(KeyboardInterrupt):
            session.post(to(), mail("m1"))
        clock.armed = False
        assert session.post(to(), mail("m2")).connection is Connection.DROP
        session.close()

    assert "QUIT" not in sink.commands
    assert sink.mails <= 1
