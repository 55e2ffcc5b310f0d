"""The bundle on disk, and what stands in its way."""

import fcntl
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from digest.bundle import manifest, store
from digest.bundle.foreign import names
from digest.bundle.manifest import Manifest, seal_of
from digest.bundle.private import locked
from digest.problems import DigestError, WorldError
from support.bundles import EDITION, artifact, artifacts, bundle


def _write(output: Path, text: str = "salt") -> None:
    assert store.write(output, bundle(text), artifacts(text)) == ()


def _refused(output: Path, text: str = "salt") -> WorldError:
    with pytest.raises(WorldError) as caught:
        store.write(output, bundle(text), artifacts(text))
    return caught.value


def _codes(error: DigestError) -> list[str]:
    return [problem.code for problem in error.problems]


def _tree(folder: Path) -> dict[str, tuple[int, bytes | str | None]]:
    """Every name below a folder with its inode and what it holds; links are not followed."""
    tree: dict[str, tuple[int, bytes | str | None]] = {}
    for path in sorted(folder.rglob("*")):
        held = str(path.readlink()) if path.is_symlink() else None
        content = path.read_bytes() if path.is_file() and held is None else held
        tree[path.relative_to(folder).as_posix()] = (path.lstat().st_ino, content)
    return tree


def test_a_bundle_is_read_back_as_it_was_written(tmp_path: Path) -> None:
    _write(tmp_path / "deep" / "output")

    found, files = store.read(tmp_path / "deep" / "output" / EDITION)

    assert found == bundle("salt")
    assert files == {one.path: one.content for one in artifacts("salt")}


def test_a_new_bundle_replaces_every_file_of_the_old(tmp_path: Path) -> None:
    store.write(tmp_path, bundle("old"), artifacts("old"))
    slim = (artifact("planner.txt", b"new\n"),)
    manifest = Manifest(
        edition=EDITION,
        files=(bundle("new").files[2],),
        seal=seal_of([bundle("new").files[2]]),
    )

    store.write(tmp_path, manifest, slim)

    assert names(tmp_path / EDITION) == ["manifest.json", "planner.txt"]
    assert store.read(tmp_path / EDITION)[1] == {"planner.txt": b"new\n"}


def test_nothing_but_the_bundle_and_the_private_folder_is_left(tmp_path: Path) -> None:
    _write(tmp_path, "old")
    _write(tmp_path, "new")

    assert names(tmp_path) == [".digest", EDITION]
    assert names(tmp_path / ".digest" / "staging") == []


def test_a_bundle_is_readable_by_whom_the_mask_allows(tmp_path: Path) -> None:
    _write(tmp_path)
    folder = tmp_path / EDITION
    folder.chmod(0o750)

    _write(tmp_path, "new")

    mask = os.umask(0)
    os.umask(mask)
    assert (folder / "planner.txt").stat().st_mode & 0o777 == 0o666 & ~mask
    assert folder.stat().st_mode & 0o777 == 0o750


def test_files_of_others_survive(tmp_path: Path) -> None:
    _write(tmp_path, "old")
    folder = tmp_path / EDITION
    (folder / "notes.md").write_text("mine")
    (folder / "notes.md").chmod(0o640)
    (folder / "link").symlink_to("/nowhere")
    (folder / "up").symlink_to("..")
    os.mkfifo(folder / "pipe")
    (folder / "box" / "inner").mkdir(parents=True)
    (folder / "box" / "inner" / "deep.txt").write_text("mine too")
    (folder / "box" / "inner").chmod(0o711)
    before = {name: held for name, held in _tree(folder).items() if not name.startswith("pl")}

    _write(tmp_path, "new")

    after = _tree(folder)
    files = {"notes.md", "link", "up", "pipe", "box/inner/deep.txt"}
    assert {name: after[name] for name in files} == {name: before[name] for name in files}
    assert (folder / "box" / "inner").stat().st_mode & 0o777 == 0o711
    assert store.read(folder)[0] == bundle("new")


