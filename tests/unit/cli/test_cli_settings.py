"""Flags before the environment before `digest.toml` before defaults."""

import os
import re
from pathlib import Path

import pytest

from digest.problems import Problem, UsageError
from digest.settings import FILE, LARGEST, Settings, settings
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
def test_without_anything_there_are_defaults() -> None:
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


@pytest.mark.parametrize("kind", ["folder", "latin-1", "loop", "pipe", "device", "huge"])
def test_a_file_that_cannot_be_read_is_told(desk: Path, kind: str) -> None:
    if kind == "folder":
        (desk / FILE).mkdir()
    elif kind == "pipe":
        os.mkfifo(desk / FILE)
    elif kind == "device":
        (desk / FILE).symlink_to("/dev/zero")
    elif kind == "huge":
        (desk / FILE).write_bytes(b"#" * (LARGEST + 1))
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
        ("memory_mb = 99_999_999_999_999\n", "memory_mb", 1),
        ("cpu_seconds = 99_999_999_999\n", "cpu_seconds", 1),
        ("wall_seconds = inf\n", "wall_seconds", 1),
        ("wall_seconds = nan\n", "wall_seconds", 1),
        ("wall_seconds = 1e300\n", "wall_seconds", 1),
        ('output = ""\n', "output", 1),
        ('publication = " "\n', "publication", 1),
        ('output = "a\\u0000b"\n', "output", 1),
    ],
)
def test_a_misfit_in_the_file_is_told_with_its_line(
    desk: Path, text: str, name: str, line: int
) -> None:
    (desk / FILE).write_text(text)

    (problem,) = _problems()

    assert (problem.code, problem.path, problem.line) == ("U003", FILE, line)
    assert problem.message.startswith(f"{name}: ")


def test_an_unknown_setting_names_those_there_are(desk: Path) -> None:
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
@pytest.mark.parametrize(
    ("name", "meant"), [("DIGEST_JOB", "DIGEST_JOBS"), ("DIGEST_OUTPTU", "DIGEST_OUTPUT")]
)
def test_a_misspelt_variable_is_told(
    monkeypatch: pytest.MonkeyPatch, name: str, meant: str
) -> None:
    monkeypatch.setenv(name, "2")

    (problem,) = _problems()

    assert (problem.code, problem.hint) == ("U003", f"did you mean {meant}?")


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("name", ["DIGEST_SHA256", "DIGEST_TAG", "MY_DIGEST_JOB", "DIGEST_"])
def test_a_variable_of_another_program_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv(name, "2")

    assert settings() == Settings()


@pytest.mark.usefixtures("desk")
@pytest.mark.parametrize("name", ["output", "publication"])
def test_a_folder_without_a_name_is_not_the_current_one(name: str) -> None:
    (problem,) = _problems(**{name: ""})

    assert problem.message == f"--{name}: Input should name a folder"


@pytest.mark.usefixtures("desk")
def test_a_misfit_on_the_command_line_is_told_by_its_option() -> None:
    (problem,) = _problems(memory_mb=1)

    assert problem.message.startswith("--memory-mb: ")


def test_a_publication_from_elsewhere_sets_nothing_here(here: Path, tmp_path: Path) -> None:
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
