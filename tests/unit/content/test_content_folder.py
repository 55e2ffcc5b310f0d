"""Files of a folder are read, and nothing outside it."""

import hashlib
import os
from pathlib import Path

import pytest

from digest.content.folder import LARGEST, Folder
from digest.content.textfile import NAMED
from support.folders import EDITION, LINES, PUBLICATION, READERS, RECORD
from support.folders import Folder as Sample


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path.resolve())


def _told(folder: Folder) -> list[str]:
    return [f"{one.place} {one.severity} {one.code}" for one in folder.problems()]


def test_a_file_is_read_and_its_hash_is_kept(folder: Folder) -> None:
    (folder.root / "a.json").write_bytes(b"\xef\xbb\xbf{}\r\n")

    assert folder.text("a.json") == "{}\r\n"
    assert folder.inputs == {"a.json": hashlib.sha256(b"\xef\xbb\xbf{}\r\n").hexdigest()}
    assert _told(folder) == []


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_another_encoding_is_named(folder: Folder, encoding: str) -> None:
    (folder.root / "a").write_bytes('{"a": "Ünal"}'.encode(encoding))

    assert folder.text("a") is None
    assert _told(folder) == ["a:1:1 error C005"]
    assert "not UTF-8" in folder.problems()[0].message


def test_foreign_bytes_are_counted_and_the_rest_is_read(folder: Folder) -> None:
    (folder.root / "a").write_bytes(b"one\nt\xe9t\xe9")

    assert folder.text("a") == "one\nt\ufffdt\ufffd"
    (problem,) = folder.problems()
    assert (problem.place, problem.code) == ("a:2:2", "C005")
    assert problem.message == "the byte 0xe9 is not UTF-8 (2 times in this file)"


def test_forbidden_characters_are_named_one_by_one_up_to_a_number(folder: Folder) -> None:
    (folder.root / "a").write_text("x\ue000\n" * (NAMED + 5), "utf-8")

    text = folder.text("a")

    problems = folder.problems()
    assert text == "x\ufffd\n" * (NAMED + 5)
    assert [one.line for one in problems] == [*range(1, NAMED + 1), NAMED]
    assert "5 more characters after this may not stand in a file" in {
        one.message for one in problems
    }


def test_what_was_lost_before_is_a_warning(folder: Folder) -> None:
    (folder.root / "a").write_text("x\ny\ufffd\ufffd", "utf-8")

    folder.text("a")

    assert _told(folder) == ["a:2:2 warning C007"]
    assert "2 times" in folder.problems()[0].message


def test_what_is_no_text_is_not_looked_at(folder: Folder) -> None:
    (folder.root / "a").write_bytes(b"GIF89a" + bytes(100))

    assert folder.text("a") is None
    assert _told(folder) == ["a:1:1 error C005"]


def test_a_large_file_is_refused_before_it_is_read(folder: Folder) -> None:
    with (folder.root / "a").open("wb") as file:
        file.truncate(50_000_000)

    assert folder.text("a") is None
    assert folder.inputs == {}
    assert _told(folder) == ["a:1:1 error C003"]
    assert folder.problems()[0].message == "the file has 50.0 MB; at most 32.0 MB are read"


def test_a_file_of_the_largest_size_is_read(folder: Folder) -> None:
    with (folder.root / "a").open("wb") as file:
        file.truncate(LARGEST)

    assert len(folder.data("a") or b"") == LARGEST


def test_a_link_inside_is_followed_and_one_outside_is_not(tmp_path: Path) -> None:
    root = tmp_path / "inside"
    (root / "records").mkdir(parents=True)
    (tmp_path / "secret.json").write_text("{}")
    (root / "real.json").write_text("[]")
    (root / "records" / "in.json").symlink_to("../real.json")
    (root / "records" / "out.json").symlink_to("../../secret.json")
    (root / "records" / "absolute.json").symlink_to("/dev/zero")
    (root / "records" / "broken.json").symlink_to("nowhere")
    (root / "records" / "loop.json").symlink_to("loop.json")
    folder = Folder(root.resolve())

    texts = {path: folder.text(path) for path in folder.files("records", (".json",), deep=True)}

    assert texts.pop("records/in.json") == "[]"
    assert set(texts.values()) == {None}
    assert _told(folder) == [
        "records/absolute.json:1:1 error C004",
        "records/broken.json:1:1 error C002",
        "records/loop.json:1:1 error C002",
        "records/out.json:1:1 error C004",
    ]


