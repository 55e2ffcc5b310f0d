import base64
import ssl
from asyncio.base_events import Server
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session

from digest.delivery.outcomes import Connection, Pace, Phase, Row
from digest.delivery.smtp.server import Timeouts
from digest.delivery.transports import transport
from support.certificates import Authority
from support.posting import SENDER, mail, opened, refused, smtp, to
from support.smtpsink import Fault, Sink

DESK = ("desk", "secret")


@pytest.fixture(scope="module")
def authority(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return Authority(tmp_path_factory.mktemp("ca"))


def _required(authority: Authority) -> str:
    return f"?tls=required&ca={authority.file}"


class _Inbox:
    """What a server written by others has taken."""

    def __init__(self) -> None:
        self.mails: list[bytes] = []
        self.users: list[str] = []
        self.encrypted: list[bool] = []

    async def handle_DATA(  # noqa: N802  # the name it is called by
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        del server
        self.mails.append(envelope.original_content or b"")
        self.encrypted.append(session.ssl is not None)
        return "250 2.0.0 taken"

    def authenticate(
        self, server: SMTP, session: Session, envelope: Envelope, mechanism: str, data: object
    ) -> AuthResult:
        del server, session, envelope
        assert isinstance(data, LoginPassword)
        self.users.append(f"{mechanism} {data.login.decode()}")
        right = data == LoginPassword(b"desk@example.org", "pass wörd".encode())
        return AuthResult(success=right, handled=False)


class _Controller(Controller):
    """It listens where the kernel finds room."""

    def _trigger_server(self) -> None:
        self.port = _port(self)
        super()._trigger_server()  # type: ignore[no-untyped-call]  # it says nothing of its types


def _port(controller: Controller) -> int:
    assert isinstance(controller.server, Server)
    return int(controller.server.sockets[0].getsockname()[1])


@pytest.fixture
def inbox() -> _Inbox:
    return _Inbox()


def _running(controller: Controller) -> Iterator[Controller]:
    controller.start()
    try:
        yield controller
    finally:
        controller.stop()


@pytest.fixture
def starttls(authority: Authority, inbox: _Inbox) -> Iterator[Controller]:
    """A server that takes mail only after STARTTLS and AUTH."""
    controller = _Controller(
        inbox,
        hostname="127.0.0.1",
        port=0,
        tls_context=authority.context("127.0.0.1"),
        require_starttls=True,
        auth_required=True,
        authenticator=inbox.authenticate,
    )
    yield from _running(controller)


@pytest.fixture
def implicit(authority: Authority, inbox: _Inbox) -> Iterator[Controller]:
    """A server that speaks TLS alone."""
    context = authority.context("127.0.0.1")
    yield from _running(_Controller(inbox, hostname="127.0.0.1", port=0, ssl_context=context))


def test_a_server_by_others_takes_mail_after_tls_and_login(
    starttls: Controller, inbox: _Inbox, authority: Authority
) -> None:
    login = ("desk%40example.org", "pass wörd")
    session = opened(smtp(_port(starttls), _required(authority), login=login))
    assert [session.post(to(), mail(f"m{number}")).row for number in (1, 2)] == [Row.SENT] * 2
    session.close()

    assert inbox.mails == [mail("m1"), mail("m2")]
    assert inbox.encrypted == [True, True]
    assert inbox.users == ["PLAIN desk@example.org"]


def test_tls_from_the_first_byte(
    implicit: Controller, inbox: _Inbox, authority: Authority
) -> None:
    options = f"?ca={authority.file}"
    session = opened(smtp(_port(implicit), options, scheme="smtps"))
    assert [session.post(to(), mail(f"m{number}")).row for number in (1, 2)] == [Row.SENT] * 2
    session.close()

    assert inbox.mails == [mail("m1"), mail("m2")]


def test_a_wrong_password_is_tried_once_and_stops_the_send(
    starttls: Controller, inbox: _Inbox, authority: Authority
) -> None:
    login = ("desk%40example.org", "guess")
    found = refused(smtp(_port(starttls), _required(authority), login=login))

    assert (found.row, found.send, found.phase) == (Row.UNTRIED, Pace.PAUSE, Phase.AUTH)
    assert found.code == 535
    assert inbox.users == ["PLAIN desk@example.org"]
    assert "guess" not in str(found)
    assert base64.b64encode(b"guess").decode() not in str(found)


def test_tls_that_is_not_offered_stops_the_send(authority: Authority) -> None:
    with Sink() as sink:
        found = refused(smtp(sink.port, _required(authority)))

    assert (found.row, found.send, found.phase) == (Row.UNTRIED, Pace.PAUSE, Phase.TLS)
    assert found.reason == "the server offers no TLS"
    assert [one.split()[0] for one in sink.commands] == ["EHLO"]


@pytest.mark.parametrize("case", ["another name", "expired", "another authority"])
def test_a_certificate_that_proves_nothing_stops_the_send(
    case: str, authority: Authority, tmp_path: Path
) -> None:
    makers: dict[str, Callable[[], ssl.SSLContext]] = {
        "another name": lambda: authority.context("mail.example.org"),
        "expired": lambda: authority.context("127.0.0.1", days=1),
        "another authority": lambda: Authority(tmp_path).context("127.0.0.1"),
    }
    with Sink(tls=makers[case]()) as sink:
        found = refused(smtp(sink.port, _required(authority)))

    assert (found.row, found.send, found.phase) == (Row.UNTRIED, Pace.PAUSE, Phase.TLS)
    assert found.reason.startswith("the server's certificate is not to be trusted")
    assert not [one for one in sink.commands if one.startswith(("MAIL", "AUTH"))]


def test_after_tls_the_server_is_asked_again(authority: Authority) -> None:
    """What it offered in clear text may have been somebody else's words."""
    with Sink(tls=authority.context("127.0.0.1")) as sink:
        session = opened(smtp(sink.port, _required(authority)))
        assert session.post(to(), mail("m1")).row is Row.SENT
        session.close()

    assert sink.commands[:4] == [
        "EHLO [127.0.0.1]",
        "STARTTLS",
        "EHLO [127.0.0.1]",
        f"MAIL FROM:<{SENDER}>",
    ]


def test_words_put_in_front_of_tls_are_not_heard(authority: Authority) -> None:
    fault = Fault("STARTTLS", b"220 go on\r\n250-sink\r\n250 AUTH PLAIN\r\n")
    with Sink({1: [fault]}, tls=authority.context("127.0.0.1")) as sink:
        found = refused(smtp(sink.port, _required(authority), login=DESK))

    assert (found.send, found.phase) == (Pace.PAUSE, Phase.TLS)
    assert [one.split()[0] for one in sink.commands] == ["EHLO", "STARTTLS"]


@pytest.mark.parametrize(
    ("fault", "pace"),
    [
        (Fault("STARTTLS", b"454 4.7.0 not now\r\n"), Pace.BACK_OFF),
        (Fault("STARTTLS", b"501 5.5.2 no\r\n"), Pace.PAUSE),
        (Fault("STARTTLS", then="close"), Pace.BACK_OFF),
        (Fault("STARTTLS", b"220 go on\r\n", "close"), Pace.BACK_OFF),
        (Fault("STARTTLS", b"220 go on\r\nthis is no TLS at all\r\n"), Pace.PAUSE),
    ],
)
def test_tls_that_fails_is_never_gone_without(
    fault: Fault, pace: Pace, authority: Authority
) -> None:
    with Sink({1: [fault]}, tls=authority.context("127.0.0.1")) as sink:
        found = refused(smtp(sink.port, _required(authority)))

    assert (found.row, found.phase, found.send) == (Row.UNTRIED, Phase.TLS, pace)
    assert not [one for one in sink.commands if one.startswith("MAIL")]


def test_a_server_without_tls_on_a_port_for_tls(authority: Authority) -> None:
    timeouts = Timeouts(connect=20, reply=0.3, final=20)
    with Sink() as sink:
        options = f"?ca={authority.file}"
        found = refused(smtp(sink.port, options, scheme="smtps", timeouts=timeouts))

    assert (found.row, found.phase) == (Row.UNTRIED, Phase.TLS)


@pytest.mark.parametrize(
    ("reply", "pace"),
    [
        (b"535 5.7.8 wrong\r\n", Pace.PAUSE),
        (b"534 5.7.9 too weak\r\n", Pace.PAUSE),
        (b"454 4.7.0 later\r\n", Pace.BACK_OFF),
        (b"421 4.7.0 later\r\n", Pace.BACK_OFF),
    ],
)
def test_a_refused_login(reply: bytes, pace: Pace) -> None:
    with Sink({1: [Fault("AUTH", reply)]}, extensions=("AUTH PLAIN",)) as sink:
        found = refused(smtp(sink.port, login=DESK))

    assert (found.row, found.phase, found.send) == (Row.UNTRIED, Phase.AUTH, pace)
    assert found.code == int(reply[:3])
    assert [one.split()[0] for one in sink.commands] == ["EHLO", "AUTH"]


def test_login_in_three_lines() -> None:
    said = [b"334 VXNlcm5hbWU6\r\n", b"334 UGFzc3dvcmQ6\r\n", b"235 2.7.0 welcome\r\n"]
    with Sink({1: [Fault("AUTH", b"".join(said))]}, extensions=("AUTH LOGIN XOAUTH2",)) as sink:
        session = opened(smtp(sink.port, login=DESK))
        session.close()

    assert sink.commands[1:4] == ["AUTH LOGIN", "ZGVzaw==", "c2VjcmV0"]


@pytest.mark.parametrize(
    ("reply", "pace"),
    [(b"535 5.7.8 no\r\n", Pace.PAUSE), (b"454 4.7.0 later\r\n", Pace.BACK_OFF)],
)
def test_a_login_that_is_refused_at_once_tells_no_secret(reply: bytes, pace: Pace) -> None:
    with Sink({1: [Fault("AUTH", reply)]}, extensions=("AUTH LOGIN",)) as sink:
        found = refused(smtp(sink.port, login=DESK))

    assert (found.phase, found.send) == (Phase.AUTH, pace)
    assert sink.commands[1:] == ["AUTH LOGIN"]


def test_a_server_that_never_begins_tls_is_given_up(authority: Authority) -> None:
    timeouts = Timeouts(connect=20, reply=0.3, final=20)
    with Sink({1: [Fault("BANNER", then="hang")]}) as sink:
        options = f"?ca={authority.file}"
        found = refused(smtp(sink.port, options, scheme="smtps", timeouts=timeouts))

    assert (found.send, found.phase, found.reason) == (
        Pace.BACK_OFF,
        Phase.TLS,
        "no reply in time",
    )


def test_whoever_breaks_in_leaves_no_connection() -> None:
    def broken_in() -> float:
        raise KeyboardInterrupt

    with Sink() as sink:
        way = transport(f"smtp://127.0.0.1:{sink.port}", base=Path(), clock=broken_in)
        with pytest.raises(KeyboardInterrupt):
            way.open()

    assert sink.commands == []


def test_no_way_to_log_in() -> None:
    with Sink(extensions=("AUTH XOAUTH2",)) as sink:
        found = refused(smtp(sink.port, login=DESK))

    assert (found.send, found.phase) == (Pace.PAUSE, Phase.AUTH)
    assert len(sink.commands) == 1


def test_no_secret_is_sent_in_clear_text_but_on_loopback() -> None:
    """A name that only leads to loopback is not known to do so."""
    with Sink(extensions=("AUTH PLAIN",)) as sink:
        found = refused(smtp(sink.port, "?tls=never", login=DESK, host=str(0x7F000001)))

    assert (found.send, found.phase) == (Pace.PAUSE, Phase.AUTH)
    assert found.reason == "no secret is sent in clear text"
    assert [one.split()[0] for one in sink.commands] == ["EHLO"]


def test_without_a_name_the_address_is_named() -> None:
    with Sink() as sink:
        opened(smtp(sink.port)).close()

    assert sink.commands == ["EHLO [127.0.0.1]", "QUIT"]


def test_a_server_of_old_is_greeted_as_of_old() -> None:
    with Sink({1: [Fault("EHLO", b"502 5.5.2 what?\r\n")]}) as sink:
        session = opened(smtp(sink.port))
        assert session.post(to(), mail("m1")).row is Row.SENT
        session.close()

    assert [one.split()[0] for one in sink.commands][:3] == ["EHLO", "HELO", "MAIL"]


def test_a_server_that_knows_neither_greeting() -> None:
    faults = [Fault("EHLO", b"502 5.5.2 what?\r\n"), Fault("HELO", b"550 5.7.1 go away\r\n")]
    with Sink({1: faults}) as sink:
        found = refused(smtp(sink.port))

    assert (found.row, found.send, found.phase) == (Row.UNTRIED, Pace.BACK_OFF, Phase.EHLO)


def test_nobody_listens() -> None:
    with Sink() as sink:
        port = sink.port
    found = refused(smtp(port))

    assert (found.row, found.send, found.phase) == (Row.UNTRIED, Pace.BACK_OFF, Phase.CONNECT)
    assert found.reason.startswith("the server cannot be reached")


def test_a_host_that_does_not_exist() -> None:
    found = refused(smtp(25, "?tls=never", host="nowhere.invalid"))

    assert (found.row, found.send, found.phase) == (Row.UNTRIED, Pace.BACK_OFF, Phase.CONNECT)


@pytest.mark.parametrize(
    ("fault", "phase"),
    [
        (Fault("BANNER", b"554 5.3.2 no service\r\n", "close"), Phase.BANNER),
        (Fault("BANNER", b"SSH-2.0-x\r\n", "close"), Phase.BANNER),
        (Fault("BANNER", then="close"), Phase.BANNER),
        (Fault("EHLO", b"550 5.7.1 not you\r\n"), Phase.EHLO),
        (Fault("EHLO", b"421 4.3.2 later\r\n", "close"), Phase.EHLO),
        (Fault("EHLO", then="close"), Phase.EHLO),
        (Fault("EHLO", b"250-x\r\n" * 200), Phase.EHLO),
    ],
)
def test_no_session_comes_about_and_no_mail_is_tried(fault: Fault, phase: Phase) -> None:
    with Sink({1: [fault]}) as sink:
        found = refused(smtp(sink.port))

    assert (found.row, found.connection) == (Row.UNTRIED, Connection.DROP)
    assert (found.send, found.phase) == (Pace.BACK_OFF, phase)


@pytest.mark.parametrize("code", [b"454", b"535"])
@pytest.mark.parametrize("way", ["PLAIN", "LOGIN"])
def test_a_login_that_the_server_repeats_is_not_repeated(code: bytes, way: str) -> None:
    user, secret = "desk", "hush-hush"
    whole = base64.b64encode(f"\0{user}\0{secret}".encode())
    said = b" ".join((code, b"AUTH", whole, base64.b64encode(secret.encode()), secret.encode()))
    with Sink({1: [Fault("AUTH", said + b"\r\n")]}, extensions=(f"AUTH {way}",)) as sink:
        found = refused(smtp(sink.port, login=(user, secret)))

    assert found.reply == f"{code.decode()} AUTH <secret> <secret> <secret>"
