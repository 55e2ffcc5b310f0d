"""A bar on a terminal while artifacts are made; elsewhere nothing."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from digest.press.rendering import Progress as Told


@contextmanager
def bar(*, quiet: bool) -> Iterator[Told]:
    """What to tell the progress of a build; it is drawn on stderr, and gone afterwards."""
    if quiet or not sys.stderr.isatty():
        yield lambda *_: None
        return
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.description}", markup=False))
    with Progress(*columns, console=Console(stderr=True), transient=True) as drawn:
        task = drawn.add_task("", total=None)
        yield lambda done, total, what: drawn.update(
            task, completed=done, total=total, description=what
        )
