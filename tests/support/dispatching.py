"""A whole send in one process: real ledger and letters, a scripted server, a clock of its own."""

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from digest.bundle import store
from digest.bundle.manifest import manifest_of
from digest.delivery.audience import Recipient
from digest.delivery.dispatch.crew import Job, deliver
from digest.delivery.dispatch.letters import Letters
from digest.delivery.dispatch.links import Links
from digest.delivery.dispatch.shared import Halt, Shared
from digest.delivery.ledger import runs
from digest.delivery.ledger.account import account, assert_adds_up, listed
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.rows import Row, Run
from digest.delivery.outcomes import Connection, Envelope, Outcome, Pace, Phase
from digest.delivery.outcomes import Row as End
from digest.delivery.states import State
from digest.delivery.transports import Transport
from support.bundles import EDITION, artifact
from support.ledgers import KEYS, NOW, RULE, started
from support.letters import DATE, TEXT, approved

SENT = Outcome(row=End.SENT, connection=Connection.KEEP, phase=Phase.DOT, code=250, reply="250 ok")

#: Ends of attempts.
LOST = Outcome(row=End.DEFERRED, connection=Connection.DROP, phase=Phase.DATA, at_once=True)
DOUBT = Outcome(row=End.AMBIGUOUS, connection=Connection.DROP, phase=Phase.DOT)
LATER = Outcome(row=End.DEFERRED, connection=Connection.RESET, phase=Phase.RCPT, code=450)
DEAD = Outcome(
    row=End.FAILED, connection=Connection.RESET, phase=Phase.RCPT, code=550, suppress=True
)
REFUSED = Outcome(
    row=End.FAILED,
    connection=Connection.RESET,
    phase=Phase.DOT,
    code=550,
    policy=True,
    reply="550 5.7.1 spam",
)
NOT_YOU = Outcome(
    row=End.UNTRIED,
    connection=Connection.RESET,
    phase=Phase.MAIL,
    code=550,
    send=Pace.PAUSE,
    reply="550 5.7.1 not you",
)

#: Sessions that do not come about.
CLOSED = Outcome(
    row=End.UNTRIED,
    connection=Connection.DROP,
    phase=Phase.CONNECT,
    send=Pace.BACK_OFF,
    reason="the server cannot be reached",
)
NO_TLS = CLOSED.model_copy(
    update={"phase": Phase.TLS, "send": Pace.PAUSE, "reason": "the server offers no TLS"}
)

#: What a script does for one attempt: an outcome, or something done while the mail is on the wire.
Step = Outcome | Callable[[], object]

_numbers = count(1)


class Bundle(NamedTuple):
    """A bundle with the mails of two roles, and its seal."""

    folder: Path
    seal: str


def bundle(output: Path, text: str = TEXT) -> Bundle:
    """A small bundle in that folder."""
    files = [artifact(f"{role}.eml", approved(text=text)) for role in ("planner", "engineer")]
    made = manifest_of(EDITION, files, inputs={}, tools={})
    store.write(output, made, files)
    return Bundle(output / EDITION, made.seal)


class Hours:
    """A clock that runs only while somebody waits; `called` hears each wait."""

    def __init__(self, begin: datetime = NOW) -> None:
        self.begin = begin
        self.called: Callable[[float], None] | None = None
        self.seconds = 0.0
        self.waits: list[float] = []
        self._lock = threading.Lock()

    def now(self) -> datetime:
        """The moment; some time after the beginning."""
        return self.begin + timedelta(seconds=self.seconds)

    def clock(self) -> float:
        """Seconds since the beginning."""
        return self.seconds

    def wait(self, event: threading.Event, seconds: float) -> bool:
        """Let the time pass at once."""
        if self.called:
            self.called(seconds)
        with self._lock:
            self.waits.append(seconds)
            self.seconds += seconds
        return event.is_set()


class Posted(NamedTuple):
    """One mail that was handed to a session."""

    address: str
    message_id: str
    at: float
    session: int
    sender: str


