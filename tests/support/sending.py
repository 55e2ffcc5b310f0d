"""A nursery of processes that send: it imports everything once and forks one for each order.

It reads one order a line. `{"url", "folder", "seal", "run", "port", "connections", "rate"}` forks
a process that sends that run, and answers its number; a number waits for that process, and answers
how it ended: 0, or the negative signal that ended it. With a rate the process waits as long as it
should.
"""

import json
import os
import secrets
import signal
import sys
import threading
import time
import traceback
from datetime import UTC, datetime, timedelta
from itertools import repeat
from pathlib import Path
from types import FrameType
from typing import Any

from digest.cli.post import Wall, stoppable
from digest.delivery.dispatch.crew import deliver
from digest.delivery.dispatch.shared import Shared
from digest.delivery.ledger import runs
from digest.delivery.ledger.opening import open_ledger
from digest.delivery.states import RunState
from digest.delivery.throttle import Bucket, Rate
from digest.problems import DigestError
from support.dispatching import a_job
from support.posting import smtp


class Quick:
    """The clocks on the wall, but what somebody waits for comes soon."""

    def __init__(self) -> None:
        self._ahead = 0.0

    def now(self) -> datetime:
        """The moment, in UTC; as much later as was not waited for."""
        return datetime.now(UTC) + timedelta(seconds=self._ahead)

    def clock(self) -> float:
        """Seconds that only ever grow."""
        return time.monotonic() + self._ahead

    def wait(self, event: threading.Event, seconds: float) -> bool:
        """Wait a tenth of a second at most."""
        came = event.wait(min(seconds, 0.1))
        self._ahead += max(seconds - 0.1, 0.0)
        return came


def send(order: dict[str, Any]) -> None:
    """Send the run of an order, as `digest send` would, until it is done."""
    rate = order["rate"] and Rate.parse(order["rate"])
    times = Wall() if rate else Quick()
    state = Shared(bucket=Bucket(rate, time.monotonic) if rate else None)
    with open_ledger(order["url"], create=False, power_safe=False) as ledger, stoppable(state):
        try:
            run = runs.start(ledger, order["run"], times.now(), resume_stale=True)
        except DigestError:
            if runs.get(ledger, order["run"]).state is RunState.DONE:
                return  # another process was quicker
            raise
        job = a_job(run, Path(order["folder"]), smtp(order["port"]))
        names = (f"{os.getpid()}-{secrets.token_hex(6)}" for _ in repeat(None))
        job = job._replace(connections=order["connections"], names=names)
        deliver(ledger, job, state, times, lambda _: None)


def _nothing(number: int, frame: FrameType | None) -> None:
    """Not the same as to ignore a signal, which lasts."""


def forked(order: dict[str, Any]) -> int:
    """The number of a process that carries the order out."""
    # Who is asked to end amid its birth hears of it when it can listen.
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGHUP})
    child = os.fork()
    if child:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        return child
    code = 1
    # Who is asked to end when the end is there already has nothing to do.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, _nothing)
    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
    try:
        send(order)
        code = 0
    except BaseException:  # noqa: BLE001  # nothing of a child may run on as its parent
        traceback.print_exc()
    finally:
        sys.stderr.flush()
        os._exit(code)


def main() -> None:
    """Answer every order, until there are no more."""
    for line in sys.stdin:
        order = json.loads(line)
        if isinstance(order, int):
            answer = os.waitstatus_to_exitcode(os.waitpid(order, 0)[1])
        else:
            answer = forked(order)
        sys.stdout.write(f"{answer}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
