"""A ledger that a service holds open for days."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from digest.delivery.ledger import choices, suppressions
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.lasting import hold_open
from digest.delivery.ledger.locks import shut
from digest.problems import WorldError
from support.ledgers import KEYS, NOW
from support.postgres import Postgres

READER = "k1." + "0" * 32


def test_who_is_in_haste_is_refused_where_others_wait(ledger: Ledger) -> None:
    hold_open(ledger, 1)

    with ledger.writing() as connection:
        shut(connection)
        with pytest.raises(WorldError, match="D010"):
            choices.leave(ledger, KEYS, READER, NOW)
        assert choices.look(ledger, KEYS, READER).reason is None
    assert choices.leave(ledger, KEYS, READER, NOW)


def test_a_file_is_kept_as_before(file_ledger: Ledger) -> None:
    hold_open(file_ledger, 1)

    with file_ledger.reading() as connection:
        found = [
            connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("busy_timeout", "journal_mode", "foreign_keys", "synchronous")
        ]
    assert found == [1000, "wal", 1, 1]


def test_a_backup_that_was_put_in_place_is_written_to(file_ledger: Ledger) -> None:
    hold_open(file_ledger, 1)
    path = file_ledger.path
    assert path
    choices.leave(file_ledger, KEYS, READER, NOW)
    file_ledger.engine.dispose()
    backup = path.with_name("backup")
    shutil.copy(path, backup)
    assert choices.come_back(file_ledger, KEYS, READER, NOW)

    for part in ("-wal", "-shm"):
        path.with_name(f"{path.name}{part}").unlink()
    backup.replace(path)

    assert choices.look(file_ledger, KEYS, READER).reason == "unsubscribed"
    assert choices.leave(file_ledger, KEYS, "k1." + "1" * 32, NOW)
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("SELECT count(*) FROM suppression").fetchone() == (2,)


@pytest.mark.parametrize("idle", [True, False])
def test_a_ledger_that_is_gone_is_not_made_anew(
    file_ledger: Ledger, tmp_path: Path, *, idle: bool
) -> None:
    hold_open(file_ledger, 1)
    path = file_ledger.path
    assert path
    choices.look(file_ledger, KEYS, READER)
    if not idle:
        file_ledger.engine.dispose()

    path.rename(tmp_path / "elsewhere")

    with pytest.raises(WorldError, match="D016"):
        choices.leave(file_ledger, KEYS, READER, NOW)
    assert not path.exists()
    (tmp_path / "elsewhere").rename(path)
    assert choices.leave(file_ledger, KEYS, READER, NOW)


def test_a_connection_that_the_server_ended_is_made_again(
    server: Postgres, opened: Callable[..., Ledger]
) -> None:
    ledger = opened(server.empty())
    hold_open(ledger, 1)
    choices.look(ledger, KEYS, READER)
    with psycopg.connect(server.url(), autocommit=True) as other:
        other.execute(
            "SELECT pg_terminate_backend(pid, 10000) FROM pg_stat_activity "
            "WHERE application_name = 'digest'"
        )

    assert choices.leave(ledger, KEYS, READER, NOW)

    assert [one.reason for one in suppressions.every(ledger)] == ["unsubscribed"]
