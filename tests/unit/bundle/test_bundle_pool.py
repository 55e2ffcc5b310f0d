"""Worker processes: what kills one costs its task alone."""

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from digest.bundle.limits import Limits
from digest.bundle.pool import TASKS_OF_A_WORKER, Pool
from digest.bundle.tasks import Outcome, Task
from digest.problems import DigestError, Problem, WorldError
from digest.render.artifact import Rendering
from support import tasks as do
from support.tasks import task
from support.tree import ROOT


def _run(tasks: Sequence[Task], *, jobs: int = 2, limits: Limits | None = None) -> list[Outcome]:
    finished: list[Task] = []
    outcomes = Pool(jobs, limits=limits or Limits()).run(tasks, finished.append)
    assert sorted(finished, key=str) == sorted(tasks, key=str)
    return outcomes


def _codes(outcome: Outcome) -> list[str]:
    assert isinstance(outcome, DigestError)
    return [problem.code for problem in outcome.problems]


def _texts(outcomes: Sequence[Outcome]) -> list[str]:
    return [one.content.decode() for one in outcomes if isinstance(one, Rendering)]


def test_outcomes_come_in_the_order_of_the_tasks() -> None:
    words = [str(number) for number in range(20)]

    outcomes = _run([task(do.echo, word) for word in words], jobs=3)

    assert outcomes == [Rendering(content=w.encode(), pages=len(w)) for w in words]


def test_nothing_to_do_starts_nobody() -> None:
    assert _run([]) == []


@pytest.mark.parametrize("number", [signal.SIGSEGV, signal.SIGKILL, signal.SIGABRT])
def test_a_poisoned_task_is_named_and_the_others_are_done(number: int) -> None:
    tasks = [task(do.echo, str(n)) for n in range(6)]
    tasks.insert(2, task(do.die, number, stem="engineer", channel="email"))

    outcomes = _run(tasks)

    assert _texts(outcomes) == ["0", "1", "2", "3", "4", "5"]
    assert isinstance(outcomes[2], WorldError)
    assert _codes(outcomes[2]) == ["B030"]
    assert f"engineer, email (signal {int(number)})" in str(outcomes[2])


def test_a_worker_that_leaves_is_a_crash_too() -> None:
    (outcome,) = _run([task(do.leave)])

    assert "exit code 7" in str(outcome)


def test_a_task_whose_worker_was_killed_has_a_second_chance(tmp_path: Path) -> None:
    outcomes = _run([task(do.die_once, str(tmp_path / "mark")), task(do.echo, "calm")])

    assert _texts(outcomes) == ["second chance", "calm"]


def test_too_much_memory_costs_one_task() -> None:
    limits = Limits(memory_mb=1024)

    outcomes = _run([task(do.eat, 3000), task(do.eat, 10)], limits=limits)

    assert _codes(outcomes[0]) == ["B032"]
    assert "1024 MB" in str(outcomes[0])
    assert _texts(outcomes[1:]) == ["\0"]


def test_too_much_work_costs_one_task() -> None:
    outcomes = _run([task(do.spin), task(do.echo, "calm")], limits=Limits(cpu_seconds=1))

    assert _codes(outcomes[0]) == ["B031"]
    assert "cpu_seconds" in str(outcomes[0])
    assert _texts(outcomes) == ["calm"]


def test_waiting_for_ever_costs_one_task() -> None:
    outcomes = _run([task(do.hang), task(do.echo, "calm")], limits=Limits(wall_seconds=2))

    assert _codes(outcomes[0]) == ["B031"]
    assert "wall_seconds" in str(outcomes[0])
    assert _texts(outcomes) == ["calm"]


def test_an_expected_failure_comes_back_with_its_problems() -> None:
    outcomes = _run([task(do.refuse, "P000"), task(do.echo, "calm")])

    assert isinstance(outcomes[0], DigestError)
    assert outcomes[0].problems == (Problem(code="P000", message="no", path="a.json", line=3),)


