import os
import time
from pathlib import Path

import pytest
from pydantic import SecretStr

from digest.delivery.keyfile import secret_from
from digest.delivery.maildir import MaildirTransport
from digest.delivery.outcomes import Outcome, Pace, Phase, Row
from digest.delivery.smtp.server import Server, is_loopback
from digest.delivery.smtp.transport import SmtpTransport
from digest.delivery.transports import Session, transport
from digest.problems import Problem, UsageError, WorldError
from support.letters import IDENTIFIER, READER, letter, real
from support.posting import mail, to

SECRET = SecretStr("s3cret words")


def _server(url: str, secret: SecretStr | None = SECRET) -> Server:
    found = transport(url, base=Path(), clock=time.monotonic, secret=secret)
    assert isinstance(found, SmtpTransport)
    server = vars(found)["_server"]
    assert isinstance(server, Server)
    return server


def _problem(url: str, secret: SecretStr | None = SECRET) -> Problem:
    with pytest.raises(UsageError) as error:
        transport(url, base=Path(), clock=time.monotonic, secret=secret)
    (problem,) = error.value.problems
    return problem


@pytest.mark.parametrize(
    ("url", "host", "port", "way"),
    [
        ("smtp://mail.example.org", "mail.example.org", 587, "starttls"),
        ("smtp://mail.example.org:25", "mail.example.org", 25, "starttls"),
        ("smtp://mail.example.org:25?tls=never", "mail.example.org", 25, "clear"),
        ("smtp://localhost:2525", "localhost", 2525, "clear"),
        ("smtp://127.0.0.1:2525?tls=required", "127.0.0.1", 2525, "starttls"),
        ("smtp://[::1]:2525/", "::1", 2525, "clear"),
        ("smtps://mail.example.org", "mail.example.org", 465, "implicit"),
        ("smtps://localhost:4650", "localhost", 4650, "implicit"),
    ],
)
def test_an_address_names_a_server(url: str, host: str, port: int, way: str) -> None:
    found = _server(url)

    assert (found.host, found.port) == (host, port)
    assert found.encrypted is (way != "clear")
    assert found.implicit is (way == "implicit")
    assert found.user is None
    assert found.secret is None


def test_a_user_and_options_are_taken() -> None:
    found = _server("smtp://desk%40example.org@mail.example.org?helo=desk.example.org")

    assert (found.user, found.secret, found.helo) == (
        "desk@example.org",
        SECRET,
        "desk.example.org",
    )


def test_nothing_shows_the_secret() -> None:
    found = transport(
        "smtps://desk@mail.example.org", base=Path(), clock=time.monotonic, secret=SECRET
    )

    assert found.name == "smtps://mail.example.org:465"
    assert "s3cret" not in repr(_server("smtp://desk@mail.example.org"))


@pytest.mark.parametrize(
    ("url", "code"),
    [
        ("", "D111"),
        ("mail.example.org", "D111"),
        ("http://mail.example.org", "D111"),
        ("smtp:mail.example.org", "D111"),
        ("maildir", "D111"),
        ("SMTP://mail.example.org", "D111"),
        ("maildir:", "D112"),
        ("maildir:a\0b", "D112"),
        ("smtp://", "D112"),
        ("smtp://:25", "D112"),
        ("smtp://mail.example.org:0", "D112"),
        ("smtp://mail.example.org:99999", "D112"),
        ("smtp://mail.example.org:abc", "D112"),
        ("smtp://[::1", "D112"),
        ("smtp://mail.example.org/inbox", "D112"),
        ("smtp://mail.example.org#x", "D112"),
        ("smtp://mail example.org", "D112"),
        ("smtp://mail.example.org\r\n", "D112"),
        ("smtp://mail.exämple.org", "D112"),
        ("smtp://mail.example.org?tls=maybe", "D112"),
        ("smtp://mail.example.org?tls=never&tls=required", "D112"),
        ("smtp://mail.example.org?verify=no", "D112"),
        ("smtp://mail.example.org?helo=a%20b", "D112"),
        ("smtp://mail.example.org?helo=", "D112"),
        ("smtp://mail.example.org?ca=", "D112"),
        ("smtps://mail.example.org?tls=never", "D112"),
        ("smtp://desk:s3cret@mail.example.org", "D113"),
        ("smtp://desk:@mail.example.org", "D113"),
        ("smtp://a%0D%0Ab@mail.example.org", "D113"),
        ("smtp://mail.example.org?ca=nothing.pem", "D114"),
    ],
)
def test_an_address_that_cannot_work_is_told(url: str, code: str) -> None:
    problem = _problem(url)

    assert problem.code == code
    assert problem.hint
    assert "s3cret" not in str(problem)


def test_a_user_needs_a_secret() -> None:
    assert _problem("smtp://desk@mail.example.org", None).code == "D113"


def test_certificates_that_are_none_are_told(tmp_path: Path) -> None:
    (tmp_path / "ca.pem").write_text("none")

    assert _problem(f"smtp://mail.example.org?ca={tmp_path}/ca.pem").code == "D114"


def test_loopback_is_known() -> None:
    here = ["localhost", "127.0.0.1", "127.9.9.9", "::1"]
    elsewhere = ["localhost.example.org", "10.0.0.1", "0.0.0.0"]  # noqa: S104  # nobody listens

    assert [is_loopback(one) for one in here + elsewhere] == [True] * 4 + [False] * 3


