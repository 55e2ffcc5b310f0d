"""Processes that tests stop, kill and let go on, forked where all is imported already."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import IO, NamedTuple

from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.rows import Run
from support.dispatching import Bundle
from support.smtpsink import Sink
from support.tree import ROOT

#: What was around when this process began: no test has changed it.
SURROUNDINGS = dict(os.environ)

#: How long something may take that takes no time, in seconds.
PATIENCE = 60.0


class Nursery:
    """Forks processes; see `sending` and `calling`."""

    def __init__(self, orders: IO[str], answers: IO[str]) -> None:
        self._orders = orders
        self._answers = answers

    def ask(self, order: object) -> int:
        """The answer to an order."""
        self._orders.write(f"{json.dumps(order)}\n")
        self._orders.flush()
        answer = self._answers.readline()
        assert answer, "the nursery is gone"
        return int(answer)


@contextmanager
def nursery(module: str = "support.sending") -> Iterator[Nursery]:
    """A nursery that stands while the context does."""
    command = [sys.executable, "-m", module]
    environment = {**SURROUNDINGS, "PYTHONPATH": str(ROOT / "tests")}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdin
        assert process.stdout
        try:
            yield Nursery(process.stdin, process.stdout)
        finally:
            process.stdin.close()
            process.wait(PATIENCE)


class Work(NamedTuple):
    """One run, sent to one sink by processes of a nursery."""

    nursery: Nursery
    ledger: Ledger
    url: str
    bundle: Bundle
    run: Run
    sink: Sink
    connections: int = 1
    rate: str | None = None

    def begin(self) -> int:
        """The number of a new process that sends."""
        return self.nursery.ask(
            {
                "url": self.url,
                "folder": str(self.bundle.folder),
                "seal": self.bundle.seal,
                "run": self.run.id,
                "port": self.sink.port,
                "connections": self.connections,
                "rate": self.rate,
            }
        )

    def kill(self, process: int, number: int = signal.SIGKILL) -> int:
        """Send a process a signal that ends it; how it ended."""
        os.kill(process, number)
        return self.nursery.ask(process)

    def taken(self, count: int) -> None:
        """Wait until the sink has taken so many mails."""
        until(lambda: len(self.sink.taken) >= count)


def until(condition: Callable[[], bool]) -> None:
    """Wait until something is so that soon will be."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "the send does not get on"
        time.sleep(0.002)
