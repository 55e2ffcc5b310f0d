"""`digest build`: what it makes, what it says, and how it ends when things go wrong."""

import json
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from digest.bundle import store
from support.cli import PROGRAM, digest, environment
from support.plugins import install

EDITION = "2026-05-04-barriers"


def test_a_build_says_what_it_made_and_where_to_look(here: Path) -> None:
    done = digest("build", cwd=here)

    manifest, _ = store.read(here / "output" / EDITION)
    lines = done.out.splitlines()
    assert done.code == 0
    assert lines[0] == f"output/{EDITION}: the bundle, 19 files (12 rendered, 0 unchanged)"
    assert [line.split()[0] for line in lines[1:20]] == [file.path for file in manifest.files]
    assert any(line.startswith("  planner.pdf") and line.endswith("pages") for line in lines)
    assert lines[-2] == f"seal  {manifest.seal}"
    assert lines[-1] == f"open  output/{EDITION}/index.html"
    assert "warning[E001]" in done.err


def test_a_document_holds_the_manifest(here: Path) -> None:
    words = ("--json", "-o", "made", "build", EDITION, "--channel", "text", "--role", "planner")

    done = digest(*words, cwd=here)

    result = done.document["result"]
    written = json.loads((here / "made" / EDITION / "manifest.json").read_text(encoding="utf-8"))
    assert done.err == ""
    assert result["manifest"] == written
    assert written["partial"] is True
    assert (result["folder"], result["index"]) == (f"made/{EDITION}", None)
    assert [file["path"] for file in written["files"]] == ["planner.json", "planner.txt"]


def test_a_partial_bundle_is_called_one(here: Path) -> None:
    done = digest("build", "--channel", "text", cwd=here)

    assert "a partial bundle, not for approval" in done.out
    assert done.out.splitlines()[-1] == f"open  output/{EDITION}"


def test_nothing_changed_nothing_rendered(here: Path) -> None:
    first = digest("build", "--channel", "web", cwd=here)
    second = digest("build", "--channel", "web", cwd=here)
    third = digest("build", "--channel", "web", "--no-cache", cwd=here)

    assert "(3 rendered, 0 unchanged)" in first.out
    assert "(0 rendered, 3 unchanged)" in second.out
    assert "(3 rendered, 0 unchanged)" in third.out
    assert first.out.splitlines()[1:] == second.out.splitlines()[1:] == third.out.splitlines()[1:]


def test_an_error_makes_no_output(here: Path) -> None:
    (here / "records" / "broken.json").write_text('{"id": "x",,}')

    done = digest("build", cwd=here)
    said = digest("--json", "build", cwd=here)

    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("records/broken.json:1:12: error[")
    assert said.code == 1
    assert said.document["problems"][0]["path"] == "records/broken.json"
    assert "Traceback" not in done.err
    assert not (here / "output").exists()


@pytest.mark.parametrize(
    "words", [["build", "nope"], ["build", "--role", "nope"], ["build", "--channel", "nope"]]
)
def test_a_name_nobody_knows_is_a_wrong_call(here: Path, words: list[str]) -> None:
    done = digest(*words, cwd=here)

    assert done.code == 2
    assert "error[U010]" in done.err
    assert not (here / "output").exists()


def test_a_disk_that_refuses_is_the_world(here: Path) -> None:
    (here / "output").write_text("in the way")

    done = digest("--json", "build", "--channel", "text", cwd=here)

    assert (done.code, done.codes) == (3, ["B010"])
    assert (here / "output").read_text() == "in the way"


def test_a_file_in_the_way_is_named(here: Path) -> None:
    (here / "output" / EDITION).mkdir(parents=True)
    (here / "output" / EDITION / "planner.txt").write_text("mine")

    done = digest("build", "--channel", "text", cwd=here)

    assert done.code == 3
    assert f"output/{EDITION}/planner.txt was not made by digest" in done.err
    assert (here / "output" / EDITION / "planner.txt").read_text() == "mine"


@pytest.mark.parametrize("scheduler", ["tcp://127.0.0.1:1", "nonsense"])
def test_a_scheduler_that_is_not_there_is_the_world(here: Path, scheduler: str) -> None:
    done = digest("build", "--channel", "text", "--scheduler", scheduler, cwd=here)

    assert done.code == 3
    assert f"error[B033]: no scheduler answers at {scheduler}" in done.err
    assert not (here / "output").exists()


def test_a_poisoned_artifact_is_named_and_costs_no_other(here: Path, brought: Path) -> None:
    renderer = """
        import os, signal

        def render(digest, theme):
            if digest.stem == "planner":
                os.kill(os.getpid(), signal.SIGSEGV)
            return Rendering(content=b"alive")
        """
    env = install(brought, "poison", renderer)

    done = digest("--json", "build", "--channel", "poison", cwd=here, env=env)
    rest = digest("build", "--channel", "poison", "--role", "engineer", cwd=here, env=env)

    assert (done.code, done.codes) == (3, ["B030"])
    assert "planner, poison (signal 11)" in done.document["problems"][0]["message"]
    assert rest.code == 0
    assert (here / "output" / EDITION / "engineer.poison").read_bytes() == b"alive"


def test_a_bug_shows_its_traceback(here: Path, brought: Path) -> None:
    env = install(brought, "buggy", "def render(digest, theme): return 1 / 0")

    # Every role fails, at the same time: the first role is told nevertheless.
    done = digest("build", "--channel", "buggy", "--jobs", "3", cwd=here, env=env)
    said = digest("--json", "build", "--channel", "buggy", cwd=here, env=env)

    assert (done.code, done.out) == (70, "")
    assert "ZeroDivisionError: division by zero" in done.err
    assert "while rendering executive, buggy" in done.err
    assert "error[U004]: this is a bug in digest" in done.err
    assert "digest doctor" in done.err
    assert (said.code, said.codes) == (70, ["U004"])
    assert not (here / "output").exists()


HANG = """
    import threading

    def render(digest, theme):
        with open({pipe!r}, "w") as pipe:
            pipe.write(digest.stem)
        threading.Event().wait()
    """


@pytest.fixture
def hanging(here: Path, brought: Path, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A build whose only artifact is never done, and that has begun with it."""
    pipe = tmp_path / "begun"
    os.mkfifo(pipe)
    env = install(brought, "endless", HANG.format(pipe=str(pipe)))
    words = ["--json", "build", "--channel", "endless", "--role", "planner"]
    process = subprocess.Popen(
        [*PROGRAM, *words],
        cwd=here,
        env=environment(env),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert pipe.read_text() == "planner"
    yield process
    if process.poll() is None:
        process.kill()
    process.communicate()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("whole_group", [True, False])
def test_an_interrupted_build_ends_at_once_and_leaves_nothing(
    hanging: subprocess.Popen[str], here: Path, number: int, *, whole_group: bool
) -> None:
    """A terminal interrupts the whole group, another program the one process."""
    if whole_group and number == signal.SIGINT:
        os.killpg(hanging.pid, number)
    else:
        hanging.send_signal(number)

    # It returns when nobody holds the pipes any more: no worker has outlived the program.
    out, err = hanging.communicate(timeout=20)

    assert hanging.returncode == 130
    assert [problem["code"] for problem in json.loads(out)["problems"]] == ["U005"]
    assert err.strip() == ""
    assert not (here / "output").exists()
