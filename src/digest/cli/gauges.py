"""Keeps a file of metrics true while mail goes out."""

import os
from pathlib import Path

from digest.bundle.world import writing
from digest.delivery.ledger.account import Account
from digest.delivery.metrics import exposition
from digest.problems import Problem, Severity, WorldError


class Gauges:
    """The file at `path`, whole at any moment; without a path nothing is written.

    `problems` are what went wrong while mail went out already: no reason to stop that.
    """

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self.problems: tuple[Problem, ...] = ()

    def begin(self, found: Account) -> None:
        """Write the file for the first time; `WorldError` (B010) when that cannot be done."""
        if self._path is not None:
            with writing(self._path, elsewhere="name another file in metrics_file"):
                _write(self._path, exposition(found))

    def tell(self, found: Account) -> None:
        """Write it anew; what hinders that is kept."""
        try:
            self.begin(found)
            self.problems = ()
        except WorldError as error:
            self.problems = tuple(
                one.model_copy(update={"severity": Severity.WARNING}) for one in error.problems
            )


def _write(path: Path, text: str) -> None:
    draft = path.with_name(f".{path.name}.{os.getpid()}.part")
    draft.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(draft, flags, 0o644), "w", encoding="utf-8") as file:
            file.write(text)
        draft.replace(path)
    except OSError:
        draft.unlink(missing_ok=True)
        raise