def _maildir(root: Path) -> Session:
    found = transport("maildir:out/box", base=root, clock=time.monotonic)
    assert found.name == f"maildir:{root}/out/box"
    assert isinstance(found, MaildirTransport)
    session = found.open()
    assert not isinstance(session, Outcome)
    return session


def _files(root: Path, part: str = "new") -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (root / "out" / "box" / part).iterdir()}


def test_a_mail_in_a_folder_is_the_very_bytes(tmp_path: Path) -> None:
    sent = letter(real()).to(READER, IDENTIFIER)
    session = _maildir(tmp_path)

    found = session.post(to(), sent)
    session.close()

    assert (found.row, found.reason) == (Row.SENT, "")
    assert _files(tmp_path) == {"d1.0123456789abcdef": sent}
    assert _files(tmp_path, "tmp") == {}
    (path,) = (tmp_path / "out" / "box" / "new").iterdir()
    assert path.stat().st_mode & 0o777 == 0o600
    assert path.parent.stat().st_mode & 0o777 == 0o700


def test_a_mail_that_is_posted_again_is_there_once(tmp_path: Path) -> None:
    session = _maildir(tmp_path)
    rows = [session.post(to(), mail("m1")) for _ in range(2)]

    assert [one.row for one in rows] == [Row.SENT, Row.SENT]
    assert rows[1].reason == "it was there already"
    assert list(_files(tmp_path)) == ["m1"]


def test_a_mail_that_somebody_has_read_is_not_posted_again(tmp_path: Path) -> None:
    _maildir(tmp_path).post(to(), mail("m1"))
    box = tmp_path / "out" / "box"
    (box / "new" / "m1").rename(box / "cur" / "m1:2,S")

    assert _maildir(tmp_path).post(to(), mail("m1")).reason == "it was there already"
    assert _files(tmp_path) == {}


def test_another_mail_of_that_name_stops_the_send(tmp_path: Path) -> None:
    session = _maildir(tmp_path)
    session.post(to(), mail("m1"))
    found = session.post(to(), mail("m1", "other words"))

    assert (found.row, found.send) == (Row.UNTRIED, Pace.PAUSE)
    assert _files(tmp_path) == {"m1": mail("m1")}


def test_what_a_killed_send_left_is_no_hindrance(tmp_path: Path) -> None:
    session = _maildir(tmp_path)
    (tmp_path / "out" / "box" / "tmp" / "m1").write_bytes(b"half a")

    assert session.post(to(), mail("m1")).row is Row.SENT
    assert _files(tmp_path) == {"m1": mail("m1")}
    assert _files(tmp_path, "tmp") == {}


@pytest.mark.parametrize(
    "name", ["../../escape", ".hidden", "a:b", "a/b", "x" * 300, "ü", "", "a b"]
)
def test_a_strange_identifier_makes_no_strange_name(tmp_path: Path, name: str) -> None:
    session = _maildir(tmp_path)

    assert session.post(to(), mail(name)).row is Row.SENT

    (found,) = _files(tmp_path)
    assert len(found) == 64
    assert found.isalnum()
    assert {path.name for path in tmp_path.iterdir()} == {"out"}


def test_a_folder_that_cannot_be_used_stops_the_send(tmp_path: Path) -> None:
    (tmp_path / "out").write_text("a file")
    found = transport("maildir:out/box", base=tmp_path, clock=time.monotonic).open()

    assert isinstance(found, Outcome)
    assert (found.row, found.send, found.phase) == (Row.UNTRIED, Pace.PAUSE, Phase.CONNECT)


def test_a_mail_that_cannot_be_written_stops_the_send(tmp_path: Path) -> None:
    session = _maildir(tmp_path)
    for part in ("new", "tmp"):
        (tmp_path / "out" / "box" / part).rmdir()

    found = session.post(to(), mail("m1"))

    assert (found.row, found.send) == (Row.UNTRIED, Pace.PAUSE)
    assert found.reason.startswith("the mail cannot be written: ")


def test_a_link_with_the_mails_name_is_not_followed(tmp_path: Path) -> None:
    session = _maildir(tmp_path)
    outside = tmp_path / "outside"
    (tmp_path / "out" / "box" / "new" / "m1").symlink_to(outside)

    found = session.post(to(), mail("m1"))

    assert found.row is Row.UNTRIED
    assert not outside.exists()


def test_a_secret_is_read_from_a_file_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "secret"
    path.write_text("s3cret words\n")
    path.chmod(0o600)

    assert secret_from(path).get_secret_value() == "s3cret words"


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660, 0o644])
def test_a_secret_others_can_read_is_none(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "secret"
    path.write_text("s3cret")
    path.chmod(mode)

    with pytest.raises(WorldError, match="D104") as error:
        secret_from(path)
    assert "s3cret" not in str(error.value)


@pytest.mark.parametrize("content", [b"", b" \n", b"\xff\xfe", b"x" * 70_000, None])
def test_a_file_without_a_secret_is_told(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "secret"
    if content is not None:
        path.write_bytes(content)
        path.chmod(0o600)

    with pytest.raises(WorldError, match="D103"):
        secret_from(path)


def test_a_pipe_is_no_file_of_a_secret(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "secret", 0o600)
    reader = os.open(tmp_path / "secret", os.O_RDONLY | os.O_NONBLOCK)
    try:
        with pytest.raises(WorldError, match="D103"):
            secret_from(tmp_path / "secret")
    finally:
        os.close(reader)
