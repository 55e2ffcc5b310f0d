"""The service behind a real socket: proxies, slow clients, signals, and what it says of them."""

import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import pytest

from digest.delivery.dispatch.links import Page
from digest.delivery.ledger import suppressions
from digest.delivery.ledger.opening import open_ledger
from digest.problems import Problem
from digest.service import server
from digest.service.limits import Allowance
from digest.service.server import listen
from support.cli import PROGRAM, digest, environment
from support.public import ONE_CLICK, PATIENCE, Place, app, running


class Told(NamedTuple):
    """A service in a process of its own."""

    process: subprocess.Popen[str]
    address: str


@contextmanager
def served(place: Place, *words: str) -> Iterator[Told]:
    """`digest serve` on a free port."""
    place.book.ledger.close()
    call = [*PROGRAM, "-P", str(place.root), "-o", str(place.output), "serve", "--port", "0"]
    env = environment(
        {
            "DIGEST_LEDGER": f"sqlite:///{place.book.ledger.path}",
            "DIGEST_KEYS": "k1 " + b"0123456789abcdef".hex(),
        }
    )
    with subprocess.Popen([*call, *words], env=env, text=True, stderr=subprocess.PIPE) as process:
        try:
            assert process.stderr
            line = process.stderr.readline()
            assert line.startswith("serving http://"), line
            yield Told(process, line.split()[1].rstrip("/"))
        finally:
            process.kill()


def statuses(port: int, *froms: str) -> list[int]:
    address = f"http://127.0.0.1:{port}/no"
    headers = [{"X-Forwarded-For": one} for one in froms]
    with httpx.Client(timeout=PATIENCE) as client:
        return [client.get(address, headers=one).status_code for one in headers]


def test_what_a_client_says_of_itself_counts_only_through_a_trusted_proxy(place: Place) -> None:
    told: list[Problem] = []
    once = Allowance(count=1, seconds=3600)
    froms = ("192.0.2.1", "192.0.2.2", "192.0.2.1", "192.0.2.9, 192.0.2.2")

    with running(app(place, told, allowance=once), "127.0.0.1") as port:
        trusted = statuses(port, *froms)
    with running(app(place, told, allowance=once)) as port:
        untrusted = statuses(port, *froms)

    assert trusted == [404, 404, 429, 429]
    assert untrusted == [404, 429, 429, 429]


def test_who_says_nothing_is_not_waited_for(place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "HEAD_SECONDS", 0.2)
    with running(app(place, [])) as port:
        for said in (b"", b"GET / HTTP/1.1\r\nX-Slow: ", b"\x16\x03\x01\x00"):
            with socket.create_connection(("127.0.0.1", port), PATIENCE) as slow:
                slow.sendall(said)
                answer = slow.recv(1000)
                assert answer == b"" or answer.startswith(b"HTTP/1.1 400")
        assert statuses(port, "192.0.2.1") == [404]


def test_a_signal_ends_it_in_peace_and_nothing_was_told_of_anybody(place: Place) -> None:
    path = place.path(Page.UNSUBSCRIBE)
    with served(place) as told:
        with httpx.Client(base_url=told.address, timeout=PATIENCE) as client:
            answers = [
                client.post(path, data=ONE_CLICK),
                client.post(path, content=b"List-Unsubscribe=secret-of-mine"),
                client.get(path + "x"),
                client.get("/", headers={"X-Forwarded-For": "203.0.113.5"}),
            ]
        with socket.create_connection(("127.0.0.1", urlsplit(told.address).port or 0)) as odd:
            odd.sendall(b"NONSENSE secret-of-mine\r\n\r\n")
            assert odd.recv(100).startswith(b"HTTP/1.1 400")
        told.process.send_signal(signal.SIGTERM)
        _, said = told.process.communicate(timeout=PATIENCE)

    assert [one.status_code for one in answers] == [200, 400, 404, 200]
    assert "server" not in answers[0].headers
    assert told.process.returncode == 0
    assert said == ""


def test_what_was_begun_is_ended_when_a_signal_comes(place: Place) -> None:
    body = b"List-Unsubscribe=One-Click"
    head = (
        f"POST {place.path(Page.UNSUBSCRIBE)} HTTP/1.1\r\nHost: service.example.org\r\n"
        f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with served(place) as told:
        at = urlsplit(told.address)
        door = (str(at.hostname), at.port or 0)
        with socket.create_connection(door, PATIENCE) as begun:
            begun.sendall(head.encode() + body[:5])
            assert httpx.get(told.address, timeout=PATIENCE).status_code == 200
            told.process.send_signal(signal.SIGTERM)
            while _is_open(door):
                pass
            begun.sendall(body[5:])
            answer = begun.recv(100)
        assert told.process.wait(PATIENCE) == 0

    assert answer.startswith(b"HTTP/1.1 200")
    with open_ledger(f"sqlite:///{place.book.ledger.path}") as ledger:
        assert [one.reason for one in suppressions.every(ledger)] == ["unsubscribed"]


def _is_open(door: tuple[str, int]) -> bool:
    try:
        socket.create_connection(door, PATIENCE).close()
    except OSError:
        return False
    return True


def test_a_port_that_is_taken_is_told(place: Place) -> None:
    place.book.ledger.close()
    with listen("127.0.0.1", 0) as taken:
        port = str(taken.getsockname()[1])
        done = digest(
            "--json", "-P", place.root, "-o", place.output, "serve", "--port", port,
            env={
                "DIGEST_LEDGER": f"sqlite:///{place.book.ledger.path}",
                "DIGEST_KEYS": "k1 " + b"0123456789abcdef".hex(),
            },
        )  # fmt: skip

    assert (done.code, done.codes) == (3, ["S001"])
    assert done.document["problems"][0]["message"].endswith("Address already in use")


def test_without_a_ledger_only_an_archive_of_all_is_served(place: Place, tmp_path: Path) -> None:
    nowhere = {"DIGEST_LEDGER": f"sqlite:///{tmp_path / 'no.db'}"}

    done = digest("--json", "-P", place.root, "-o", place.output, "serve", env=nowhere)

    assert (done.code, done.codes) == (3, ["D016"])


def test_an_archive_of_all_is_served_without_a_ledger_and_says_so(
    place: Place, tmp_path: Path
) -> None:
    words = ["-P", str(place.root), "-o", str(place.output), "serve", "--port", "0"]
    env = environment({"DIGEST_LEDGER": f"sqlite:///{tmp_path / 'no.db'}"})
    call = [*PROGRAM, *words, "--archive", "all"]
    with subprocess.Popen(call, env=env, text=True, stderr=subprocess.PIPE) as process:
        assert process.stderr
        said = [process.stderr.readline() for _ in range(3)]
        address = said[-1].split()[1]
        statuses = [
            httpx.get(f"{address}{one}", timeout=PATIENCE).status_code
            for one in ("", place.path(Page.UNSUBSCRIBE)[1:])
        ]
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0

    assert "warning[S005]" in said[0]
    assert statuses == [200, 404]
    assert not (tmp_path / "no.db").exists()
