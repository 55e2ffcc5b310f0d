"""What one task may take of the machine before it is stopped."""

import resource
import signal
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
    """The task has used its processor time."""


@contextmanager
def on_time(limits: Limits) -> Iterator[None]:
    """Raise `OutOfTimeError` wherever our own code stands when the processor time is over.

    So a template that never ends is told by its line. Native code does not hear it: it is ended
    by `bound`.
    """
    signal.signal(signal.SIGPROF, _late)
    signal.setitimer(signal.ITIMER_PROF, limits.cpu_seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _late(_number: int, _frame: FrameType | None) -> NoReturn:
    raise OutOfTimeError("it took more processor time than it may")


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
