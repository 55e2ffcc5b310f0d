"""A publication to start from."""

import os
from pathlib import Path

import pytest

from digest.press.check import check
from digest.press.init import init
from digest.problems import Severity, UsageError, WorldError
from support.builds import built

FILES = {
    "publication.yaml",
    "records/shade.json",
    "records/water.json",
    "editions/2026-04-01-shade.yaml",
    "subscribers.csv",
}


def _files(folder: Path) -> set[str]:
    return {p.relative_to(folder).as_posix() for p in folder.rglob("*") if p.is_file()}


@pytest.mark.parametrize("name", ["new", "deep/er/new"])
def test_a_new_folder_is_filled(tmp_path: Path, name: str) -> None:
    written = init(tmp_path / name)

    assert set(written) == FILES == _files(tmp_path / name)


def test_an_empty_folder_is_filled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    init(Path())

    assert _files(tmp_path) == FILES


def test_there_is_nothing_to_say_against_it(tmp_path: Path) -> None:
    init(tmp_path / "new")

    checked = check(tmp_path / "new", strict=True)

    assert checked.problems == ()
    assert (len(checked.editions), checked.records) == (1, 2)


def test_it_can_be_built_in_every_channel(tmp_path: Path) -> None:
    init(tmp_path / "new")

    made = built(tmp_path / "new", tmp_path / "output", channels=())

    assert {problem.severity for problem in made.problems} <= {Severity.NOTE}
    assert {file.role for file in made.manifest.files} == {"everybody", "planner"}


@pytest.mark.parametrize("stranger", ["note.txt", ".hidden"])
def test_an_inhabited_folder_is_refused(tmp_path: Path, stranger: str) -> None:
    (tmp_path / stranger).write_text("mine")

    with pytest.raises(UsageError) as caught:
        init(tmp_path)

    assert [problem.code for problem in caught.value.problems] == ["I001"]
    assert _files(tmp_path) == {stranger}


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "new").write_text("mine")

    with pytest.raises(WorldError) as caught:
        init(tmp_path / "new")

    assert [problem.code for problem in caught.value.problems] == ["B010"]
    assert (tmp_path / "new").read_text() == "mine"


@pytest.mark.parametrize("there", [True, False])
def test_a_failure_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, there: bool
) -> None:
    folder = tmp_path / "deep" / "new"
    if there:
        folder.mkdir(parents=True)
    moves = []
    real = Path.rename

    def refuse_the_third(self: Path, target: Path) -> Path:
        moves.append(target)
        if len(moves) == 3:
            raise OSError(28, os.strerror(28))
        return real(self, target)

    monkeypatch.setattr(Path, "rename", refuse_the_third)

    with pytest.raises(WorldError, match="No space left"):
        init(folder)

    assert (list(folder.iterdir()) == []) if there else (list(tmp_path.iterdir()) == [])
