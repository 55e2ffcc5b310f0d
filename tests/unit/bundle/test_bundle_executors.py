"""Where tasks run: the same outcomes everywhere."""

import signal
import socket
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from digest.bundle.executors import Cluster, Inline
from digest.bundle.limits import Limits
from digest.bundle.pool import Pool
from digest.bundle.tasks import Task
from digest.problems import DigestError, WorldError
from digest.render.artifact import Rendering
from support import tasks as do
from support.tasks import task

WORK = [task(do.echo, "a"), task(do.refuse, "P000"), task(do.echo, "b"), task(do.echo, "a")]


def _nothing(_: Task) -> None:
    return


def _cluster(address: str, *, probe: object = None, wall: float = 60) -> Cluster:
    return Cluster(
        address, limits=Limits(wall_seconds=wall), probe=lambda: probe or sys.version_info[:2]
    )


def _free_address() -> str:
    with closing(socket.create_server(("127.0.0.1", 0))) as server:
        return f"tcp://127.0.0.1:{server.getsockname()[1]}"


def test_inline_runs_in_this_process_one_after_the_other() -> None:
    finished: list[Task] = []

    outcomes = Inline().run(WORK, finished.append)

    assert finished == WORK
    assert [type(outcome) for outcome in outcomes] == [
        Rendering,
        DigestError,
        Rendering,
        Rendering,
    ]


def test_inline_and_pool_agree() -> None:
    inline = Inline().run(WORK, _nothing)
    pooled = Pool(2, limits=Limits()).run(WORK, _nothing)

    assert [str(outcome) for outcome in inline] == [str(outcome) for outcome in pooled]


def test_an_inline_bug_says_where_it_happened() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        Inline().run([task(do.stumble, stem="engineer")], _nothing)

    assert caught.value.__notes__ == ["while rendering engineer, pdf"]


@pytest.mark.parametrize(
    ("call", "limits", "setting"),
    [
        (do.spin, Limits(cpu_seconds=1), "cpu_seconds"),
        (do.hang, Limits(wall_seconds=0.2), "wall_seconds"),
    ],
)
def test_what_never_ends_is_ended_in_this_process_too(
    call: object, limits: Limits, setting: str
) -> None:
    handlers = [signal.getsignal(one) for one in (signal.SIGALRM, signal.SIGPROF)]

    outcomes = Inline(limits).run([task(call), task(do.echo, "calm")], _nothing)

    assert isinstance(outcomes[0], WorldError)
    assert [problem.code for problem in outcomes[0].problems] == ["B031"]
    assert setting in str(outcomes[0])
    assert outcomes[1] == Rendering(content=b"calm", pages=4)
    assert [signal.getsignal(one) for one in (signal.SIGALRM, signal.SIGPROF)] == handlers


def test_beside_the_main_thread_work_is_done_without_a_clock() -> None:
    with ThreadPoolExecutor(1) as threads:
        outcomes = threads.submit(Inline().run, [task(do.echo, "a")], _nothing).result()

    assert outcomes == [Rendering(content=b"a", pages=1)]


@pytest.mark.parametrize("address", [None, "nonsense", "tcp://", "tcp://no.such.host.invalid:1"])
def test_a_scheduler_that_does_not_answer_is_told_soon(address: str | None) -> None:
    before = time.monotonic()

    with pytest.raises(WorldError) as caught:
        _cluster(address or _free_address()).run(WORK, _nothing)

    assert [problem.code for problem in caught.value.problems] == ["B033"]
    assert time.monotonic() - before < 20


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)

    with pytest.raises(WorldError) as caught:
        _cluster("tcp://127.0.0.1:1").run(WORK, _nothing)

    assert [problem.code for problem in caught.value.problems] == ["B034"]
    assert "digest-press[cluster]" in (caught.value.problems[0].hint or "")


def test_nothing_to_do_asks_no_scheduler() -> None:
    assert _cluster("nonsense").run([], _nothing) == []


@pytest.fixture(scope="module")
def scheduler() -> Iterator[str]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0"
    ) as cluster:
        yield cluster.scheduler_address


@pytest.mark.full
def test_a_cluster_agrees_with_the_others(scheduler: str) -> None:
    finished: list[Task] = []

    outcomes = _cluster(scheduler).run(WORK, finished.append)

    assert [str(outcome) for outcome in outcomes] == [str(o) for o in Inline().run(WORK, _nothing)]
    assert len(finished) == len(WORK)


@pytest.mark.full
def test_a_poisoned_task_on_a_cluster_is_named(scheduler: str) -> None:
    outcomes = _cluster(scheduler).run([task(do.die), task(do.echo, "calm")], _nothing)

    assert isinstance(outcomes[0], WorldError)
    assert [problem.code for problem in outcomes[0].problems] == ["B030"]
    assert outcomes[1] == Rendering(content=b"calm", pages=4)


@pytest.mark.full
def test_a_bug_on_a_cluster_is_raised_here(scheduler: str) -> None:
    with pytest.raises(ZeroDivisionError):
        _cluster(scheduler).run([task(do.stumble)], _nothing)


@pytest.mark.full
def test_workers_that_would_make_other_bytes_are_refused(scheduler: str) -> None:
    distributed = pytest.importorskip("distributed")
    cluster = Cluster(scheduler, limits=Limits(), probe=lambda: len(sys.modules))
    with pytest.raises(WorldError) as caught:
        cluster.run(WORK, _nothing)

    assert [problem.code for problem in caught.value.problems] == ["B035"]
    assert distributed


@pytest.mark.full
def test_a_cluster_without_workers_is_refused() -> None:
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address=":0") as empty,
        pytest.raises(WorldError) as caught,
    ):
        _cluster(empty.scheduler_address).run(WORK, _nothing)

    assert "no workers" in str(caught.value)
