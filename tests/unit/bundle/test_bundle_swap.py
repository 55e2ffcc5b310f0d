"""Two folders change places, or nothing happens."""

import ctypes
import os
from pathlib import Path

import pytest

from digest.bundle import store, swap
from digest.bundle.foreign import names
from digest.problems import WorldError
from support.bundles import EDITION, artifacts, bundle


def _folder(path: Path, word: str) -> Path:
    path.mkdir()
    (path / "word").write_text(word)
    return path


def test_folders_change_places(tmp_path: Path) -> None:
    one, other = _folder(tmp_path / "one", "1"), _folder(tmp_path / "other", "2")

    assert swap.exchange(one, other)

    assert ((one / "word").read_text(), (other / "word").read_text()) == ("2", "1")


def test_a_missing_folder_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        swap.exchange(_folder(tmp_path / "one", "1"), tmp_path / "other")


def test_what_lies_on_two_disks_cannot_change_places(tmp_path: Path) -> None:
    one = _folder(tmp_path / "one", "1")

    assert not swap.exchange(one, Path("/proc/self"))

    assert (one / "word").read_text() == "1"


def test_a_system_without_the_call_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = _folder(tmp_path / "one", "1"), _folder(tmp_path / "other", "2")
    monkeypatch.setattr(ctypes, "CDLL", lambda *_, **__: object())

    assert not swap.exchange(one, other)

    assert (one / "word").read_text() == "1"


@pytest.fixture
def two_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file system that cannot exchange two names."""
    monkeypatch.setattr(store, "exchange", lambda *_: False)


@pytest.mark.usefixtures("two_steps")
def test_two_steps_come_to_the_same(tmp_path: Path) -> None:
    store.write(tmp_path, bundle("old"), artifacts("old"))
    (tmp_path / EDITION / "note.txt").write_text("mine")

    store.write(tmp_path, bundle("new"), artifacts("new"))

    assert store.read(tmp_path / EDITION)[0] == bundle("new")
    assert (tmp_path / EDITION / "note.txt").read_text() == "mine"
    assert names(tmp_path / ".digest" / "staging") == []


@pytest.mark.usefixtures("two_steps")
def test_a_failed_second_step_takes_back_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write(tmp_path, bundle("old"), artifacts("old"))
    real = Path.rename

    def refuse(self: Path, target: Path) -> Path:
        if target.name == EDITION and not self.name.endswith(".old"):
            raise OSError(28, os.strerror(28))
        return real(self, target)

    monkeypatch.setattr(Path, "rename", refuse)

    with pytest.raises(WorldError):
        store.write(tmp_path, bundle("new"), artifacts("new"))

    assert store.read(tmp_path / EDITION)[0] == bundle("old")
    assert names(tmp_path / ".digest" / "staging") == []
