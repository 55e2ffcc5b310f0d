"""How things look on a terminal, and how they are written where there is none."""

import json
import os
import re
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, TextIO

import click
from rich.console import Console
from rich.table import Table

from digest.problems import Problem, Severity

#: What no terminal may be told by a file somebody else wrote; tabs and line ends are harmless.
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")

_COLOURS = {Severity.ERROR: "red", Severity.WARNING: "yellow", Severity.NOTE: "blue"}


def colourful(stream: TextIO) -> bool:
    """Whether the stream is a terminal whose user did not refuse colours."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def problem_text(problem: Problem, root: Path, *, colour: bool = False) -> str:
    """A problem as a person reads it, its path as seen from here; `root` is the publication."""
    seen = problem.model_copy(update={"path": shown_path(problem, root)})
    text = written(str(seen))
    if not colour:
        return text
    mark = f"{problem.severity}[{problem.code}]"
    return text.replace(mark, click.style(mark, fg=_COLOURS[problem.severity], bold=True), 1)


def written(text: str) -> str:
    """The text without what moves a terminal."""
    return _CONTROL.sub("\ufffd", text)


def shown_path(problem: Problem, root: Path) -> str | None:
    """The problem's path as seen from the current folder; None when it has none.

    Our own templates and styles, `default:...`, are in no folder of the user's.
    """
    if problem.path is None or problem.path.startswith("default:"):
        return problem.path
    return (root / problem.path).as_posix()


def document(*, ok: bool, result: Any, problems: Iterable[Problem]) -> str:
    """The one JSON document of a run, in ASCII: it is the same in every locale."""
    told = [problem.model_dump(mode="json", exclude_none=True) for problem in problems]
    data = {"ok": ok, "result": result, "problems": told}
    return json.dumps(data, indent=2)


def table(rows: Sequence[Sequence[str]], *, right: Iterable[int] = ()) -> str:
    """Rows in columns, those of the numbers in `right` flushed right; a grid on a terminal."""
    numbers = set(right)
    if colourful(sys.stdout):
        return _grid(rows, numbers)
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    cells = ([_fit(cell, widths[at], at in numbers) for at, cell in enumerate(r)] for r in rows)
    return "\n".join("  ".join(line).rstrip() for line in cells)


def _fit(text: str, width: int, right: bool) -> str:  # noqa: FBT001  # private, at one place
    return text.rjust(width) if right else text.ljust(width)


def _grid(rows: Sequence[Sequence[str]], numbers: set[int]) -> str:
    grid = Table.grid(padding=(0, 2))
    for at in range(len(rows[0])):
        grid.add_column(justify="right" if at in numbers else "left")
    for row in rows:
        grid.add_row(*row)
    console = Console(file=sys.stdout)
    with console.capture() as captured:
        console.print(grid, markup=False)
    return "\n".join(line.rstrip() for line in captured.get().splitlines())


def size(count: int) -> str:
    """A number of bytes in a person's words, such as `64 kB`."""
    if count < 1000:
        return f"{count} B"
    if count < 1_000_000:
        return f"{count / 1000:.0f} kB"
    return f"{count / 1_000_000:.1f} MB"
