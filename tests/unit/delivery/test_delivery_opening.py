"""A ledger is opened as what it is, or not at all."""

import os
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from sqlalchemy import delete, update

from digest.delivery.ledger import runs
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.opening import back_up, look_over, open_ledger
from digest.delivery.ledger.owner import hold
from digest.delivery.ledger.places import network_file_system
from digest.delivery.ledger.tables import VERSION, attempt, delivery, schema
from digest.problems import DigestError, UsageError, WorldError
from support.ledgers import NOW, plan, send, started, states
from support.ledgers import a_gate as gate_of
from support.postgres import Postgres

Opens = Callable[..., Ledger]


def _code(error: pytest.ExceptionInfo[DigestError]) -> str:
    return error.value.problems[0].code


def test_a_ledger_is_there_again(address: str, opened: Opens) -> None:
    run = plan(opened(address), 3)

    assert runs.every(opened(address)) == (run,)


def test_a_relative_file_lies_below_its_base(tmp_path: Path, opened: Opens) -> None:
    ledger = opened("sqlite:///ledger.db", base=tmp_path)

    assert ledger.path == tmp_path / "ledger.db"


def test_nobody_else_can_read_it(tmp_path: Path, opened: Opens) -> None:
    old = os.umask(0)
    try:
        plan(opened(f"sqlite:///{tmp_path / 'ledger.db'}"))
    finally:
        os.umask(old)

    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.iterdir()}
    assert set(modes) == {"ledger.db", "ledger.db-wal", "ledger.db-shm"}
    assert set(modes.values()) == {0o600}


def test_one_that_others_could_read_is_closed_to_them(tmp_path: Path, opened: Opens) -> None:
    path = tmp_path / "ledger.db"
    path.touch(0o644)
    path.chmod(0o644)

    opened(f"sqlite:///{path}")

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.parametrize(("power_safe", "number"), [(True, 2), (False, 1)])
def test_a_file_is_kept_as_asked(
    tmp_path: Path, opened: Opens, number: int, *, power_safe: bool
) -> None:
    ledger = opened(f"sqlite:///{tmp_path / 'ledger.db'}", power_safe=power_safe)
    with ledger.reading() as connection:
        settings = ("journal_mode", "synchronous", "busy_timeout", "foreign_keys")
        found = [connection.exec_driver_sql(f"PRAGMA {one}").scalar() for one in settings]

    assert found == ["wal", number, 30_000, 1]


@pytest.mark.parametrize(("power_safe", "word"), [(True, "on"), (False, "off")])
def test_a_server_confirms_as_asked(
    server: Postgres, opened: Opens, word: str, *, power_safe: bool
) -> None:
    ledger = opened(server.empty(), power_safe=power_safe)
    with ledger.writing() as connection:
        assert connection.exec_driver_sql("SHOW synchronous_commit").scalar() == word


@pytest.mark.parametrize(
    "address",
    [
        "",
        "ledger.db",
        "sqlite://",
        "sqlite:///:memory:",
        "sqlite:///file:ledger.db",
        "sqlite:///ledger.db?mode=ro",
        "sqlite://host/ledger.db",
        "mysql://root:geheim@host/x",
        "postgresql+asyncpg://root:geheim@host/x",
        "postgresql://root:geheim@host:port/x",
    ],
)
def test_other_addresses_are_refused_without_repeating_them(address: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError) as error:
        open_ledger(address, base=tmp_path)

    assert _code(error) == "D015"
    assert "geheim" not in str(error.value)
    assert list(tmp_path.iterdir()) == []


def test_a_password_is_never_told(tmp_path: Path) -> None:
    with pytest.raises(WorldError) as error:
        open_ledger(f"postgresql://digest:geheim@/x?host={tmp_path}")

    assert _code(error) == "D011"
    assert "geheim" not in str(error.value)


def test_a_database_that_is_not_there(server: Postgres) -> None:
    with pytest.raises(WorldError) as error:
        open_ledger(server.url("nobody-made-it"))

    assert _code(error) == "D011"


def test_nothing_is_made_when_nothing_is_to_be_made(tmp_path: Path) -> None:
    with pytest.raises(WorldError) as error:
        open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}", create=False)

    assert _code(error) == "D016"
    assert list(tmp_path.iterdir()) == []


def test_an_empty_database_holds_no_ledger(address: str, tmp_path: Path) -> None:
    (tmp_path / "ledger.db").touch()
    with pytest.raises(WorldError) as error:
        open_ledger(address, create=False)

    assert _code(error) == "D005"


