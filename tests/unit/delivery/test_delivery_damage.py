"""Full disks, torn files, old copies: the ledger says what it knows, or that it is damaged."""

import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from digest.delivery.ledger import runs
from digest.delivery.ledger.account import account, assert_adds_up, listed
from digest.delivery.ledger.claims import claim
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.opening import back_up, look_over
from digest.delivery.ledger.outcomes import Result, advance
from digest.delivery.ledger.owner import hold
from digest.delivery.ledger.recovery import recover
from digest.delivery.ledger.rows import Run
from digest.delivery.states import Policy, State, Word
from digest.problems import WorldError
from support.ledgers import NOW, a_gate, at, outcome, send, started, states

Opens = Callable[..., Ledger]

READERS = 40


def _many(usual: int, full: int) -> list[Any]:
    """The first numbers, and those up to `full` in the full matrices alone."""
    further = (pytest.param(number, marks=pytest.mark.full) for number in range(usual, full))
    return [*range(usual), *further]


@contextmanager
def _settings(ledger: Ledger, *settings: str) -> Iterator[None]:
    """Every connection that is made while the context stands has these settings of SQLite."""

    def connected(connection: Any, _: object) -> None:
        for setting in settings:
            connection.execute(f"PRAGMA {setting}")

    ledger.engine.dispose()
    event.listen(ledger.engine, "connect", connected)
    yield
    event.remove(ledger.engine, "connect", connected)
    ledger.engine.dispose()


def _pages(ledger: Ledger) -> int:
    with ledger.reading() as connection:
        return int(connection.exec_driver_sql("PRAGMA page_count").scalar_one())


def _post(ledger: Ledger, run: Run, wire: list[str]) -> None:
    """Send with long replies, which fill pages; what went out is on the wire."""
    said = outcome(reply="x" * 480)
    with hold(ledger, f"sender-{len(wire)}", NOW) as owner:
        gate = a_gate(run)
        while claims := claim(owner, gate, NOW, size=10).claims:
            result = None
            for one in claims:
                assert advance(owner, gate, NOW, result=result, intent=one) is Word.GO
                wire.append(one.message_id)
                result = Result(one, said)
            advance(owner, gate, NOW, result=result)


