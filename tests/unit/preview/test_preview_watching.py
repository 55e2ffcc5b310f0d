"""Changes of sources are told, those of everything else are not; bells and lanes pass them on."""

import asyncio
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from digest.preview.bell import Bell
from digest.preview.lane import Lane
from digest.preview.watching import Watcher
from digest.problems import DigestError

PATIENCE = 30


class Ear:
    """Counts what it is told."""

    def __init__(self) -> None:
        self.heard = threading.Semaphore(0)
        self.failures: list[BaseException] = []

    def one(self) -> bool:
        return self.heard.acquire(timeout=PATIENCE)

    def silent(self) -> bool:
        return not self.heard.acquire(blocking=False)


@pytest.mark.parametrize(
    "name",
    [
        "publication.yaml",
        "subscribers.csv",
        "records/deep/er/a.json",
        "editions/a.yaml",
        "templates/web/digest.html",
        "styles/web.css",
        "images/logo.svg",
    ],
)
def test_a_source_is_told(tmp_path: Path, name: str) -> None:
    ear = Ear()
    (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
    watcher = Watcher(tmp_path, ear.heard.release, ear.failures.append)
    watcher.start()
    _awake(ear, tmp_path)

    (tmp_path / name).write_text("x", "utf-8")

    assert ear.one()
    watcher.end()
    assert ear.failures == []


def test_what_is_no_source_is_not_told(tmp_path: Path) -> None:
    ear = Ear()
    for folder in ("output", "records"):
        (tmp_path / folder).mkdir()
    watcher = Watcher(tmp_path, ear.heard.release, ear.failures.append)
    watcher.start()
    _awake(ear, tmp_path)

    for name in ("output/a.pdf", "digest.toml", "records/.a.json.swp", ".git", "notes.txt"):
        (tmp_path / name).write_text("x", "utf-8")
    # What comes after them is told, and once alone: they were not.
    (tmp_path / "publication.yaml").write_text("x", "utf-8")

    assert ear.one()
    watcher.end()
    assert ear.silent()


def _awake(ear: Ear, root: Path) -> None:
    """Wait until the watcher hears, then forget what it heard."""
    while not ear.heard.acquire(timeout=0.2):
        (root / "subscribers.csv").write_text("x", "utf-8")
    while ear.heard.acquire(timeout=0.5):
        pass


def test_a_folder_put_in_the_place_of_another_is_followed(tmp_path: Path) -> None:
    ear = Ear()
    root = tmp_path / "publication"
    root.mkdir()
    watcher = Watcher(root, ear.heard.release, ear.failures.append)
    watcher.start()
    _awake(ear, root)

    root.rename(tmp_path / "old")
    assert ear.one()
    root.mkdir()
    assert ear.one()
    _awake(ear, root)
    (root / "publication.yaml").write_text("x", "utf-8")
    assert ear.one()
    watcher.end()
    assert ear.failures == []


def test_a_system_that_tells_nothing_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def limit(*_: object, **__: object) -> None:
        raise OSError("OS file watch limit reached")

    monkeypatch.setattr("digest.preview.watching.watch", limit)
    ear = Ear()
    watcher = Watcher(tmp_path, ear.heard.release, ear.failures.append)
    watcher.start()
    watcher.end()

    (failure,) = ear.failures
    assert isinstance(failure, DigestError)
    assert failure.problems[0].code == "K002"
    assert "limit reached" in failure.problems[0].message


def test_a_lane_works_on_the_latest_alone() -> None:
    done: list[int] = []
    busy, gate, last = threading.Event(), threading.Event(), threading.Event()

    def work(number: int) -> None:
        busy.set()
        assert gate.wait(PATIENCE)
        done.append(number)
        if number == 9:
            last.set()

    lane = Lane("lane", work, lambda _: None)
    lane.start()
    lane.give(1)
    assert busy.wait(PATIENCE)
    for number in range(2, 10):
        lane.give(number)
    gate.set()
    assert last.wait(PATIENCE)
    lane.end()

    assert done == [1, 9]


def test_a_lane_tells_what_ended_it() -> None:
    failures: list[BaseException] = []
    told = threading.Event()

    def failed(error: BaseException) -> None:
        failures.append(error)
        told.set()

    lane = Lane[Callable[[], None]]("lane", lambda call: call(), failed)
    lane.start()
    lane.give(_divide)
    assert told.wait(PATIENCE)
    lane.end()

    assert [type(one) for one in failures] == [ZeroDivisionError]


def _divide() -> None:
    assert 1 // 0


def test_a_bell_is_heard_from_another_thread() -> None:
    async def listen() -> list[int]:
        bell, heard = Bell(), list[int]()
        bell.ring()  # before it hangs nobody hears it
        bell.hang()
        async for number in bell.rings():
            heard.append(number)
            if len(heard) < 4:
                threading.Thread(target=bell.ring).start()
            else:
                threading.Thread(target=bell.end).start()
        return heard

    assert asyncio.run(listen()) == [0, 1, 2, 3]
