"""What all senders of a process share: whether to stop, how fast to go, what was done."""

import threading
from collections import Counter
from enum import StrEnum
from typing import NamedTuple

from digest.delivery.outcomes import Outcome, Row
from digest.delivery.patience import Backoff, Breaker
from digest.delivery.throttle import Bucket, Domains


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


class Shared:
    """The common state of the senders; safe to use from any thread."""

    def __init__(
        self,
        *,
        bucket: Bucket | None = None,
        domains: Domains | None = None,
        breaker: Breaker | None = None,
        backoff: Backoff | None = None,
    ) -> None:
        self.bucket = bucket
        self.domains = domains
        self.breaker = breaker or Breaker()
        self.backoff = backoff or Backoff()
        self.stopped = threading.Event()
        self._halt: Halt | None = None
        self._error: BaseException | None = None
        self._done: Counter[Row] = Counter()
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
        with self._lock:
            self._done[outcome.row] += 1
        if self.breaker.tell(outcome):
            words = outcome.reply or outcome.reason
            self.halt(Why.TROUBLE, f"the sender is refused again and again: {words}")

    @property
    def done(self) -> dict[Row, int]:
        """How many attempts ended how, in this process."""
        with self._lock:
            return dict(self._done)
