"""Renderings found again, whole or not at all."""

import os
from pathlib import Path

import pytest

from digest.bundle.cache import Cache, key
from digest.problems import Problem, Severity
from digest.render.artifact import Rendering

NOTICE = Problem(code="P000", message="noticed", severity=Severity.WARNING, pointer="/a")
RENDERING = Rendering(content=b"%PDF\n\n\0\xff" * 50, pages=7, problems=(NOTICE,))
NAME = key("a")


@pytest.fixture
def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def _file(cache: Cache) -> Path:
    (file,) = cache.folder.glob("*/*")
    return file


def test_a_rendering_comes_back_with_all_that_was_noticed(cache: Cache) -> None:
    cache.put(NAME, RENDERING)

    assert cache.get(NAME) == RENDERING
    assert cache.get(key("b")) is None


def test_an_empty_cache_needs_no_folder(cache: Cache) -> None:
    assert cache.get(NAME) is None
    assert not cache.folder.exists()


def test_every_damaged_byte_is_noticed(cache: Cache) -> None:
    cache.put(NAME, RENDERING)
    file = _file(cache)
    whole = file.read_bytes()

    for at in range(len(whole)):
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])
        assert cache.get(NAME) is None, at
    for length in range(0, len(whole), 9):
        file.write_bytes(whole[:length])
        assert cache.get(NAME) is None, length
    file.write_bytes(whole)
    assert cache.get(NAME) == RENDERING


def test_a_damaged_entry_is_replaced(cache: Cache) -> None:
    cache.put(NAME, RENDERING)
    _file(cache).write_bytes(b"")

    cache.put(NAME, RENDERING)

    assert cache.get(NAME) == RENDERING


def test_a_folder_in_the_place_of_an_entry_is_a_miss(cache: Cache) -> None:
    (cache.folder / NAME[:2] / NAME[2:]).mkdir(parents=True)

    assert cache.get(NAME) is None


def test_a_link_in_the_place_of_an_entry_is_not_followed_and_stays(
    cache: Cache, tmp_path: Path
) -> None:
    cache.put(NAME, RENDERING)
    elsewhere = _file(cache).rename(tmp_path / "elsewhere")
    os.utime(elsewhere, (1_000, 1_000))
    link = cache.folder / NAME[:2] / NAME[2:]
    link.symlink_to(elsewhere)

    assert cache.get(NAME) is None
    cache.put(NAME, Rendering(content=b"new"))
    cache.prune(room=0)

    assert link.is_symlink()
    assert elsewhere.stat().st_mtime == 1_000
    assert elsewhere.stat().st_size > 0


def test_a_folder_that_is_a_link_is_not_followed_and_stays(cache: Cache, tmp_path: Path) -> None:
    cache.put(NAME, RENDERING)
    elsewhere = _file(cache).parent.rename(tmp_path / "elsewhere")
    link = cache.folder / NAME[:2]
    link.symlink_to(elsewhere, target_is_directory=True)

    assert cache.get(NAME) is None
    with pytest.raises(OSError, match=r"Not a directory|Too many levels"):
        cache.put(NAME, RENDERING)
    cache.prune(room=0)

    assert link.is_symlink()
    assert [path.name for path in elsewhere.iterdir()] == [NAME[2:]]


def test_a_pipe_in_the_place_of_an_entry_is_a_miss(cache: Cache) -> None:
    (cache.folder / NAME[:2]).mkdir(parents=True)
    os.mkfifo(cache.folder / NAME[:2] / NAME[2:])

    assert cache.get(NAME) is None


def test_the_entries_longest_unused_go_first(cache: Cache) -> None:
    names = [key(letter) for letter in "abc"]
    for age, name in enumerate(names):
        cache.put(name, Rendering(content=b"x" * 1000))
        os.utime(cache.folder / name[:2] / name[2:], (1_000 + age, 1_000 + age))
    assert cache.get(names[0]) is not None  # and so it is the youngest

    cache.prune(room=2500)

    assert [cache.get(name) is not None for name in names] == [True, False, True]


def test_a_key_knows_every_part_and_their_order() -> None:
    keys = {
        key("a", "b"),
        key("b", "a"),
        key("ab"),
        key("a", {"b": "c"}),
        key("a", {"c": "b"}),
        key("a", {"b": ["c"]}),
    }

    assert len(keys) == 6
    assert key({"a": 1, "b": 2}) == key({"b": 2, "a": 1})


def test_a_failed_write_leaves_no_draft(cache: Cache) -> None:
    (cache.folder / NAME[:2] / NAME[2:]).mkdir(parents=True)

    with pytest.raises(OSError, match="directory"):
        cache.put(NAME, RENDERING)

    assert [path.name for path in cache.folder.glob("*/*")] == [NAME[2:]]
