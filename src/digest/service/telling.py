"""What whoever runs the service is told: each thing now and then, and never who asked."""

import traceback
from collections.abc import Iterable
from pathlib import Path

from digest.delivery.clock import Clock
from digest.problems import Problem
from digest.service.house import Tell

#: The same problem is told again after so many seconds, and not before.
AGAIN = 60.0

#: So many problems are remembered.
_MOST = 100


class Quiet:
    """Tells a problem the first time and then once a minute, however often it is met."""

    def __init__(self, tell: Tell, clock: Clock) -> None:
        self._tell = tell
        self._clock = clock
        self._told: dict[str, float] = {}

    def __call__(self, problems: Iterable[Problem]) -> None:
        """Tell those of the problems that were not told lately."""
        now = self._clock()
        self._told = {text: at for text, at in self._told.items() if now - at < AGAIN}
        fresh = [one for one in problems if str(one) not in self._told]
        self._told |= {str(one): now for one in fresh[:_MOST]}
        if fresh:
            self._tell(fresh)


def bug(error: Exception) -> Problem:
    """S010: a request met a bug; its place is told, its words are not: they may tell who asked."""
    frames = traceback.extract_tb(error.__traceback__)
    last = frames[-1] if frames else None
    place = f" in {Path(last.filename).name}, line {last.lineno}, {last.name}" if last else ""
    return Problem(
        code="S010",
        message=f"a request failed by a bug of digest: {type(error).__name__}{place}",
        hint="please report it, with what `digest doctor` says",
    )
