import pytest

from digest.delivery.lines import check_lines, stuffed
from digest.delivery.outcomes import Connection, Envelope, Pace, Phase, Row
from digest.delivery.patience import Breaker
from digest.delivery.smtp.server import Timeouts
from support.letters import IDENTIFIER, READER, letter, real, texts
from support.posting import SENDER, mail, opened, send, smtp, to
from support.smtpsink import Fault, Sink

#: What an outcome may say beside how it ended.
MARKS = ("suppress", "policy", "at_once", "doubtful")

BOTH = pytest.mark.parametrize("extensions", [("PIPELINING",), ()], ids=["pipelined", "plain"])


def test_a_mail_arrives_byte_for_byte() -> None:
    sent = letter(real()).to(READER, IDENTIFIER)
    dots = b".\r\n..\r\n.x\r\n"

    with Sink() as sink:
        session = opened(smtp(sink.port))
        for content in (sent, b".first\r\n" + dots, sent + dots):
            assert session.post(to(), content).row is Row.SENT
        session.close()

    assert [one.content for one in sink.taken] == [sent, b".first\r\n" + dots, sent + dots]
    assert texts(sink.taken[0].content)["text/plain"].startswith("Coast and River")
    assert {(one.sender, one.recipient) for one in sink.taken} == {(SENDER, "reader@example.org")}


def test_a_session_is_polite() -> None:
    with Sink(extensions=("PIPELINING", "SIZE 1000000", "8BITMIME")) as sink:
        session = opened(smtp(sink.port, "?helo=desk.example.org"))
        content = mail("m1")
        session.post(to(), content)
        session.close()

    assert sink.commands == [
        "EHLO desk.example.org",
        f"MAIL FROM:<{SENDER}> SIZE={len(content)}",
        "RCPT TO:<reader@example.org>",
        "DATA",
        "QUIT",
    ]


@BOTH
def test_a_reply_after_a_long_time_is_waited_for(extensions: tuple[str, ...]) -> None:
    """The last reply has its own, longest time."""
    timeouts = Timeouts(connect=20, reply=0.45, final=20)
    late = Fault("DOT", then="late", takes=True)

    with Sink({1: [late]}, extensions=extensions) as sink:
        told = send(smtp(sink.port, timeouts=timeouts), [mail("m1"), mail("m2")])

    assert [[one.row for one in outcomes] for outcomes in told] == [[Row.SENT], [Row.SENT]]
    assert sink.names == ["m1", "m2"]


@BOTH
@pytest.mark.parametrize(
    ("reply", "row", "marks"),
    [
        (b"550 5.1.1 no such user\r\n", Row.FAILED, {"suppress"}),
        (b"550 5.1.6 moved\r\n", Row.FAILED, {"suppress"}),
        (b"550 5.2.1 disabled\r\n", Row.FAILED, {"suppress"}),
        (b"550-5.1.1 no\r\n550 5.1.1 such user\r\n", Row.FAILED, {"suppress"}),
        (b"553 5.1.8 bad sender\r\n", Row.FAILED, {"policy"}),
        (b"552 5.2.2 full\r\n", Row.FAILED, {"policy"}),
        (b"552 5.3.4 too large\r\n", Row.FAILED, {"policy"}),
        (b"550 5.7.1 relaying denied\r\n", Row.FAILED, {"policy"}),
        (b"550 no\r\n", Row.FAILED, {"policy"}),
        (b"550 4.1.1 which class?\r\n", Row.FAILED, {"policy"}),
        (b"450 4.2.0 greylisted\r\n", Row.DEFERRED, set()),
        (b"451 4.7.1 later\r\n", Row.DEFERRED, set()),
        (b"452 4.2.2 full\r\n", Row.DEFERRED, set()),
    ],
)
@pytest.mark.parametrize("step", ["RCPT", "DATA", "DOT"])
def test_what_a_refusal_means(
    extensions: tuple[str, ...], step: str, reply: bytes, row: Row, marks: set[str]
) -> None:
    with Sink({1: [Fault(step, reply)]}, extensions=extensions) as sink:
        (first,), (second,) = send(smtp(sink.port), [mail("m1"), mail("m2")])

    assert (first.row, first.send) == (row, Pace.GO_ON)
    assert {name for name in MARKS if getattr(first, name)} == marks
    assert (first.phase, first.connection) == (Phase(step.lower()), Connection.RESET)
    assert first.code == int(reply[:3])
    assert (second.row, sink.names, sink.connections) == (Row.SENT, ["m2"], 1)
    assert sink.commands.count("RSET") == 1


