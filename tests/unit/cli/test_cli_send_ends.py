"""How a send that met trouble ends, and what its exit code tells."""

import json
import os
import signal
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from digest.delivery.ledger import approvals
from digest.delivery.ledger.opening import open_ledger
from support.approvals import NOW, made_once
from support.builds import EDITION
from support.cli import PROGRAM, Done, digest, environment
from support.nursery import until
from support.smtpsink import Fault, Sink


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = made_once(tmp_path_factory.mktemp("made"))
    assert _digest(home, "approve", EDITION, "--by", "Desk").code == 0
    return home


@pytest.fixture
def ready(made: Path, tmp_path: Path) -> Path:
    """A publication whose bundle lies beside it and is approved."""
    copytree(made, tmp_path, dirs_exist_ok=True)
    return tmp_path


def _words(home: Path, *words: str) -> list[str]:
    return ["-P", str(home / "coast"), "-o", str(home / "output"), *words]


def _digest(home: Path, *words: str) -> Done:
    return digest(*_words(home, *words))


def _send(home: Path, sink: Sink, *words: str, options: str = "") -> Done:
    way = f"smtp://127.0.0.1:{sink.port}{options}"
    return _digest(home, "--json", "send", EDITION, "--yes", "--transport", way, *words)


def _result(done: Done) -> dict[str, Any]:
    result = done.document["result"]
    assert isinstance(result, dict)
    return result


def test_a_mail_of_unknown_fate_is_listed_and_decided_by_a_person(ready: Path) -> None:
    with Sink({1: [Fault("DOT", then="close", takes=True)]}) as sink:
        sent = _send(ready, sink, "--policy", "at-most-once")
    decided = _digest(ready, "--json", "settle", EDITION, "--as", "sent", "--by", "Desk")
    again = _digest(ready, "--json", "send", EDITION, "--yes")

    assert (sent.code, _result(sent)["states"]) == (4, {"sent": 1, "unknown": 1})
    assert (decided.code, again.code) == (0, 0)
    assert _result(again)["states"] == {"sent": 2}
    assert len(sink.taken) == 2


def test_a_mailbox_that_does_not_exist_is_told_by_the_exit_code(ready: Path) -> None:
    with Sink({1: [Fault("RCPT", b"550 5.1.1 <reader@example.org> unknown\r\n")]}) as sink:
        sent = _send(ready, sink)

    assert (sent.code, _result(sent)["states"]) == (4, {"sent": 1, "failed": 1})
    assert "@" not in sent.out


def test_a_server_without_tls_pauses_the_send(ready: Path) -> None:
    with Sink() as sink:
        sent = _send(ready, sink, options="?tls=required")

    assert (sent.code, _result(sent)["states"]) == (3, {"pending": 2})
    assert _result(sent)["run"]["state"] == "paused"
    assert _result(sent)["ended"] == {"why": "trouble", "text": "the server offers no TLS"}
    assert sink.mails == 0


def _during(home: Path, sink: Sink, act: Callable[[int], None]) -> Done:
    """A send during whose first mail something happens; `act` is told its process."""
    way = f"smtp://127.0.0.1:{sink.port}"
    words = _words(home, "--json", "send", EDITION, "--yes", "--transport", way)
    with subprocess.Popen(
        [*PROGRAM, *words], stdout=subprocess.PIPE, text=True, env=environment()
    ) as process:
        until(lambda: sink.mails == 1)
        act(process.pid)
        out, _ = process.communicate(timeout=60)
    return Done(process.returncode, out, "")


def test_ctrl_c_ends_a_send_after_the_mail_in_hand(ready: Path) -> None:
    with Sink({1: [Fault("DOT", then="late", takes=True)]}) as sink:
        done = _during(ready, sink, lambda pid: os.kill(pid, signal.SIGINT))
        again = _send(ready, sink)

    assert (done.code, _result(done)["states"]) == (130, {"sent": 1, "pending": 1})
    assert _result(done)["maybe_twice"] == 0
    assert (again.code, len(sink.taken)) == (0, 2)


def test_an_approval_that_is_taken_back_ends_a_send(ready: Path) -> None:
    with (
        open_ledger("sqlite:///ledger.sqlite3", base=ready / "output") as ledger,
        Sink({1: [Fault("DOT", then="late", takes=True)]}) as sink,
    ):

        def revoke(_: int) -> None:
            approvals.revoke(ledger, edition=EDITION, generation=1, name="Desk", now=NOW)

        done = _during(ready, sink, revoke)

    assert (done.code, _result(done)["states"]) == (1, {"sent": 1, "pending": 1})
    assert _result(done)["ended"] == {"why": "ledger", "text": "not approved"}
    assert len(sink.taken) == 1


def test_a_server_that_is_away_is_told_line_by_line(ready: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    way = f"smtp://desk@127.0.0.1:{port}"
    words = _words(ready, "--json", "send", EDITION, "--yes", "--transport", way)
    with subprocess.Popen(
        [*PROGRAM, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment({"DIGEST_SMTP_PASSWORD": "geheim"}),
    ) as process:
        assert process.stderr
        lines = [process.stderr.readline() for _ in range(2)]
        process.send_signal(signal.SIGTERM)
        out, rest = process.communicate(timeout=60)

    assert process.returncode == 130
    assert [line.partition("the next")[2] for line in lines] == [
        " try is in 1 s\n",
        " try is in 2 s\n",
    ]
    assert {line.partition(";")[0] for line in lines} == {
        "no connection: the server cannot be reached: Connection refused"
    }
    assert json.loads(out)["result"]["ended"]["why"] == "asked"
    assert "geheim" not in "".join([*lines, out, rest])
