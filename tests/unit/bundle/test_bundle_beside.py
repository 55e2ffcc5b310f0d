"""Our files beside the bundles: whole, in their own places only."""

import os
from pathlib import Path

import pytest

from digest.bundle.beside import place
from digest.problems import Severity, WorldError
from digest.render.mark import mark

OURS = f"<p>new</p><!-- {mark('coast')} -->".encode()


def _placed(output: Path, content: bytes = OURS) -> list[str]:
    return [str(one) for one in place(output, {"index.html": content}, owner="coast")]


def test_a_file_appears_and_is_replaced(tmp_path: Path) -> None:
    assert _placed(tmp_path) == []
    assert _placed(tmp_path, OURS + b"newer") == []

    assert (tmp_path / "index.html").read_bytes() == OURS + b"newer"
    assert list((tmp_path / ".digest" / "site").iterdir()) == []


def test_a_file_that_says_the_same_is_left_alone(tmp_path: Path) -> None:
    _placed(tmp_path)
    before = (tmp_path / "index.html").stat()

    _placed(tmp_path)

    assert (tmp_path / "index.html").stat().st_ino == before.st_ino


def test_what_a_killed_build_left_is_no_hindrance(tmp_path: Path) -> None:
    (tmp_path / ".digest" / "site").mkdir(parents=True)
    (tmp_path / ".digest" / "site" / "index.html").write_bytes(b"hal")

    assert _placed(tmp_path) == []
    assert (tmp_path / "index.html").read_bytes() == OURS


@pytest.mark.parametrize("content", [b"", b"<p>mine</p>", b"made with digest-press"])
def test_a_file_of_others_is_never_overwritten(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_bytes(content)

    (problem,) = place(tmp_path, {"index.html": OURS, "feed.xml": OURS}, owner="coast")

    assert (problem.code, problem.severity) == ("B040", Severity.WARNING)
    assert "index.html was not made by digest" in problem.message
    assert problem.hint
    assert (tmp_path / "index.html").read_bytes() == content
    assert (tmp_path / "feed.xml").read_bytes() == OURS


def test_the_file_of_another_publication_is_never_overwritten(tmp_path: Path) -> None:
    theirs = OURS.replace(b"coast", b"rivers")
    (tmp_path / "index.html").write_bytes(theirs)

    (said,) = _placed(tmp_path)

    assert "belongs to the publication rivers" in said
    assert (tmp_path / "index.html").read_bytes() == theirs


def test_links_are_never_followed(tmp_path: Path) -> None:
    output, elsewhere = tmp_path / "output", tmp_path / "elsewhere.html"
    output.mkdir()
    elsewhere.write_bytes(OURS)
    (output / "index.html").symlink_to(elsewhere)
    (output / "feed.xml").symlink_to(tmp_path / "nowhere")

    problems = place(output, {"index.html": OURS + b"x", "feed.xml": OURS}, owner="coast")

    assert [one.code for one in problems] == ["B040", "B040"]
    assert elsewhere.read_bytes() == OURS
    assert not (tmp_path / "nowhere").exists()
    assert (output / "index.html").is_symlink()


def test_a_link_left_as_a_draft_is_never_followed(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_bytes(b"mine")
    (tmp_path / ".digest" / "site").mkdir(parents=True)
    (tmp_path / ".digest" / "site" / "index.html").symlink_to(secret)

    assert _placed(tmp_path) == []
    assert secret.read_bytes() == b"mine"
    assert not (tmp_path / "index.html").is_symlink()


def test_a_folder_or_a_pipe_of_the_name_stays(tmp_path: Path) -> None:
    (tmp_path / "index.html").mkdir()
    os.mkfifo(tmp_path / "feed.xml")

    problems = place(tmp_path, {"index.html": OURS, "feed.xml": OURS}, owner="coast")

    assert [one.code for one in problems] == ["B040", "B040"]


def test_a_stranger_among_our_own_folders_is_named(tmp_path: Path) -> None:
    (tmp_path / ".digest").mkdir()
    (tmp_path / ".digest" / "site").symlink_to(tmp_path)

    with pytest.raises(WorldError, match="B011"):
        _placed(tmp_path)


def test_a_disk_that_refuses_is_named() -> None:
    with pytest.raises(WorldError, match="B01"):
        _placed(Path("/proc"))