def test_a_folder_of_others_without_a_bundle_takes_one(tmp_path: Path) -> None:
    folder = tmp_path / EDITION
    folder.mkdir()
    (folder / "notes.md").write_text("mine")

    _write(tmp_path)

    assert (folder / "notes.md").read_text() == "mine"
    assert store.read(folder)[0] == bundle("salt")


@pytest.mark.parametrize("name", ["planner.pdf", "index.html", "manifest.json"])
@pytest.mark.parametrize("kind", ["file", "folder", "link", "dead link"])
def test_what_is_not_ours_is_never_overwritten(tmp_path: Path, name: str, kind: str) -> None:
    folder = tmp_path / EDITION
    folder.mkdir()
    (tmp_path / "treasure").write_text("gold")
    if kind == "file":
        (folder / name).write_text("theirs")
    elif kind == "folder":
        (folder / name).mkdir()
    else:
        (folder / name).symlink_to("../treasure" if kind == "link" else "../nothing")
    before = _tree(tmp_path)

    error = _refused(tmp_path)

    assert _codes(error) == ["B002"]
    assert name in str(error)
    assert _tree(tmp_path) == before


def test_a_link_put_over_one_of_our_files_is_never_followed(tmp_path: Path) -> None:
    _write(tmp_path, "old")
    treasure = tmp_path / "treasure"
    treasure.write_text("gold")
    ours = tmp_path / EDITION / "planner.txt"
    ours.unlink()
    ours.symlink_to(treasure)

    error = _refused(tmp_path, "new")

    assert _codes(error) == ["B002"]
    assert treasure.read_text() == "gold"
    assert ours.is_symlink()


@pytest.mark.parametrize("kind", ["file", "link to a folder", "dead link"])
def test_the_folder_of_the_bundle_must_be_a_folder(tmp_path: Path, kind: str) -> None:
    target = tmp_path / "output" / EDITION
    target.parent.mkdir()
    (tmp_path / "elsewhere").mkdir()
    if kind == "file":
        target.write_text("theirs")
    else:
        target.symlink_to("../elsewhere" if kind == "link to a folder" else "../nothing")
    before = _tree(tmp_path)

    assert _codes(_refused(tmp_path / "output")) == ["B002"]
    assert _tree(tmp_path) == before


def test_a_private_folder_that_is_a_link_is_refused(tmp_path: Path) -> None:
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / ".digest").symlink_to("elsewhere")

    assert _codes(_refused(tmp_path)) == ["B011"]
    assert names(tmp_path / "elsewhere") == []


def test_an_output_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "output").write_text("theirs")

    error = _refused(tmp_path / "output")

    assert _codes(error) == ["B010"]
    assert error.exit_code == 3
    assert (tmp_path / "output").read_text() == "theirs"


def test_an_output_may_be_a_link_to_a_folder(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "output").symlink_to("disk")

    _write(tmp_path / "output")

    assert store.read(tmp_path / "disk" / EDITION)[0] == bundle("salt")


def test_a_second_build_waits_and_then_says_who_is_in_the_way(tmp_path: Path) -> None:
    with locked(tmp_path), pytest.raises(WorldError) as caught, locked(tmp_path, patience=0.05):
        pytest.fail("two builds held one output")

    assert _codes(caught.value) == ["B012"]


def test_the_lock_of_a_dead_build_is_no_lock(tmp_path: Path) -> None:
    _write(tmp_path)
    handle = os.open(tmp_path / ".digest" / "lock", os.O_RDWR)
    fcntl.flock(handle, fcntl.LOCK_EX)
    os.close(handle)

    _write(tmp_path, "new")

    assert store.read(tmp_path / EDITION)[0] == bundle("new")


