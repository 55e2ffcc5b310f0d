"""A thread that works on the latest thing it was given."""

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

_Thing = TypeVar("_Thing")


class Lane(Generic[_Thing]):
    """Works on one thing after the other; what comes while it works replaces what waits.

    However much is given, one thing is in work and one waits. An exception of the work ends the
    lane and is told to `failed`.
    """

    def __init__(
        self, name: str, work: Callable[[_Thing], None], failed: Callable[[BaseException], None]
    ) -> None:
        self._work = work
        self._failed = failed
        self._waiting: list[_Thing] = []
        self._ended = False
        self._bell = threading.Condition()
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)

    def start(self) -> None:
        """Begin to work."""
        self._thread.start()

    def give(self, thing: _Thing) -> None:
        """Let this be the next thing; what waited before is dropped."""
        with self._bell:
            self._waiting[:] = [thing]
            self._bell.notify()

    def end(self, patience: float | None = None) -> None:
        """Drop what waits and return when the thing in hand is done, or after so many seconds."""
        with self._bell:
            self._ended = True
            self._bell.notify()
        self._thread.join(patience)

    def _run(self) -> None:
        try:
            while (thing := self._next()) is not None:
                self._work(thing)
        except BaseException as error:  # noqa: BLE001  # whoever serves raises it again
            self._failed(error)

    def _next(self) -> _Thing | None:
        with self._bell:
            self._bell.wait_for(lambda: self._waiting or self._ended)
            return None if self._ended else self._waiting.pop()