def test_a_bug_is_raised_here_and_says_where_it_happened() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        _run([task(do.stumble, stem="engineer")])

    notes = "\n".join(caught.value.__notes__)
    assert "while rendering engineer, pdf" in notes
    assert "in stumble" in notes


def test_of_several_bugs_the_first_in_order_is_raised(tmp_path: Path) -> None:
    """The second task fails first, and only then the first one may."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    calls = [task(do.stumble_after, str(pipe), stem="a"), task(do.stumble_and_tell, str(pipe))]

    with pytest.raises(LookupError, match="late") as caught:
        _run(calls)

    assert "while rendering a, pdf" in "\n".join(caught.value.__notes__)


def test_a_bug_ends_the_work_on_everything_behind_it() -> None:
    """What would never end is ended, what waits is not begun."""
    with pytest.raises(ZeroDivisionError):
        _run([task(do.echo, "a"), task(do.stumble), task(do.hang), task(do.hang)])


def test_a_bug_that_cannot_be_copied_is_told_in_words() -> None:
    with pytest.raises(RuntimeError, match="in stumble_badly"):
        _run([task(do.stumble_badly)])


def test_a_worker_is_replaced_after_a_while() -> None:
    outcomes = _run([task(do.pid) for _ in range(TASKS_OF_A_WORKER + 1)], jobs=1)

    processes = _texts(outcomes)
    assert len(set(processes[:-1])) == 1
    assert processes[-1] != processes[0]


SCRIPT = """
import sys
from digest.bundle.limits import Limits
from digest.bundle.pool import Pool
from support import tasks as do

pool = Pool(1, limits=Limits(), preload={preload!r})
(outcome,) = pool.run([do.task({call})], lambda task: None)
print(outcome.content.decode())
"""


def _script(call: str, *preload: str) -> subprocess.CompletedProcess[str]:
    """Run a task from a script that does not guard its main module."""
    script = SCRIPT.format(call=call, preload=preload)
    environment = {"PYTHONPATH": str(ROOT / "tests")}
    command = [sys.executable, "-c", script]
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True)


def test_what_a_task_prints_never_reaches_the_result() -> None:
    done = _script("do.chat")

    assert done.stdout == "said\n"
    assert "chatter" in done.stderr
    assert "native chatter" in done.stderr


@pytest.mark.parametrize(
    ("preload", "found"), [((), "False"), (("no_such_module", "wave"), "True")]
)
def test_workers_are_born_with_what_they_need(preload: tuple[str, ...], found: str) -> None:
    done = _script("do.loaded, 'wave'", *preload)

    assert (done.stdout, done.stderr) == (f"{found}\n", "")


def test_a_script_without_a_guard_is_not_run_again_by_every_worker(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT.format(call="do.echo, 'once'", preload=()))

    done = subprocess.run(
        [sys.executable, script],
        env={"PYTHONPATH": str(ROOT / "tests")},
        check=True,
        capture_output=True,
        text=True,
    )

    assert (done.stdout, done.stderr) == ("once\n", "")


def test_no_worker_outlives_the_program(tmp_path: Path) -> None:
    """It returns when the last process that holds the pipes is gone."""
    pipe = tmp_path / "begun"
    os.mkfifo(pipe)
    script = SCRIPT.format(call=f"do.announce, {str(pipe)!r}", preload=())
    with subprocess.Popen(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": str(ROOT / "tests")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as program:
        assert pipe.read_text() == "begun"
        program.kill()
        out, err = program.communicate(timeout=20)

    assert (out, err) == (b"", b"")


LEAVES = """
import threading, time
from digest.bundle.workers import Nursery
begun = threading.Event()
class Slow:
    def start(self):
        begun.set()
        time.sleep(0.3)
        print("born", flush=True)
threading.Thread(target=Nursery([]).birth, args=[Slow()], daemon=True).start()
begun.wait()
"""


def test_a_program_that_ends_waits_for_a_birth_under_way() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LEAVES], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "born\n", "")