def test_what_appears_while_the_folders_change_places_is_kept(tmp_path: Path) -> None:
    """A leftover of a killed build may hold the only copy of a file somebody added late."""
    _write(tmp_path, "new")
    leftover = tmp_path / ".digest" / "staging" / f"{EDITION}.1"
    leftover.mkdir()
    (leftover / "late.txt").write_text("mine")
    (leftover / "planner.txt").write_text("not the one that is there")

    notes = store.write(tmp_path, bundle("next"), artifacts("next"))

    assert (tmp_path / EDITION / "late.txt").read_text() == "mine"
    assert [note.code for note in notes] == ["B006"]
    assert (leftover / "planner.txt").read_text() == "not the one that is there"


@pytest.mark.parametrize("kind", ["missing", "file", "link", "empty"])
def test_there_may_be_no_bundle(tmp_path: Path, kind: str) -> None:
    _write(tmp_path)
    folder = tmp_path / "other"
    if kind == "file":
        folder.write_text("")
    elif kind == "link":
        folder.symlink_to(EDITION)
    elif kind == "empty":
        folder.mkdir()

    with pytest.raises(DigestError) as caught:
        store.read(folder)

    assert _codes(caught.value) == ["B003"]


@pytest.mark.parametrize("how", ["changed", "shortened", "missing", "link", "pipe", "folder"])
def test_every_file_is_checked_against_its_hash(tmp_path: Path, how: str) -> None:
    _write(tmp_path)
    file = tmp_path / EDITION / "planner.txt"
    file.rename(tmp_path / "moved")
    if how == "changed":
        file.write_text("SALT\n")
    elif how == "shortened":
        file.write_text("salt")
    elif how == "link":
        file.symlink_to("../moved")
    elif how == "pipe":
        os.mkfifo(file)
    elif how == "folder":
        file.mkdir()

    with pytest.raises(DigestError) as caught:
        store.read(tmp_path / EDITION)

    assert [(p.code, p.path) for p in caught.value.problems] == [("B005", "planner.txt")]


def test_a_flipped_bit_anywhere_in_the_manifest_is_noticed(tmp_path: Path) -> None:
    _write(tmp_path)
    place = tmp_path / EDITION / "manifest.json"
    content = place.read_bytes()
    start = content.index(b'"files"')
    for at in range(start, len(content) - 2, 7):
        place.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        try:
            found, _ = store.read(tmp_path / EDITION)
        except DigestError:
            continue
        assert found.files == bundle("salt").files, f"byte {at}"


def test_a_reader_sees_one_bundle_or_the_other_while_they_change(tmp_path: Path) -> None:
    _write(tmp_path, "0")
    finished = threading.Event()

    def replace() -> None:
        for number in range(60):
            _write(tmp_path, str(number % 7))
        finished.set()

    seen = set()
    with ThreadPoolExecutor(1) as pool:
        writing = pool.submit(replace)
        while not finished.is_set() and not writing.done():
            found, files = store.read(tmp_path / EDITION)
            word = files["planner.txt"].decode().strip()
            assert found == bundle(word)
            seen.add(word)
        writing.result()

    assert len(seen) > 1


def test_two_builds_at_once_come_one_after_the_other(tmp_path: Path) -> None:
    words = [str(number) for number in range(8)]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda word: _write(tmp_path, word), words))

    found, files = store.read(tmp_path / EDITION)
    assert found == bundle(files["planner.txt"].decode().strip())
    assert names(tmp_path / ".digest" / "staging") == []


@pytest.mark.parametrize("content", [b"{", b"", b"[]", None])
def test_a_manifest_that_is_not_ours_any_more_is_told_once(
    tmp_path: Path, content: bytes | None
) -> None:
    _write(tmp_path, "old")
    place = tmp_path / EDITION / manifest.NAME
    known = place.read_bytes()
    place.write_bytes(known.replace(b"planner", b"plonker", 1) if content is None else content)
    before = _tree(tmp_path)

    error = _refused(tmp_path, "new")

    assert _codes(error) == ["B002"]
    assert f"{place} is not as digest wrote it" in str(error)
    assert _tree(tmp_path) == before
