"""When to try again, when to begin a new connection, and when to stop and ask a human."""

import hashlib
import threading
from collections import deque

from digest.delivery.clock import Clock
from digest.delivery.outcomes import Outcome, Row

#: The first and the longest wait before a mail that was refused for now goes out again.
FIRST_RETRY, LONGEST_RETRY = 300.0, 14_400.0

#: So much longer at most, so that mails that were refused together do not return together.
_SPREAD = 0.25


def retry_delay(attempts: int, message_id: str) -> float:
    """Seconds until a mail that was refused for now goes out again, after so many attempts.

    Five minutes, doubling to four hours, each up to a quarter longer; the same for the same mail.
    """
    told = hashlib.sha256(f"{attempts} {message_id}".encode()).digest()
    share = int.from_bytes(told[:4], "big") / 2**32
    doublings = min(max(attempts, 1) - 1, 16)
    delay: float = min(FIRST_RETRY * 2.0**doublings, LONGEST_RETRY)
    return delay * (1 + share * _SPREAD)


class Backoff:
    """Waits longer after each connection that does not come about, and gives up at last."""

    def __init__(self, *, first: float = 1.0, most: float = 60.0, tries: int = 10) -> None:
        self._first = first
        self._most = most
        self._tries = tries
        self._failed = 0
        self._lock = threading.Lock()

    def failed(self) -> float | None:
        """Seconds to wait before the next try; None when it is time to stop."""
        with self._lock:
            self._failed += 1
            if self._failed >= self._tries:
                return None
            return min(self._first * 2.0 ** (self._failed - 1), self._most)

    def succeeded(self) -> None:
        """A session is open: the next failure is a first one."""
        with self._lock:
            self._failed = 0


class Breaker:
    """Notices that the sender is refused, not the readers: then going on does harm.

    It trips after `in_a_row` such refusals without another end between them, when they are more
    than `share` of the last `of` mails, or after `dead` dead mailboxes without a mail that was
    taken: then the server knows nobody, and a whole audience would be written to no more.
    """

    def __init__(
        self, *, in_a_row: int = 5, of: int = 50, share: float = 0.2, dead: int = 25
    ) -> None:
        self._in_a_row = in_a_row
        self._most_dead = dead
        self._dead = 0
        self._most = of * share
        self._last: deque[bool] = deque(maxlen=of)
        self._row = 0
        self._lock = threading.Lock()

    def tell(self, outcome: Outcome) -> bool:
        """Count the outcome; True when the send should stop."""
        if outcome.row in {Row.DEFERRED, Row.UNTRIED}:
            return False
        with self._lock:
            self._last.append(outcome.policy)
            self._row = self._row + 1 if outcome.policy else 0
            self._dead = 0 if outcome.row is Row.SENT else self._dead + outcome.suppress
            refused = self._row >= self._in_a_row or sum(self._last) > self._most
            return refused or self._dead >= self._most_dead


class Lease:
    """How long one session is used: servers tire of guests who stay for ever."""

    def __init__(
        self, clock: Clock, *, mails: int = 100, seconds: float = 300.0, idle: float = 30.0
    ) -> None:
        self._clock = clock
        self._mails = mails
        self._seconds = seconds
        self._idle = idle
        self._began = self._last = clock()

    def used(self) -> None:
        """A mail was posted."""
        self._mails -= 1
        self._last = self._clock()

    @property
    def over(self) -> bool:
        """Whether the next mail should have a session of its own."""
        now = self._clock()
        old = now - self._began >= self._seconds or now - self._last >= self._idle
        return old or self._mails <= 0
