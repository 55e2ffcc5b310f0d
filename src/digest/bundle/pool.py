"""Child processes that share the tasks; a task that kills its worker costs itself alone."""

import signal
import time
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from multiprocessing.connection import wait

from digest.bundle.limits import Limits, OutOfTimeError
from digest.bundle.tasks import Outcome, Task, crashed, no_worker, overdue, too_big
from digest.bundle.workers import ERROR, Nursery, Worker
from digest.problems import DigestError, WorldError

#: A worker is replaced after so many tasks: native libraries keep memory they no longer need.
TASKS_OF_A_WORKER = 16

#: The kernel may kill an innocent worker when memory is short: a task has a second chance.
CHANCES = 2


class Pool:
    """A runner with `jobs` worker processes, each bound to the limits.

    `preload` names modules the workers find imported. Workers come from a fork server, so no
    thread and no lock of this process reaches them. A pool with `tasks_of_a_worker` keeps its
    workers from one run to the next, each for so many tasks; `close` ends them.
    """

    def __init__(
        self,
        jobs: int,
        *,
        limits: Limits,
        preload: Iterable[str] = (),
        tasks_of_a_worker: int | None = None,
    ) -> None:
        self.jobs = jobs
        self.limits = limits
        self.preload = tuple(preload)
        self.lasting = tasks_of_a_worker is not None
        self.most = tasks_of_a_worker or TASKS_OF_A_WORKER
        self.spare: list[Worker] = []

    def run(self, tasks: Sequence[Task], done: Callable[[Task], None]) -> list[Outcome]:
        """Run the tasks; see `Runner.run`."""
        if not tasks:
            return []
        shift = _Shift(self, tasks, done)
        try:
            while shift.waiting or shift.seats:
                shift.step()
        finally:
            shift.end()
        if shift.bugs:
            raise shift.bugs[min(shift.bugs)]
        return [shift.outcomes[number] for number in range(len(tasks))]

    def close(self) -> None:
        """End the workers that are kept."""
        while self.spare:
            self.spare.pop().close()


@dataclass
class _Seat:
    """A worker at work on a task, until when, in which attempt."""

    worker: Worker
    number: int
    attempt: int
    deadline: float


@dataclass
class _Shift:
    """One run of a pool: who works on what, what waits, what is done."""

    pool: Pool
    tasks: Sequence[Task]
    done: Callable[[Task], None]
    outcomes: dict[int, Outcome] = field(default_factory=dict)
    bugs: dict[int, Exception] = field(default_factory=dict)
    seats: list[_Seat] = field(default_factory=list)
    idle: list[Worker] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.waiting = deque((number, 1) for number in range(len(self.tasks)))
        self.nursery = Nursery(self.pool.preload)
        self.idle, self.pool.spare = self.pool.spare, []

    def step(self) -> None:
        """Give out what waits, wait for the next event, take in what has come."""
        while self.waiting and len(self.seats) < self.pool.jobs:
            self._seat(*self.waiting.popleft())
        if not self.seats:
            return
        nearest = min(seat.deadline for seat in self.seats)
        connections = [seat.worker.connection for seat in self.seats]
        ready = wait(connections, timeout=max(0.0, nearest - time.monotonic()))
        for seat in [seat for seat in self.seats if seat.worker.connection in ready]:
            if seat in self.seats:  # an answer before it may have ended its worker
                self._take(seat)
        now = time.monotonic()
        for seat in [seat for seat in self.seats if seat.deadline <= now]:
            self._stop(seat)

    def end(self) -> None:
        """End every worker, whatever it is doing, but for those that are kept."""
        if self.pool.lasting:
            self.pool.spare, self.idle = self.idle, []
        for worker in (*self.idle, *(seat.worker for seat in self.seats)):
            worker.close()

    def _seat(self, number: int, attempt: int) -> None:
        worker = self.idle.pop() if self.idle else self._hire()
        deadline = time.monotonic() + self.pool.limits.wall_seconds
        seat = _Seat(worker, number, attempt, deadline)
        self.seats.append(seat)
        task = self.tasks[number]
        try:
            worker.work(task.call, task.arguments)
        except OSError:
            self._lose(seat)

    def _hire(self) -> Worker:
        try:
            return Worker(self.nursery, self.pool.limits)
        except (OSError, EOFError) as error:
            raise no_worker(error) from error

    def _take(self, seat: _Seat) -> None:
        try:
            kind, value = seat.worker.answer()
        except EOFError:
            self._lose(seat)
            return
        self.seats.remove(seat)
        if seat.worker.served < self.pool.most:
            self.idle.append(seat.worker)
        else:
            seat.worker.close()
        if kind != ERROR:
            self._settle(seat.number, value)
        elif expected := self._expected(seat.number, value):
            self._settle(seat.number, expected)
        else:
            self._give_up(seat.number, value)

    def _expected(self, number: int, error: Exception) -> DigestError | None:
        """The failure that an exception of a task stands for; None for a bug."""
        task = self.tasks[number]
        if isinstance(error, DigestError):
            return error
        if isinstance(error, MemoryError):
            return too_big(task, self.pool.limits.memory_mb)
        return self._overworked(task) if isinstance(error, OutOfTimeError) else None

    def _give_up(self, number: int, bug: Exception) -> None:
        """Note the bug and end all work on later tasks.

        Earlier ones go on: which bug is told must not depend on who is faster.
        """
        bug.add_note(f"while rendering {self.tasks[number].name}")
        self.bugs[number] = bug
        self.waiting = deque(one for one in self.waiting if one[0] < number)
        for seat in [seat for seat in self.seats if seat.number > number]:
            self.seats.remove(seat)
            seat.worker.close()

    def _lose(self, seat: _Seat) -> None:
        """A worker died by itself: the processor's time limit, or something in the task."""
        self.seats.remove(seat)
        code, task = seat.worker.fate(), self.tasks[seat.number]
        if code == -signal.SIGXCPU:
            self._settle(seat.number, self._overworked(task))
        elif seat.attempt < CHANCES:
            self.waiting.append((seat.number, seat.attempt + 1))
        else:
            self._settle(seat.number, crashed(task, code))

    def _overworked(self, task: Task) -> WorldError:
        return overdue(task, f"{self.pool.limits.cpu_seconds} s of work", "cpu_seconds")

    def _stop(self, seat: _Seat) -> None:
        self.seats.remove(seat)
        seat.worker.close()
        seconds = f"{self.pool.limits.wall_seconds:g} s"
        error: WorldError = overdue(self.tasks[seat.number], seconds, "wall_seconds")
        self._settle(seat.number, error)

    def _settle(self, number: int, outcome: Outcome) -> None:
        self.outcomes[number] = outcome
        self.done(self.tasks[number])
