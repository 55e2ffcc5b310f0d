"""How fast mails go out: a rate for all of them, and a width for each domain."""

import re
import threading
from collections import OrderedDict, deque

from digest.delivery.clock import Clock
from digest.delivery.outcomes import Outcome, Pace, Row
from digest.problems import Problem, UsageError
from digest.values import Frozen

_RATE = re.compile(r"([1-9][0-9]{0,5})/(s|min|h|d)")
_SECONDS = {"s": 1, "min": 60, "h": 3600, "d": 86400}

#: What is kept free between windows, so that clocks that go a little unevenly break none.
_MARGIN, _LONGEST_MARGIN = 0.005, 0.05

#: A mail of which no answer is known yet counts as begun after this part of a window.
_SLOW = 0.1

#: How many idle domains are remembered.
_REMEMBERED = 4096


class Rate(Frozen):
    """At most so many mails within any so many seconds."""

    mails: int
    seconds: float

    @classmethod
    def parse(cls, text: str) -> "Rate":
        """The rate in words like `10/s`, `500/min`, `2/h`, `90000/d`; `UsageError` D115 else."""
        found = _RATE.fullmatch(text.replace(" ", ""))
        if not found:
            hint = "write a number up to 999,999 and s, min, h or d, such as 10/s or 500/min"
            raise UsageError(Problem(code="D115", message="this is no rate of mails", hint=hint))
        return cls(mails=int(found[1]), seconds=_SECONDS[found[2]])

    @property
    def window(self) -> float:
        """Seconds in which so many mails are begun at most, a little more than the rate says."""
        return self.seconds + min(self.seconds * _MARGIN, _LONGEST_MARGIN)

    @property
    def travel(self) -> float:
        """Seconds after which a mail counts as begun while no answer is known."""
        return self.seconds * _SLOW


class Bucket:
    """Gives out as many tokens as the rate allows in any window, and not one more.

    It is shared by all connections of a process; a token is taken right before a mail is posted.
    """

    def __init__(self, rate: Rate, clock: Clock) -> None:
        self.rate = rate
        self._clock = clock
        self._given: deque[float] = deque(maxlen=rate.mails)
        self._shut_until = 0.0
        self._lock = threading.Lock()

    def take(self) -> float:
        """0 when a token was given; otherwise the seconds until there may be one again."""
        with self._lock:
            now = self._clock()
            free = self._shut_until
            if len(self._given) == self.rate.mails:
                free = max(free, self._given[0] + self.rate.window)
            if now < free:
                return free - now
            self._given.append(now)
            return 0.0

    def give_back(self, seconds: float) -> None:
        """A token was of no use: other processes took theirs, and for so long there is none."""
        with self._lock:
            if self._given:
                self._given.pop()
            self._shut_until = max(self._shut_until, self._clock() + seconds)


class Domains:
    """How many connections each domain gets at once, more while all is well, fewer when not.

    Only for a sender without a relay: to a relay all domains are one. As in a scheduler of mail
    servers, each good end adds 1/N to a width of N and each bad one takes 1/N away.
    """

    def __init__(self, *, first: int = 2, most: int = 20) -> None:
        self._first = float(first)
        self._most = float(most)
        self._busy: dict[str, int] = {}
        self._width: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def enter(self, domain: str) -> bool:
        """Whether one more mail may go to the domain now; then `leave` must follow."""
        name = domain.lower()
        with self._lock:
            busy = self._busy.get(name, 0)
            if busy >= int(self._width.get(name, self._first)):
                return False
            self._busy[name] = busy + 1
            return True

    def leave(self, domain: str, outcome: Outcome) -> None:
        """The mail is done with; its outcome makes the domain wider or narrower."""
        name = domain.lower()
        with self._lock:
            self._busy[name] -= 1
            if not self._busy[name]:
                del self._busy[name]
            width = self._width.pop(name, self._first)
            self._width[name] = min(max(width + _step(outcome) / int(width), 1.0), self._most)
            if len(self._width) > _REMEMBERED:
                self._width.popitem(last=False)


def _step(outcome: Outcome) -> int:
    """Up for a mail that was taken, down for trouble with the connection, else neither."""
    if outcome.row is Row.SENT:
        return 1
    trouble = outcome.at_once or outcome.row is Row.AMBIGUOUS or outcome.send is Pace.BACK_OFF
    return -1 if trouble or outcome.code == 421 else 0