@BOTH
def test_a_refused_sender_stops_the_send_and_fails_nobody(extensions: tuple[str, ...]) -> None:
    with Sink({1: [Fault("MAIL", b"550 5.7.1 not you\r\n")]}, extensions=extensions) as sink:
        ((first,),) = send(smtp(sink.port), [mail("m1")])

    assert (first.row, first.send, first.suppress) == (Row.UNTRIED, Pace.PAUSE, False)
    assert sink.taken == []


@BOTH
@pytest.mark.parametrize(
    ("fault", "times"),
    [
        (Fault("DOT", b"451 4.0.0 later\r\n"), 1),
        (Fault("MAIL", b"550 5.7.1 not you\r\n"), 1),
        (Fault("RCPT", then="close"), 1),
        (Fault("MAIL", then="close"), 0),
    ],
)
def test_who_asks_is_told_once_when_mail_is_answered(
    extensions: tuple[str, ...], fault: Fault, times: int
) -> None:
    heard: list[int] = []
    with Sink({1: [fault]}, extensions=extensions) as sink:
        session = opened(smtp(sink.port))
        session.post(to(), mail("m1"), lambda: heard.append(len(sink.commands)))
        session.close()

    assert len(heard) == times


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA"])
@BOTH
def test_a_server_that_closes_defers_one_mail(step: str, extensions: tuple[str, ...]) -> None:
    fault = Fault(step, b"421 4.7.0 too many\r\n", "close")
    with Sink({1: [fault]}, extensions=extensions) as sink:
        (first,), (second,) = send(smtp(sink.port), [mail("m1"), mail("m2")])

    assert (first.row, first.connection, first.doubtful) == (Row.DEFERRED, Connection.DROP, False)
    assert (second.row, sink.connections, sink.names) == (Row.SENT, 2, ["m2"])


@pytest.mark.parametrize("step", ["MAIL", "RCPT", "DATA", "DOT"])
@pytest.mark.parametrize(
    "said",
    [
        b"hello\r\n",
        b"2\r\n",
        b"999 what\r\n",
        b"250-one\r\n251 two\r\n",
        b"100 hm\r\n",
        b"\r\n",
        b"250_ok\r\n",
        b"250" + b"x" * 5000 + b"\r\n",
        b"250-x\r\n" * 100,
        b"\xff\xfe\r\n",
    ],
)
@BOTH
def test_what_is_no_reply_is_never_believed(
    step: str, said: bytes, extensions: tuple[str, ...]
) -> None:
    with Sink({1: [Fault(step, said, "close", takes=True)]}, extensions=extensions) as sink:
        told = send(smtp(sink.port), [mail("m1"), mail("m2")])

    first = told[0][0]
    expected = Row.AMBIGUOUS if step == "DOT" else Row.DEFERRED
    assert (first.row, first.connection) == (expected, Connection.DROP)
    assert first.at_once is (step != "DOT")
    assert sink.names == ["m1", "m2"]


