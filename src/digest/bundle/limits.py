"""What one task may take of the machine before it is stopped."""

import resource
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import NoReturn

from pydantic import Field

from digest.values import Frozen

MEGABYTE = 1024 * 1024


class Limits(Frozen):
    """Address space in megabytes, processor time and wall clock time in seconds, per task."""

    memory_mb: int = Field(default=4096, ge=512)
    cpu_seconds: int = Field(default=300, ge=1)
    wall_seconds: float = Field(default=600, gt=0)


#: A task that does not give up when its time is over is ended so much later, in seconds.
GRACE = 1


class OutOfTimeError(Exception):
    """The task has used its time: how much that was, and the setting that would allow more."""

    def __init__(self, allowed: str, setting: str) -> None:
        super().__init__(allowed, setting)
        self.allowed = allowed
        self.setting = setting

    def __str__(self) -> str:
        return f"it took more than {self.allowed}"


@contextmanager
def on_time(limits: Limits) -> Iterator[None]:
    """Raise `OutOfTimeError` wherever our own code stands when the processor time is over.

    So a template that never ends is told by its line. Native code does not hear it: it is ended
    by `bound`.
    """
    over = OutOfTimeError(f"{limits.cpu_seconds} s of work", "cpu_seconds")
    with _timer(signal.ITIMER_PROF, signal.SIGPROF, limits.cpu_seconds, over):
        yield


@contextmanager
def by_the_clock(limits: Limits) -> Iterator[None]:
    """Raise `OutOfTimeError` wherever our own code stands when the wall clock time is over.

    For a process that nobody else watches. Native code hears it when it is done.
    """
    over = OutOfTimeError(f"{limits.wall_seconds:g} s", "wall_seconds")
    with _timer(signal.ITIMER_REAL, signal.SIGALRM, limits.wall_seconds, over):
        yield


@contextmanager
def _timer(kind: int, number: signal.Signals, seconds: float, over: Exception) -> Iterator[None]:
    def late(_number: int, _frame: FrameType | None) -> NoReturn:
        raise over

    if threading.current_thread() is not threading.main_thread():  # which alone hears signals
        yield
        return
    before = signal.signal(number, late)
    signal.setitimer(kind, seconds)
    try:
        yield
    finally:
        signal.setitimer(kind, 0)
        signal.signal(number, before)


def bound(limits: Limits) -> None:
    """Bind this process to the limits for its next task; never above what binds it already.

    The address space counts what the process has mapped before; the processor time is granted
    from now on. A core file is not worth the disk.
    """
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + 1 + limits.cpu_seconds + GRACE
    _lower(resource.RLIMIT_AS, limits.memory_mb * MEGABYTE)
    _lower(resource.RLIMIT_CPU, seconds)
    _lower(resource.RLIMIT_CORE, 0)


def _lower(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    soft = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (soft, hard))
