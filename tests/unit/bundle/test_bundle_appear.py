"""A folder that appears whole or not at all."""

from pathlib import Path

import pytest

from digest.bundle.appear import appearing
from digest.problems import UsageError, WorldError


@pytest.mark.parametrize("there", [False, True])
def test_the_folder_appears_when_all_went_well(tmp_path: Path, *, there: bool) -> None:
    folder = tmp_path / "deep" / "pages"
    if there:
        folder.mkdir(parents=True)

    with appearing(folder) as draft:
        (draft / "one.png").write_bytes(b"1")
        assert not (folder / "one.png").exists()

    assert [path.name for path in folder.iterdir()] == ["one.png"]
    assert list(folder.parent.iterdir()) == [folder]


def test_nothing_appears_when_something_went_wrong(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        _interrupted(tmp_path / "pages")

    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_filled_up_meanwhile_is_the_worlds(tmp_path: Path) -> None:
    folder = tmp_path / "pages"

    with pytest.raises(WorldError) as caught:
        _overtaken(folder)

    assert [one.code for one in caught.value.problems] == ["B010"]
    assert [path.name for path in tmp_path.rglob("*")] == ["pages", "theirs.txt"]


def test_a_file_in_the_way_stays(tmp_path: Path) -> None:
    (tmp_path / "pages").write_text("theirs")

    with pytest.raises(WorldError), appearing(tmp_path / "pages"):
        pass

    assert (tmp_path / "pages").read_text() == "theirs"
    assert len(list(tmp_path.iterdir())) == 1


def test_a_folder_with_something_in_it_is_refused_at_once(tmp_path: Path) -> None:
    (tmp_path / "theirs.txt").write_text("theirs")

    with pytest.raises(UsageError) as caught, appearing(tmp_path):
        pass

    assert [one.code for one in caught.value.problems] == ["V007"]


def _interrupted(folder: Path) -> None:
    with appearing(folder) as draft:
        (draft / "one.png").write_bytes(b"1")
        raise KeyboardInterrupt


def _overtaken(folder: Path) -> None:
    with appearing(folder):
        folder.mkdir()
        (folder / "theirs.txt").write_text("theirs")