def test_a_link_to_the_publication_itself_is_fine(tmp_path: Path) -> None:
    sample = Sample(tmp_path)
    (tmp_path / "link").symlink_to(sample.root)

    sample.root = tmp_path / "link"

    assert sample.content().publication.id == "coast"


def test_folders_are_walked_in_order_and_odd_files_are_told(tmp_path: Path) -> None:
    folder = Folder(tmp_path.resolve())
    for name in (
        "b/2.json",
        "b/1.jsonl",
        "a.json",
        "c.JSON",
        ".d.json",
        "README.md",
        ".git/x.json",
    ):
        path = folder.root / "records" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("[]")
    (folder.root / "records" / "e.json").mkdir()
    (folder.root / "records" / "linked").symlink_to("b")

    found = list(folder.files("records", (".json", ".jsonl"), deep=True))

    assert found == ["records/a.json", "records/b/1.jsonl", "records/b/2.json"]
    assert _told(folder) == [
        "records/c.JSON:1:1 warning C008",
        "records/e.json:1:1 error C002",
        "records/linked:1:1 error C004",
    ]


def test_folders_without_end_are_told_once(folder: Folder) -> None:
    deep = folder.root.joinpath("records", *["d"] * 60)
    deep.mkdir(parents=True)
    (deep / "a.json").write_text("{}")

    assert list(folder.files("records", (".json",), deep=True)) == []
    assert _told(folder) == [f"records{'/d' * 33}:1:1 error C002"]
    assert "more than 32 folders deep" in folder.problems()[0].message


def test_a_folder_of_files_alone_has_none_below(tmp_path: Path) -> None:
    folder = Folder(tmp_path.resolve())
    (folder.root / "editions" / "old").mkdir(parents=True)
    (folder.root / "editions" / "old" / "a.yaml").write_text("")

    assert list(folder.files("editions", (".yaml",), deep=False)) == []
    assert _told(folder) == ["editions/old:1:1 warning C008"]


def test_a_folder_that_is_a_link_or_a_file_is_refused(tmp_path: Path) -> None:
    folder = Folder(tmp_path.resolve())
    (folder.root / "real").mkdir()
    (folder.root / "records").symlink_to("real")
    (folder.root / "editions").write_text("")

    assert list(folder.files("records", (".json",), deep=True)) == []
    assert list(folder.files("editions", (".yaml",), deep=False)) == []
    assert list(folder.files("absent", (".yaml",), deep=False)) == []
    assert _told(folder) == ["editions:1:1 error C002", "records:1:1 error C004"]


@pytest.mark.parametrize("file", [PUBLICATION, EDITION, RECORD, READERS])
def test_a_folder_where_a_file_should_be_is_a_problem(file: str, tmp_path: Path) -> None:
    sample = Sample(tmp_path)
    (sample.root / file).unlink()
    (sample.root / file).mkdir()

    assert [(one.path, one.code) for one in sample.problems() if one.path == file] == [
        (file, "C002")
    ]


def test_a_pipe_does_not_hold_anybody_up(tmp_path: Path) -> None:
    sample = Sample(tmp_path)
    os.mkfifo(sample.root / "records" / "pipe.json")

    assert sample.only("C002").path == "records/pipe.json"


def test_a_name_no_terminal_should_see_is_escaped(tmp_path: Path) -> None:
    sample = Sample(tmp_path)
    name = os.fsencode(sample.root) + b"/records/\xff\n\x1b[31m.json"
    with open(name, "wb") as file:  # noqa: PTH123  # a name that is no text
        file.write(b"{")

    assert sample.only("C010").path == r"records/\udcff\u000a\u001b[31m.json"


@pytest.mark.parametrize("file", [PUBLICATION, EDITION, RECORD, LINES, READERS])
def test_a_byte_order_mark_and_other_line_ends_change_nothing(file: str, tmp_path: Path) -> None:
    sample = Sample(tmp_path)
    before = sample.content()

    text = sample.text(file).replace("\n", "\r\n")
    after = sample.write(file, "\ufeff" + text).content()

    assert after.model_dump(exclude={"inputs", "origins"}) == before.model_dump(
        exclude={"inputs", "origins"}
    )
    assert after.inputs != before.inputs
