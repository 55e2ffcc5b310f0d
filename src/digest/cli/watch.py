"""What a person sees while mail goes out: how far it is, how fast, and how long it will take."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import NamedTuple

import click
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from digest.cli.accounting import open_mails
from digest.cli.output import written
from digest.delivery.dispatch.crew import Watch
from digest.delivery.dispatch.shared import Setback
from digest.delivery.ledger.account import Account
from digest.delivery.states import State


class Watching(NamedTuple):
    """What to tell the account to, and each connection that does not come about."""

    account: Watch
    setback: Callable[[Setback], None]


@contextmanager
def watching(*, quiet: bool) -> Iterator[Watching]:
    """The account is drawn on stderr where that is a terminal; a setback is a line on any."""
    if quiet or not sys.stderr.isatty():
        yield Watching(lambda _: None, _told)
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

        yield Watching(tell, lambda one: drawn.console.print(_line(one), markup=False))


def _told(one: Setback) -> None:
    with suppress(OSError):  # whoever listened has gone: no reason to stop
        click.echo(_line(one), err=True)


def _line(one: Setback) -> str:
    return written(f"no connection: {one.reason}; the next try is in {one.seconds:.0f} s")


def _words(found: Account, rate: float) -> str:
    waiting = found.of(State.DEFERRED)
    words = [f"{rate:.0f}/s" if rate >= 1 else f"{rate * 60:.0f}/min"]
    words += [
        f"{count} {state}" for state in (State.FAILED, State.UNKNOWN) if (count := found.of(state))
    ]
    return ", ".join([*words, f"{waiting} deferred"] if waiting else words)
