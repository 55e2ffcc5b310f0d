"""Flags before the environment before `digest.toml` before defaults."""

import re
from pathlib import Path

import pytest

from digest.problems import Problem, UsageError
from digest.settings import FILE, Settings, settings
from support.cli import digest


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _problems(**flags: object) -> tuple[Problem, ...]:
    with pytest.raises(UsageError) as caught:
        settings(**flags)
    return caught.value.problems


@pytest.mark.usefixtures("desk")
def test_without_anything_tdeskare_defaults() -> None:
    found = settings(jobs=None)

    assert found == Settings()
    assert (found.publication, found.output, found.jobs) == (None, Path("output"), None)
    assert found.cache


def test_the_nearest_word_counts(desk: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (desk / FILE).write_text('output = "file"\njobs = 3\ncache = false\nmemory_mb = 1024\n')
    monkeypatch.setenv("DIGEST_OUTPUT", "variable")
    monkeypatch.setenv("DIGEST_JOBS", "5")
    monkeypatch.setenv("DIGEST_SCHEDULER", "")

    found = settings(output="flag", jobs=None, cache=None)

    assert found.output == Path("flag")
    assert found.jobs == 5
    assert not found.cache
    assert found.memory_mb == 1024
    assert found.scheduler is None


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("jobs = 1\noutput = \n", 2, "Invalid value"),
        ("jobs = 1\njobs = 2\n", 2, "overwrite"),
        ("\x00", 1, "invalid"),
    ],
)
def test_a_file_that_is_no_toml_is_told_with_its_line(
    desk: Path, text: str, line: int, told: str
) -> None:
    (desk / FILE).write_text(text)

    (problem,) = _problems()

    assert (problem.code, problem.path, problem.line) == ("U002", FILE, line)
    assert told.lower() in problem.message.lower()
    assert "line" not in problem.message.removeprefix("the settings cannot be read")


@pytest.mark.parametrize("kind", ["folder", "latin-1", "loop"])
def test_a_file_that_cannot_be_read_is_told(desk: Path, kind: str) -> None:
    if kind == "folder":
        (desk / FILE).mkdir()
    elif kind == "loop":
        (desk / FILE).symlink_to(FILE)
    else:
        (desk / FILE).write_bytes(b'output = "caf\xe9"')

    (problem,) = _problems()

    assert (problem.code, problem.path) == ("U002", FILE)


@pytest.mark.parametrize(
    ("text", "name", "line"),
    [
        ('output = "o"\njobs = "many"\n', "jobs", 2),
        ("\n\n  wall_seconds = -1\n", "wall_seconds", 3),
        ("outptu = 1\n", "outptu", 1),
        ("[jobs]\nmany = 1\n", "jobs", 1),
        ('"memory_mb" = 1\n', "memory_mb", 1),
    ],
)
def test_a_misfit_in_the_file_is_told_with_its_line(
    desk: Path, text: str, name: str, line: int
) -> None:
    (desk / FILE).write_text(text)

    (problem,) = _problems()

    assert (problem.code, problem.path, problem.line) == ("U003", FILE, line)
    assert problem.message.startswith(f"{name}: ")


def test_an_unknown_setting_names_those_tdeskare(desk: Path) -> None:
    (desk / FILE).write_text("outptu = 1\n")

    (problem,) = _problems()

    assert all(name in (problem.hint or "") for name in Settings.model_fields)


@pytest.mark.usefixtures("desk")
def test_a_misfit_in_the_environment_is_told_by_its_name(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("DIGEST_JOBS", "many")

    (problem,) = _problems()

    assert (problem.code, problem.path) == ("U003", None)
    assert problem.message.startswith("DIGEST_JOBS: ")


@pytest.mark.usefixtures("desk")
def test_a_misfit_on_the_command_line_is_told_by_its_option() -> None:
    (problem,) = _problems(memory_mb=1)

    assert problem.message.startswith("--memory-mb: ")


def test_a_publication_from_elsewdesksets_nothing_here(here: Path, tmp_path: Path) -> None:
    (here / FILE).write_text('output = "theirs"\n')
    (tmp_path / FILE).write_text('publication = "coast"\noutput = "ours"\n')

    done = digest("build", "--channel", "text", cwd=tmp_path)

    assert done.code == 0
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_dir()) == ["coast", "ours"]


def test_the_environment_names_the_folders(here: Path, tmp_path: Path) -> None:
    env = {"DIGEST_PUBLICATION": str(here), "DIGEST_OUTPUT": "made"}

    done = digest("build", "--channel", "text", cwd=tmp_path, env=env)

    assert done.code == 0
    assert (tmp_path / "made" / "2026-05-04-barriers").is_dir()


def test_a_bad_file_is_a_wrong_call(here: Path) -> None:
    (here / FILE).write_text("jobs = \n")

    done = digest("check", cwd=here)
    said = digest("--json", "check", cwd=here)

    assert done.code == 2
    assert re.match(r"digest\.toml:1:\d+: error\[U002\]", done.err)
    assert (said.code, said.codes) == (2, ["U002"])