class Script:
    """A transport that does as it is told; whatever nothing is said of is taken.

    `openings` are what becomes of sessions that are asked for, one after another, then all come
    about; `always` is the end of every attempt without one of its own.
    """

    name = "script"

    def __init__(
        self,
        hours: Hours,
    ) -> None:
        self.hours = hours
        self.steps: dict[str | int, deque[Step]] = {}
        self.openings: deque[Outcome] = deque()
        self.always: Step | None = None
        self.posted: list[Posted] = []
        self.sessions = 0
        self.open_now: set[int] = set()
        self._lock = threading.Lock()

    def say(self, key: str | int, *steps: Step) -> None:
        """The ends of the attempts at an address, or of the mail of that number, from 1."""
        self.steps[key] = deque(steps)

    def open(self) -> "_Session | Outcome":
        """A session, or what the script says."""
        with self._lock:
            if self.openings:
                return self.openings.popleft()
            self.sessions += 1
            self.open_now.add(self.sessions)
            return _Session(self, self.sessions)

    def next_end(self, envelope: Envelope, content: bytes, session: int) -> Outcome:
        """What becomes of the mail that is posted now."""
        found = content.partition(b"Message-ID: ")[2].partition(b"\r\n")[0].decode()
        with self._lock:
            at, sender = self.hours.seconds, envelope.sender
            self.posted.append(Posted(envelope.recipient, found, at, session, sender))
            steps = self.steps.get(envelope.recipient) or self.steps.get(len(self.posted))
            step: Step = steps.popleft() if steps else self.always or SENT
        end = step if isinstance(step, Outcome) else step()
        return end if isinstance(end, Outcome) else SENT

    def posts_to(self, address: str) -> list[Posted]:
        """Every attempt at an address."""
        return [one for one in self.posted if one.address == address]


class _Session:
    def __init__(self, script: Script, number: int) -> None:
        self.script = script
        self.number = number
        self.dropped = False

    def post(
        self, envelope: Envelope, content: bytes, heard: Callable[[], None] | None = None
    ) -> Outcome:
        del heard
        assert not self.dropped, "a mail was posted on a connection that was dropped"
        found = self.script.next_end(envelope, content, self.number)
        self.dropped = found.connection is Connection.DROP
        return found

    def close(self) -> None:
        self.dropped = True
        self.script.open_now.discard(self.number)


class Send(NamedTuple):
    """What stands after a send: the run, why it ended, how many stand where."""

    run: Run
    halt: Halt | None
    states: dict[State, int]
    rows: tuple[Row, ...]

    def row(self, number: int) -> Row:
        """The delivery of that number, from 0, in the order they were planned."""
        return self.rows[number]


def names() -> Iterator[str]:
    """Names of senders that nobody ever had."""
    return (f"test-{number}" for number in _numbers)


def a_job(run: Run, folder: Path, transport: Transport, **changes: Any) -> Job:
    """What is sent and with what."""
    letters = Letters(
        folder,
        seal=run.seal,
        date=DATE,
        main="en",
        links=Links(base="https://readers.example.org/", keys=KEYS),
        enclosing={},
        sign=changes.pop("sign", None),
    )
    values: dict[str, Any] = {"rule": RULE, "keys": KEYS, "connections": 1, "patient": True}
    values |= {"return_to": lambda _: "bounces@example.org", "names": names()}
    return Job(run=run, letters=letters, transport=transport, **values | changes)


class Desk:
    """Plans runs in one ledger and sends them with a script."""

    def __init__(self, ledger: Ledger, made: Bundle) -> None:
        self.ledger = ledger
        self.made = made
        self.hours = Hours()
        self.script = Script(self.hours)
        self.runs: list[Run] = []

    def plan(self, readers: int | Iterable[Recipient] = 5, **changes: Any) -> Run:
        """A run that was approved and started."""
        self.runs.append(started(self.ledger, readers, seal=self.made.seal, **changes))
        return self.runs[-1]

    def job(self, run: Run, **changes: Any) -> Job:
        """What a process would send of it."""
        folder = changes.pop("folder", self.made.folder)
        return a_job(run, folder, changes.pop("transport", self.script), **changes)

    def send(self, run: Run, shared: Shared | None = None, **changes: Any) -> Send:
        """Send it, and look at everything afterwards."""
        job = self.job(run, **changes)
        halt = deliver(self.ledger, job, shared or Shared(), self.hours, lambda _: None)
        return self.after(run, halt)

    def after(self, run: Run, halt: Halt | None = None) -> Send:
        """How a run stands now."""
        found = account(self.ledger, run.id)
        states = {state: many for state in State if (many := found.of(state))}
        rows = tuple(listed(self.ledger, run.id, *State))
        return Send(runs.get(self.ledger, run.id), halt, states, rows)

    def check(self) -> None:
        """Every account adds up, no live sender owns a mail, and no session was left open."""
        for run in self.runs:
            found = account(self.ledger, run.id)
            assert_adds_up(found)
            assert not found.of(State.CLAIMED)
        assert not self.script.open_now
