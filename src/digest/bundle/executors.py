"""Where tasks run: in this process, in a pool of processes, or on a cluster."""

import socket
from collections.abc import Callable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import Any
from urllib.parse import urlsplit

from digest.bundle.limits import Limits, OutOfTimeError, by_the_clock, on_time
from digest.bundle.tasks import Outcome, Task, crashed, overdue
from digest.problems import DigestError, Problem, WorldError

#: How long a scheduler may take to answer, and its first worker to appear, in seconds.
CONNECT_SECONDS = 5


class Inline:
    """A runner in this process: no isolation, for debugging and small work.

    Of the limits it keeps those of time, in our own code and on the main thread alone: no other
    process watches, and only that thread hears a clock.
    """

    def __init__(self, limits: Limits | None = None) -> None:
        self.limits = limits or Limits()

    def run(self, tasks: Sequence[Task], done: Callable[[Task], None]) -> list[Outcome]:
        """Run the tasks one after the other; see `Runner.run`."""
        outcomes: list[Outcome] = []
        for task in tasks:
            outcomes.append(self._outcome(task))
            done(task)
        return outcomes

    def close(self) -> None:
        """Nothing is kept from run to run."""

    def _outcome(self, task: Task) -> Outcome:
        try:
            with on_time(self.limits), by_the_clock(self.limits):
                return _outcome(task, partial(task.call, *task.arguments))
        except OutOfTimeError as error:
            return overdue(task, error.allowed, error.setting)


class Cluster:
    """A runner on the workers of a `dask.distributed` scheduler, such as `tcp://10.0.0.5:8786`.

    `probe` is called on every worker and here: where the answers differ, the bytes would, so
    nothing is run. Limits of memory are the workers' own; `limits.wall_seconds` bounds how long
    nothing may come back.
    """

    def __init__(self, address: str, *, limits: Limits, probe: Callable[[], object]) -> None:
        self.address = address
        self.limits = limits
        self.probe = probe

    def run(self, tasks: Sequence[Task], done: Callable[[Task], None]) -> list[Outcome]:
        """Run the tasks; see `Runner.run`. `WorldError` (B033 to B035) when nobody can."""
        if not tasks:
            return []
        cluster = _installed()
        with self._client(cluster) as client:
            self._agree(client)
            # Pure tasks with equal arguments would be run once: equal is not the same here.
            executor = client.get_executor(pure=False)
            futures = {executor.submit(task.call, *task.arguments): task for task in tasks}
            self._await(futures, done)
            taken = [
                (task, self._taken(cluster, future, task)) for future, task in futures.items()
            ]
            # A worker that dies takes its neighbours along: alone, only the guilty die again.
            return [outcome or self._alone(cluster, executor, task) for task, outcome in taken]

    def _client(self, cluster: Any) -> Any:
        # A client that could not connect deadlocks when it is collected: knock before.
        try:
            socket.create_connection(_endpoint(self.address), timeout=CONNECT_SECONDS).close()
            return cluster.Client(self.address, timeout=CONNECT_SECONDS, set_as_default=False)
        except (OSError, ValueError) as error:
            raise WorldError(
                Problem(
                    code="B033",
                    message=f"no scheduler answers at {self.address}",
                    hint="start one with `dask scheduler`, or leave --scheduler out",
                )
            ) from error

    def _agree(self, client: Any) -> None:
        """Make sure that there are workers and that they would make the bytes made here."""
        here = self.probe()
        with suppress(TimeoutError):  # then nobody answers, which is told below
            client.wait_for_workers(1, timeout=CONNECT_SECONDS)
        answers = client.run(self.probe, on_error="return")
        strangers = sorted(worker for worker, answer in answers.items() if answer != here)
        if not answers:
            what, hint = "has no workers", "start some with `dask worker`"
        elif strangers:
            what = f"has {len(strangers)} of {len(answers)} workers that would make other bytes"
            hint = "install the same versions and the same templates on every worker"
        else:
            return
        message = f"the scheduler at {self.address} {what}"
        raise WorldError(Problem(code="B035", message=message, hint=hint))

    def _await(self, futures: dict[Future[Any], Task], done: Callable[[Task], None]) -> None:
        open_ = set(futures)
        while open_:
            finished, open_ = wait(
                open_, timeout=self.limits.wall_seconds, return_when=FIRST_COMPLETED
            )
            for future in finished or open_:
                done(futures[future])
            if not finished:
                return

    def _alone(self, cluster: Any, executor: Any, task: Task) -> Outcome:
        future = executor.submit(task.call, *task.arguments)
        wait([future], timeout=self.limits.wall_seconds)
        return self._taken(cluster, future, task) or crashed(task, 1)

    def _taken(self, cluster: Any, future: Future[Any], task: Task) -> Outcome | None:
        """The outcome of a task; None when its worker died."""
        if not future.done():
            future.cancel()
            return overdue(task, f"{self.limits.wall_seconds:g} s", "wall_seconds")
        try:
            return _outcome(task, future.result)
        except cluster.KilledWorker:
            return None


def _outcome(task: Task, call: Callable[[], Any]) -> Outcome:
    try:
        outcome: Outcome = call()
    except DigestError as error:
        return error
    except Exception as error:
        error.add_note(f"while rendering {task.name}")
        raise
    return outcome


def _endpoint(address: str) -> tuple[str, int]:
    """Host and port of `tcp://host:port` or `tls://host:port`; ValueError for anything else."""
    parts = urlsplit(address)
    if parts.scheme not in {"tcp", "tls"} or not parts.hostname or not parts.port:
        raise ValueError(address)
    return parts.hostname, parts.port


def _installed() -> Any:
    try:
        return import_module("distributed")
    except ImportError as error:
        raise WorldError(
            Problem(
                code="B034",
                message="--scheduler needs the extra `cluster`, which is not installed",
                hint="pip install 'digest-press[cluster]'",
            )
        ) from error
