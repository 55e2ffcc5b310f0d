"""A sender that was stopped keeps its mails; one that was killed has left them."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import psycopg
import pytest

from digest.delivery.ledger.alive import folder
from digest.delivery.ledger.claims import claim
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.outcomes import Result, advance
from digest.delivery.ledger.owner import LostError, hold
from digest.delivery.ledger.recovery import recover
from digest.delivery.ledger.rows import Run
from digest.delivery.states import State
from digest.problems import WorldError
from support.ledgers import NOW, a_gate, outcome, started, states
from support.postgres import Postgres
from support.tree import ROOT


@contextmanager
def _sender(address: str, run: Run) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the mails of a run, one of them in flight."""
    environment = os.environ | {"PYTHONPATH": str(ROOT / "tests")}
    command = [sys.executable, "-m", "support.lone_sender", address, str(run.id)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "announced\n"
            yield process
        finally:
            process.kill()


def test_a_stopped_sender_keeps_its_mails_and_a_killed_one_has_left_them(
    address: str, ledger: Ledger
) -> None:
    run = started(ledger, 5)
    with _sender(address, run) as process:
        process.send_signal(signal.SIGSTOP)

        assert recover(ledger, NOW).owners == ()
        assert states(ledger, run) == {State.CLAIMED: 4, State.IN_FLIGHT: 1}

        process.kill()
        process.wait()
        # The server notices the end of a session when it next looks at its socket.
        while not (found := recover(ledger, NOW)).owners:
            assert ledger.path is None

    assert (found.given_back, found.flagged, found.unknown) == (4, 1, 0)
    assert states(ledger, run) == {State.PENDING: 5}
    assert recover(ledger, NOW).owners == ()


def test_a_sender_that_ends_by_itself_gives_back_what_it_did_not_announce(
    address: str, ledger: Ledger
) -> None:
    run = started(ledger, 5)
    with _sender(address, run) as process:
        assert process.stdin is not None
        process.stdin.write("end\n")
        process.stdin.flush()
        assert process.wait() == 0

    assert states(ledger, run) == {State.PENDING: 4, State.IN_FLIGHT: 1}
    assert recover(ledger, NOW).flagged == 1


def test_locks_are_cleared_away(file_ledger: Ledger) -> None:
    assert file_ledger.path is not None
    with hold(file_ledger, "one", NOW):
        assert [path.name for path in folder(file_ledger.path).iterdir()] == ["one.lock"]

    assert list(folder(file_ledger.path).iterdir()) == []


def test_a_sender_whose_lock_was_removed_claims_nothing(file_ledger: Ledger) -> None:
    run = started(file_ledger)
    assert file_ledger.path is not None
    with hold(file_ledger, "one", NOW) as owner:
        shutil.rmtree(folder(file_ledger.path))

        with pytest.raises(LostError, match="D020"):
            claim(owner, a_gate(run), NOW)

    assert states(file_ledger, run) == {State.PENDING: 5}


def test_a_broken_session_ends_the_sender_and_what_it_had_is_taken_over(
    server: Postgres, opened: Callable[..., Ledger]
) -> None:
    ledger = opened(server.empty())
    run = started(ledger, 3)
    with hold(ledger, "one", NOW) as owner:
        gate = a_gate(run)
        first, second, _ = claim(owner, gate, NOW).claims
        advance(owner, gate, NOW, intent=first)
        with owner.writing() as connection:
            session = connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
        with psycopg.connect(server.url(), autocommit=True) as other:
            other.execute("SELECT pg_terminate_backend(%s, 5000)", [session])

        with pytest.raises(WorldError, match="D011"):
            advance(owner, gate, NOW, result=Result(first, outcome()), intent=second)
        with pytest.raises(LostError, match="D020"):
            advance(owner, gate, NOW, result=Result(first, outcome()))

        found = recover(ledger, NOW)

    assert (found.owners, found.given_back, found.flagged) == (("one",), 2, 1)
    assert states(ledger, run) == {State.PENDING: 3}