@pytest.mark.parametrize(
    ("step", "said"), [("DATA", b"250 ok\r\n"), ("RCPT", b"354 go\r\n"), ("DOT", b"354 more\r\n")]
)
def test_a_reply_that_does_not_fit_is_none(step: str, said: bytes) -> None:
    with Sink({1: [Fault(step, said, "close", takes=True)]}, extensions=()) as sink:
        told = send(smtp(sink.port), [mail("m1")])

    assert told[0][0].connection is Connection.DROP
    assert told[0][0].row is (Row.AMBIGUOUS if step == "DOT" else Row.DEFERRED)


@BOTH
def test_a_reply_too_many_is_nobodys(extensions: tuple[str, ...]) -> None:
    """The next mail gets another connection, so it cannot take it for its own."""
    with Sink({1: [Fault("AFTER", b"550 5.1.1 who?\r\n")]}, extensions=extensions) as sink:
        told = send(smtp(sink.port), [mail("m1"), mail("m2"), mail("m3")])

    assert [outcomes[-1].reply for outcomes in told] == [
        f"250 2.0.0 taken m{number}" for number in (1, 2, 3)
    ]
    assert all(not one.suppress for outcomes in told for one in outcomes)
    assert sink.names == ["m1", "m2", "m3"]


def test_a_refusal_before_a_reply_to_another_command_is_not_believed() -> None:
    """It may be what was said to another mail: this one is tried again on another connection."""
    late = Fault("MAIL", b"550 5.1.1 who?\r\n250 2.1.0 ok\r\n")
    with Sink({1: [late, Fault("RCPT", b"250 2.1.5 ok\r\n")]}, extensions=("PIPELINING",)) as sink:
        ((first, again),) = send(smtp(sink.port), [mail("m1")])

    assert (first.row, first.connection) == (Row.DEFERRED, Connection.DROP)
    assert (again.row, sink.connections, sink.names) == (Row.SENT, 2, ["m1"])


def test_a_reset_that_fails_costs_the_connection_alone() -> None:
    faults = {1: [Fault("RCPT", b"550 5.1.1 no\r\n"), Fault("RSET", then="close")]}
    with Sink(faults) as sink:
        (first,), (second,) = send(smtp(sink.port), [mail("m1"), mail("m2")])

    assert (first.row, first.connection) == (Row.FAILED, Connection.DROP)
    assert (second.row, sink.connections) == (Row.SENT, 2)


@pytest.mark.parametrize(
    "fault", [Fault("QUIT", b"500 5.5.2 no\r\n"), Fault("QUIT", then="close"),
              Fault("QUIT", b"junk\r\n")]
)  # fmt: skip
def test_a_bad_goodbye_changes_nothing(fault: Fault) -> None:
    with Sink({1: [fault]}) as sink:
        ((first,),) = send(smtp(sink.port), [mail("m1")])

    assert (first.row, sink.names) == (Row.SENT, ["m1"])


def test_an_address_of_other_letters_needs_a_server_that_knows_them() -> None:
    with Sink() as sink:
        session = opened(smtp(sink.port))
        first = session.post(to("ü@example.org"), mail("m1"))
        second = session.post(to(), mail("m2"))
        session.close()

    assert (first.row, first.suppress, first.policy) == (Row.FAILED, False, False)
    assert first.reason == "the address needs SMTPUTF8"
    assert (second.row, sink.names) == (Row.SENT, ["m2"])


def test_an_address_of_other_letters_reaches_a_server_that_knows_them() -> None:
    with Sink(extensions=("SMTPUTF8", "8BITMIME")) as sink:
        session = opened(smtp(sink.port))
        assert session.post(to("ü@example.org"), mail("m1")).row is Row.SENT
        session.close()

    assert sink.taken[0].recipient == "ü@example.org"
    assert sink.commands[1].endswith("> SMTPUTF8")


def test_a_mail_that_is_too_large_is_not_begun() -> None:
    with Sink(extensions=("SIZE 100",)) as sink:
        session = opened(smtp(sink.port))
        found = session.post(to(), mail("m1", "x" * 100))
        session.close()

    assert (found.row, found.suppress, found.policy) == (Row.FAILED, False, True)
    assert found.enhanced == "5.3.4"
    assert not [one for one in sink.commands if one.startswith("MAIL")]


