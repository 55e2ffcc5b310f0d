"""What all senders of a process share: whether to stop, how fast to go, how the server does."""

import threading
from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple

from digest.delivery.outcomes import Outcome
from digest.delivery.patience import Backoff, Breaker
from digest.delivery.throttle import Bucket, Domains

#: How long a sender without a session waits while others have theirs, in seconds.
_SURPLUS = 5.0


class Why(StrEnum):
    """What ended a send before its time."""

    ASKED = "asked"
    LEDGER = "ledger"
    TROUBLE = "trouble"
    ERROR = "error"


class Halt(NamedTuple):
    """Why no further mail goes out: asked by a person, by the ledger's word, for trouble."""

    why: Why
    text: str


class Setback(NamedTuple):
    """No connection came about: why, and after how many seconds the next one is tried."""

    reason: str
    seconds: float


class Shared:
    """The common state of the senders; safe to use from any thread.

    `told` hears of each connection that does not come about while there is hope, from any thread.
    """

    def __init__(
        self,
        *,
        bucket: Bucket | None = None,
        domains: Domains | None = None,
        breaker: Breaker | None = None,
        backoff: Backoff | None = None,
        told: Callable[[Setback], None] = lambda _: None,
    ) -> None:
        self.bucket = bucket
        self.domains = domains
        self.breaker = breaker or Breaker()
        self.backoff = backoff or Backoff()
        self.stopped = threading.Event()
        self._told = told
        self._sessions = 0
        self._quiet_until = 0.0
        self._halt: Halt | None = None
        self._error: BaseException | None = None
        self._lock = threading.Lock()

    @property
    def halted(self) -> Halt | None:
        """Why the send ends, None while it goes on; the first reason stays."""
        return self._halt

    @property
    def error(self) -> BaseException | None:
        """What a sender died of, the first one."""
        return self._error

    def halt(self, why: Why, text: str = "") -> None:
        """Let every sender end after the mail it has in hand."""
        with self._lock:
            self._halt = self._halt or Halt(why, text)
        self.stopped.set()

    def fail(self, error: BaseException) -> None:
        """A sender died: the others end, and the error is told."""
        with self._lock:
            self._error = self._error or error
        self.halt(Why.ERROR)

    def count(self, outcome: Outcome) -> None:
        """One attempt is over; too many refusals of the sender end the send."""
        if self.breaker.tell(outcome):
            words = outcome.reply or outcome.reason
            self.halt(Why.TROUBLE, f"the sender is refused again and again: {words}")

    def opened(self) -> None:
        """A sender has a session."""
        with self._lock:
            self._sessions += 1
            self._quiet_until = 0.0
        self.backoff.succeeded()

    def closed(self) -> None:
        """A sender has it no more."""
        with self._lock:
            self._sessions -= 1

    def wait_after(self, now: float, reason: str) -> float | None:
        """Seconds until a sender whose session did not come about tries again; None to stop.

        However many senders fail at once, it is one failure of the server; and while others get
        through it is none: then the server takes no more guests.
        """
        with self._lock:
            if self._sessions:
                return _SURPLUS
            if now < self._quiet_until:
                return self._quiet_until - now
            seconds = self.backoff.failed()
            self._quiet_until = now + (seconds or 0.0)
        if seconds is not None:
            self._told(Setback(reason, seconds))
        return seconds
