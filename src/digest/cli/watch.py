"""What a person sees while mail goes out: how far it is, how fast, and how long it will take."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from digest.cli.accounting import open_mails
from digest.delivery.dispatch.crew import Watch
from digest.delivery.ledger.account import Account
from digest.delivery.states import State


@contextmanager
def watching(*, quiet: bool) -> Iterator[Watch]:
    """What to tell the account to; drawn on stderr where that is a terminal, else nothing."""
    if quiet or not sys.stderr.isatty():
        yield lambda _: None
        return
    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.description}", markup=False),
        TimeRemainingColumn(elapsed_when_finished=True),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as drawn:
        task = drawn.add_task("", total=None)
        began = time.monotonic()
        seen: list[int] = []

        def tell(found: Account) -> None:
            done = found.planned - open_mails(found)
            first = seen[0] if seen else done
            seen[:] = [first]
            rate = (done - first) / max(time.monotonic() - began, 0.001)
            words = _words(found, rate)
            drawn.update(task, completed=done, total=found.planned, description=words)

        yield tell


def _words(found: Account, rate: float) -> str:
    waiting = found.of(State.DEFERRED)
    words = [f"{rate:.0f}/s" if rate >= 1 else f"{rate * 60:.0f}/min"]
    words += [
        f"{count} {state}" for state in (State.FAILED, State.UNKNOWN) if (count := found.of(state))
    ]
    return ", ".join([*words, f"{waiting} deferred"] if waiting else words)