def test_eight_bits_need_a_server_that_takes_them() -> None:
    content = "Subject: x\r\n\r\nü\r\n".encode()
    with Sink() as plain, Sink(extensions=("8BITMIME",)) as able:
        rows = []
        for sink in (plain, able):
            session = opened(smtp(sink.port))
            rows.append(session.post(to(), content).row)
            session.close()

    assert rows == [Row.FAILED, Row.SENT]
    assert able.commands[1].endswith(" BODY=8BITMIME")


@pytest.mark.parametrize(
    "recipient",
    [
        "a@x.example>\r\nRCPT TO:<b@x.example",
        "a b@x.example",
        "a@b@x.example",
        "@x.example",
        "a",
        "",
        "a@x.example\n",
        "a@x\u2028y",
        "a@x\x00",
    ],
)
def test_no_address_becomes_a_command(recipient: str) -> None:
    with Sink() as sink:
        session = opened(smtp(sink.port))
        found = session.post(to(recipient), mail("m1"))
        assert session.post(to(), mail("m2")).row is Row.SENT
        session.close()

    assert found.row is Row.FAILED
    assert sink.names == ["m2"]
    assert "x.example" not in str(found)


def test_an_unfit_sender_stops_the_send() -> None:
    with Sink() as sink:
        session = opened(smtp(sink.port))
        found = session.post(Envelope(sender="a b", recipient="x@example.org"), mail("m1"))
        session.close()

    assert (found.row, found.send) == (Row.UNTRIED, Pace.PAUSE)


@pytest.mark.parametrize("content", [b"", b"x", b"x\n", b"x\r\ny\nz\r\n", b"x\ry\r\n", b"x\r\r\n"])
def test_only_whole_lines_are_posted(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"CRLF|line end"):
        check_lines(content)
    with Sink() as sink:
        session = opened(smtp(sink.port))
        with pytest.raises(ValueError, match=r"CRLF|line end"):
            session.post(to(), content)
        session.close()

    assert sink.mails == 0


def test_dots_are_stuffed_where_lines_begin() -> None:
    assert stuffed(b".\r\n..a.\r\nb\r\n.") == b"..\r\n...a.\r\nb\r\n.."


def test_replies_are_kept_in_one_line_without_addresses() -> None:
    said = b"550-5.7.1 <reader@example.org>: no\r\n550 5.7.1 \x1b[31m\xc3\xbc\\ see x@y.zz.\r\n"
    with Sink({1: [Fault("RCPT", said)]}) as sink:
        ((first,),) = send(smtp(sink.port), [mail("m1")])

    assert first.reply == ("550 5.7.1 <address>: no 5.7.1 \\x1b[31m\\xfc\\\\ see <address>")


def test_a_long_reply_is_cut() -> None:
    said = b"550-5.7.1 " + b"x" * 1000 + b"\r\n550 5.7.1 y\r\n"
    with Sink({1: [Fault("RCPT", said)]}) as sink:
        ((first,),) = send(smtp(sink.port), [mail("m1")])

    assert len(first.reply) == 500
    assert first.reply.endswith("...")


def test_a_relay_that_refuses_everything_is_noticed_after_five() -> None:
    faults = {number: [Fault("RCPT", b"550 5.7.1 spam\r\n")] for number in range(1, 9)}
    breaker = Breaker()
    with Sink(faults) as sink:
        told = send(smtp(sink.port), [mail(f"m{number}") for number in range(8)])

    assert [breaker.tell(one) for (one,) in told].index(True) == 4
    assert not any(one.suppress for (one,) in told)


def test_servers_have_the_time_that_is_usual() -> None:
    assert Timeouts() == Timeouts(connect=60, reply=300, final=600)
    assert "reader" not in repr(to())
