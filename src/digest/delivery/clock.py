"""The one clock that delivery measures by: it only ever goes forward, and tests can hold it."""

from typing import Protocol


class Clock(Protocol):
    """Seconds since some moment, never less than before; `time.monotonic` is one."""

    def __call__(self) -> float:
        """The seconds now."""
        ...
