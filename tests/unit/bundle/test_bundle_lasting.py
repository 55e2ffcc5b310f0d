"""Worker processes that stay from one run to the next."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from digest.bundle.limits import Limits
from digest.bundle.pool import Pool
from digest.render.artifact import Rendering
from support import tasks as do
from support.tasks import task


@pytest.fixture
def pool() -> Iterator[Pool]:
    made = Pool(1, limits=Limits(), tasks_of_a_worker=3)
    yield made
    made.close()


def _worker(pool: Pool) -> int:
    """The process that does a task."""
    (outcome,) = pool.run([task(do.pid)], lambda _: None)
    assert isinstance(outcome, Rendering)
    return int(outcome.content)


def test_a_worker_stays_for_so_many_tasks(pool: Pool) -> None:
    workers = [_worker(pool) for _ in range(4)]

    assert workers[0] == workers[1] == workers[2] != workers[3]


def test_a_worker_that_died_meanwhile_is_replaced(pool: Pool) -> None:
    first = _worker(pool)
    os.kill(first, signal.SIGKILL)

    assert _worker(pool) != first


def test_a_task_that_kills_a_worker_costs_itself_alone(pool: Pool) -> None:
    _worker(pool)
    fatal, sound = pool.run([task(do.die), task(do.echo, "alive")], lambda _: None)

    assert not isinstance(fatal, Rendering)
    assert sound == Rendering(content=b"alive", pages=5)


def test_when_it_is_closed_no_worker_is_left(pool: Pool) -> None:
    worker = _worker(pool)

    pool.close()

    with pytest.raises(ProcessLookupError):
        os.kill(worker, 0)


def test_two_pools_may_bear_workers_at_once() -> None:
    def used(number: int) -> object:
        pool = Pool(2, limits=Limits())
        words = [f"{number} {word}" for word in range(4)]
        return pool.run([task(do.echo, word) for word in words], lambda _: None)

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(used, range(4)))

    assert found == [
        [Rendering(content=f"{n} {w}".encode(), pages=3) for w in range(4)] for n in range(4)
    ]
