"""What can go wrong, as values to collect and as errors to raise."""

from collections.abc import Iterable
from enum import IntEnum, StrEnum

from digest.values import Frozen


class Severity(StrEnum):
    """How much a problem weighs: an error stops the work, a warning is shown, a note informs."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Exit(IntEnum):
    """The exit codes of the command line."""

    DONE = 0
    CONTENT = 1
    USAGE = 2
    WORLD = 3
    MAIL = 4
    BUG = 70
    INTERRUPTED = 130


class Problem(Frozen):
    """What somebody should mend, where it stands and how to mend it.

    `path` is relative to the publication; `line` and `column` count from 1; `pointer` is an
    RFC 6901 JSON Pointer into the document, or the name of a record and field. `about` names what
    a warning is about and `target` is the fingerprint of that, so that it can be waived; `waived`
    is the reason why it was.
    """

    code: str
    message: str
    severity: Severity = Severity.ERROR
    path: str | None = None
    line: int | None = None
    column: int | None = None
    pointer: str | None = None
    hint: str | None = None
    about: str | None = None
    target: str | None = None
    waived: str | None = None

    @property
    def place(self) -> str:
        """`path:line:column`, as far as it is known; empty when nothing is."""
        return ":".join(str(part) for part in (self.path, self.line, self.column) if part)

    def __str__(self) -> str:
        head = f"{self.place}: " if self.place else ""
        at = f" (at {self.pointer})" if self.pointer else ""
        text = f"{head}{self.severity}[{self.code}]: {self.message}{at}"
        further = {"waived": self.waived} if self.waived else {"hint": self.hint}
        return "\n  ".join([text, *(f"{name}: {said}" for name, said in further.items() if said)])


class DigestError(Exception):
    """An expected failure, made of problems; it crosses processes and carries an exit code."""

    exit_code: Exit = Exit.CONTENT

    def __init__(self, *problems: Problem) -> None:
        super().__init__(*problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


class WorldError(DigestError):
    """The world refused: disk, permissions, database, mail server, a dead worker."""

    exit_code = Exit.WORLD


class UsageError(DigestError):
    """The command was called in a way that cannot work."""

    exit_code = Exit.USAGE


def errors(problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems that stop the work."""
    return tuple(problem for problem in problems if problem.severity is Severity.ERROR)


def stop_on_errors(problems: Iterable[Problem]) -> None:
    """Raise `DigestError` with all problems when one of them is an error."""
    collected = tuple(problems)
    if errors(collected):
        raise DigestError(*collected)
