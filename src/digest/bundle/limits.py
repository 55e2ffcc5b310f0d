"""What one task may take of the machine before it is stopped."""

import resource

from pydantic import Field

from digest.values import Frozen

MEGABYTE = 1024 * 1024


class Limits(Frozen):
    """Address space in megabytes, processor time and wall clock time in seconds, per task."""

    memory_mb: int = Field(default=4096, ge=512)
    cpu_seconds: int = Field(default=300, ge=1)
    wall_seconds: float = Field(default=600, gt=0)


def bound(limits: Limits) -> None:
    """Bind this process to the limits for its next task; never above what binds it already.

    The address space counts what the process has mapped before; the processor time is granted
    from now on. A core file is not worth the disk.
    """
    used = resource.getrusage(resource.RUSAGE_SELF)
    seconds = int(used.ru_utime + used.ru_stime) + 1 + limits.cpu_seconds
    _lower(resource.RLIMIT_AS, limits.memory_mb * MEGABYTE)
    _lower(resource.RLIMIT_CPU, seconds)
    _lower(resource.RLIMIT_CORE, 0)


def _lower(kind: int, value: int) -> None:
    _, hard = resource.getrlimit(kind)
    soft = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(kind, (soft, hard))
