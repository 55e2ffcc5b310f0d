"""The clock of a send: what time it is, how much time passed, and waiting for more."""

import threading
from datetime import datetime
from typing import Protocol


class Times(Protocol):
    """Given by whoever starts a send; tests bring a clock of their own."""

    def now(self) -> datetime:
        """The moment, in UTC."""
        ...

    def clock(self) -> float:
        """Seconds that only ever grow."""
        ...

    def wait(self, event: threading.Event, seconds: float) -> bool:
        """Wait so long, or until the event; whether the event came."""
        ...
