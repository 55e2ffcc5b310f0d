"""The list of problems, and the lines of a file around one of them."""

import hashlib
from pathlib import Path

from digest.checks.waivers import waiver_of
from digest.content.folder import Folder
from digest.preview.choice import Choice
from digest.preview.shown import Shown
from digest.problems import Problem, Severity
from digest.values import Frozen

#: How many lines are shown before and after the one that is meant.
AROUND = 5

#: So much is shown of a line, and so much of it before the column that is meant.
LONGEST, BEFORE = 240, 80

_ORDER = {severity: place for place, severity in enumerate(Severity)}


class Line(Frozen):
    """A line of a file; `meant` is the one a problem names."""

    number: int
    text: str
    meant: bool


class Trouble(Frozen):
    """A problem as it is listed.

    Once it is looked at, `lines` are those around its place, and `waiver` is what the edition
    would hold to let it stand, but for the reason.
    """

    name: str
    severity: str
    code: str
    message: str
    place: str
    pointer: str
    hint: str
    waived: str
    query: str
    chosen: bool
    lines: tuple[Line, ...] = ()
    waiver: str = ""


def troubles(chosen: Choice, shown: Shown, root: Path) -> tuple[Trouble, ...]:
    """All problems, the gravest first."""
    listed = sorted(shown.problems, key=lambda one: _ORDER[one.severity])
    return tuple(_trouble(one, chosen, root) for one in listed)


def counted(shown: Shown) -> str:
    """How many problems of each severity there are, in words."""
    counts = {one: sum(p.severity is one for p in shown.problems) for one in Severity}
    said = [f"{count} {one}{'s' * (count != 1)}" for one, count in counts.items() if count]
    return ", ".join(said) or "No problems"


def named(problem: Problem) -> str:
    """A short name that stays while the problem does."""
    said = "\0".join((problem.code, problem.place, problem.pointer or "", problem.message))
    return hashlib.sha256(said.encode("utf-8", "replace")).hexdigest()[:12]


def _trouble(problem: Problem, chosen: Choice, root: Path) -> Trouble:
    name = named(problem)
    meant = name == chosen.problem
    return Trouble(
        name=name,
        severity=problem.severity.value,
        code=problem.code,
        message=problem.message,
        place=problem.place,
        pointer=problem.pointer or "",
        hint=problem.hint or "",
        waived=problem.waived or "",
        query=chosen.but(problem="" if meant else name),
        chosen=meant,
        lines=_lines(problem, root) if meant else (),
        waiver=waiver_of(problem) if meant else "",
    )


def _lines(problem: Problem, root: Path) -> tuple[Line, ...]:
    """The lines around a problem, read from the publication and from nowhere else."""
    if problem.path is None or problem.path.startswith("default:"):
        return ()
    text = Folder(root.resolve()).text(problem.path)
    if text is None:
        return ()
    meant = problem.line or 1
    first = max(1, meant - AROUND)
    lines = text.split("\n")[first - 1 : meant + AROUND]
    return tuple(
        Line(
            number=number,
            text=_part(line.rstrip("\r"), problem.column or 1 if number == meant else 1),
            meant=number == problem.line,
        )
        for number, line in enumerate(lines, start=first)
    )


def _part(line: str, column: int) -> str:
    """The line, or of a long one the part around a column."""
    start = max(0, min(column - 1 - BEFORE, len(line) - LONGEST))
    part = line[start : start + LONGEST]
    return f"{'…' * (start > 0)}{part}{'…' * (start + LONGEST < len(line))}"