@pytest.mark.parametrize("policy", Policy)
@pytest.mark.parametrize("room", _many(8, 50))
def test_a_full_disk_loses_and_doubles_nothing(
    tmp_path: Path, opened: Opens, room: int, policy: Policy
) -> None:
    ledger = opened(f"sqlite:///{tmp_path / 'ledger.db'}")
    readers = READERS * (1 + room // 4)  # enough to fill the room
    run = started(ledger, readers, policy=policy)
    wire: list[str] = []

    with (
        _settings(ledger, f"max_page_count={_pages(ledger) + room}"),
        pytest.raises(WorldError) as error,
    ):
        _post(ledger, run, wire)

    assert error.value.problems[0].code == "D008"
    known = states(ledger, run)
    assert len(wire) - 1 <= known.get(State.SENT, 0) <= len(wire)

    recover(ledger, NOW)
    _post(ledger, run, wire)

    look_over(ledger)
    after = states(ledger, run)
    assert after[State.SENT] + after.get(State.UNKNOWN, 0) == readers
    twice = {name for name, count in Counter(wire).items() if count > 1}
    flagged = {row.message_id for row in listed(ledger, run.id, flagged=True)}
    assert twice <= flagged
    assert not (policy is Policy.AT_MOST_ONCE and twice)
    assert set(wire) | {row.message_id for row in listed(ledger, run.id, State.UNKNOWN)} == {
        row.message_id for row in listed(ledger, run.id, *State)
    }


@pytest.fixture
def torn(tmp_path: Path, opened: Opens) -> Iterator[tuple[Path, Run]]:
    """A file and its log, copied while everything of the last send is in the log alone."""
    path = tmp_path / "ledger.db"
    ledger = opened(f"sqlite:///{path}")
    run = started(ledger, READERS)
    ledger.close()
    with _settings(ledger, "wal_autocheckpoint=0"), ledger.engine.connect():
        _post(ledger, run, [])
        copy = tmp_path / "copy"
        copy.mkdir()
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", copy)
        yield copy, run


@pytest.mark.parametrize("seed", _many(24, 200))
def test_a_torn_log_is_read_up_to_where_it_is_whole(
    torn: tuple[Path, Run], opened: Opens, seed: int
) -> None:
    folder, run = torn
    chance = random.Random(seed)  # noqa: S311  # the same damage on every run
    log = folder / "ledger.db-wal"
    place = chance.randrange(log.stat().st_size)
    with log.open("r+b") as file:
        if seed % 2:
            file.truncate(place)
        else:
            file.seek(place)
            (byte,) = file.read(1)
            file.seek(place)
            file.write(bytes([byte ^ (1 << chance.randrange(8))]))

    ledger = opened(f"sqlite:///{folder / 'ledger.db'}")

    look_over(ledger)
    assert states(ledger, run).get(State.IN_FLIGHT, 0) <= 1


@pytest.mark.parametrize("seed", _many(30, 100))
def test_a_damaged_page_is_noticed_or_harms_no_account(
    tmp_path: Path, opened: Opens, seed: int
) -> None:
    path = tmp_path / "ledger.db"
    ledger = opened(f"sqlite:///{path}")
    run = started(ledger, READERS)
    with hold(ledger, "one", NOW) as owner:
        send(owner, a_gate(run))
    ledger.close()
    chance = random.Random(seed)  # noqa: S311  # the same damage on every run
    with path.open("r+b") as file:
        file.seek(chance.randrange(path.stat().st_size))
        file.write(chance.randbytes(64))

    with suppress(WorldError):
        damaged = opened(f"sqlite:///{path}")
        look_over(damaged)
        found = account(damaged, run.id)
        assert_adds_up(found)
        assert found.of(State.SENT) == READERS


def test_most_damage_is_noticed(tmp_path: Path, opened: Opens) -> None:
    path = tmp_path / "ledger.db"
    ledger = opened(f"sqlite:///{path}")
    run = started(ledger, READERS)
    with hold(ledger, "one", NOW) as owner:
        send(owner, a_gate(run))
    ledger.close()
    whole = path.read_bytes()
    noticed = 0
    for page in range(1, len(whole) // 4096):
        start = page * 4096
        path.write_bytes(whole[:start] + b"\xff" * 16 + whole[start + 16 :])
        try:
            look_over(opened(f"sqlite:///{path}"))
        except WorldError:
            noticed += 1

    assert noticed == len(whole) // 4096 - 1


def test_a_restored_copy_does_not_send_again_by_itself(tmp_path: Path, opened: Opens) -> None:
    ledger = opened(f"sqlite:///{tmp_path / 'ledger.db'}")
    run = started(ledger, 3)
    copy = back_up(ledger, NOW)
    assert copy is not None
    with hold(ledger, "one", NOW) as owner:
        went = send(owner, a_gate(run))
    runs.finish(ledger, run.id, NOW)

    restored = opened(f"sqlite:///{copy}")

    with pytest.raises(WorldError, match="D024"):
        runs.start(restored, run.id, at(120))
    again = runs.start(restored, run.id, at(120), resume_stale=True)
    with hold(restored, "two", at(120)) as owner:
        twice = send(owner, a_gate(again), at(120))
    assert [one.message_id for one in twice] == [one.message_id for one in went]
    assert again.message_date == run.message_date


def test_mails_that_vanish_from_the_account_are_missed(ledger: Ledger) -> None:
    run = started(ledger, 3)
    with ledger.writing() as connection:
        connection.exec_driver_sql("DELETE FROM delivery WHERE id = 2")

    with pytest.raises(WorldError, match=r"D026.*2 of 3"):
        assert_adds_up(account(ledger, run.id))