def test_a_folder_or_a_pipe_is_no_ledger(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    os.mkfifo(tmp_path / "pipe")
    for name in ("folder", "pipe"):
        with pytest.raises(WorldError) as error:
            open_ledger(f"sqlite:///{tmp_path / name}")
        assert _code(error) == "D017"


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(WorldError) as error:
        open_ledger(f"sqlite:///{tmp_path / 'nowhere' / 'ledger.db'}")

    assert _code(error) == "D009"


def test_another_file_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("These are my notes, and they are longer than a magic number.")
    before = path.read_bytes()

    with pytest.raises(WorldError) as error:
        open_ledger(f"sqlite:///{path}")

    assert _code(error) == "D005"
    assert path.read_bytes() == before


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript("CREATE TABLE schema(version INT); CREATE TABLE notes(text)")

    with pytest.raises(WorldError) as error:
        open_ledger(f"sqlite:///{path}")

    assert _code(error) == "D005"
    with closing(sqlite3.connect(path)) as connection:
        names = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    assert names == {"schema", "notes"}


@pytest.mark.parametrize(("step", "word"), [(1, "newer"), (-1, "older")])
def test_another_version_is_refused(address: str, opened: Opens, step: int, word: str) -> None:
    with opened(address).writing() as connection:
        connection.execute(update(schema).values(version=VERSION + step))

    with pytest.raises(WorldError, match=word) as error:
        open_ledger(address)

    assert _code(error) == "D006"


def test_a_ledger_cut_in_half_is_refused(tmp_path: Path, opened: Opens) -> None:
    path = tmp_path / "ledger.db"
    ledger = opened(f"sqlite:///{path}")
    plan(ledger, 500)
    ledger.close()
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)

    with pytest.raises(WorldError) as error:
        look_over(opened(f"sqlite:///{path}"))

    assert _code(error) == "D007"


def test_attempts_that_are_gone_are_noticed(ledger: Ledger) -> None:
    run = started(ledger, 3)
    with hold(ledger, "one", NOW) as owner:
        send(owner, gate_of(run))
    look_over(ledger)
    with ledger.writing() as connection:
        connection.execute(delete(attempt).where(attempt.c.n == 1, attempt.c.delivery < 2))

    with pytest.raises(WorldError, match="1 deliveries lack their attempts") as error:
        look_over(ledger)

    assert _code(error) == "D007"


def test_a_disk_that_cannot_be_written(file_ledger: Ledger) -> None:
    with file_ledger.writing() as connection:
        connection.exec_driver_sql("PRAGMA query_only=ON")

    with pytest.raises(WorldError) as error:
        plan(file_ledger)

    assert _code(error) == "D009"


def test_a_ledger_of_somebody_else_is_refused(opened: Opens) -> None:
    script = (
        "import os, sys\n"
        "from digest.delivery.ledger.opening import open_ledger\n"
        "os.geteuid() or os.setuid(65534)\n"
        "open_ledger(sys.argv[1])"
    )
    with TemporaryDirectory() as folder:
        path = Path(folder, "ledger.db")
        opened(f"sqlite:///{path}").close()
        path.parent.chmod(0o755)
        path.chmod(0o600 if os.geteuid() == 0 else 0o000)
        called = subprocess.run(
            [sys.executable, "-c", script, f"sqlite:///{path}"],
            capture_output=True,
            text=True,
            check=False,
        )

    assert called.returncode == 1
    assert "error[D009]" in called.stderr


def test_whoever_waits_too_long_is_told_who_for(
    tmp_path: Path, opened: Opens, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("digest.delivery.ledger.sqlite.PATIENCE", 0.05)
    address = f"sqlite:///{tmp_path / 'ledger.db'}"
    one, other = opened(address), opened(address)
    with one.writing(), pytest.raises(WorldError) as error, other.writing():
        pass

    assert _code(error) == "D010"


def test_reading_hinders_nobody(ledger: Ledger) -> None:
    run = plan(ledger)
    with ledger.reading() as connection:
        connection.execute(delivery.select())
        runs.start(ledger, run.id, NOW)


def test_a_copy_is_a_ledger(file_ledger: Ledger, opened: Opens) -> None:
    run = started(file_ledger, 3)

    path = back_up(file_ledger, NOW)

    assert path is not None
    assert path.name == "ledger.db.20261103T080000000000Z.backup"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert states(opened(f"sqlite:///{path}", create=False), run) == {"pending": 3}
    assert not list(path.parent.glob("*.part"))


def test_a_copy_is_never_written_over(file_ledger: Ledger) -> None:
    path = back_up(file_ledger, NOW)
    assert path is not None
    before = path.read_bytes()

    with pytest.raises(WorldError) as error:
        back_up(file_ledger, NOW)

    assert _code(error) == "D013"
    assert path.read_bytes() == before


def test_a_server_is_not_copied(server: Postgres, opened: Opens) -> None:
    assert back_up(opened(server.empty()), NOW) is None


MOUNTS = """\
22 1 254:0 / / rw,relatime - ext4 /dev/vda1 rw
30 22 0:40 / /srv rw shared:3 - nfs4 host:/srv rw
31 30 254:1 / /srv/local rw - xfs /dev/vdb rw
32 22 0:41 / /mnt/two\\040words rw - fuse.sshfs host: rw
33 22 0:42 / /over rw - ext4 /dev/vdc rw
34 22 0:43 / /over rw - cifs //host/over rw
broken line
"""


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/srv/ledger.db", "nfs4"),
        ("/srv/local/ledger.db", None),
        ("/srv2/ledger.db", None),
        ("/mnt/two words/ledger.db", "fuse.sshfs"),
        ("/over/ledger.db", "cifs"),
        ("/ledger.db", None),
    ],
)
def test_network_file_systems_are_known(path: str, kind: str | None) -> None:
    assert network_file_system(Path(path), MOUNTS) == kind


def test_a_network_file_system_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    mounts = tmp_path / "mounts"
    mounts.write_text(f"1 0 0:1 / {tmp_path} rw - nfs host:/ rw\n")
    monkeypatch.setattr("digest.delivery.ledger.sqlite.MOUNTS", mounts)

    with pytest.raises(WorldError) as error:
        open_ledger(f"sqlite:///{tmp_path / 'ledger.db'}")

    assert _code(error) == "D018"
