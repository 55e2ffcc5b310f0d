"""What a verb works with: the publication's folder, the output, the settings."""

import os
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import Any

from digest.cli.run import Run
from digest.content.folder import Folder
from digest.problems import Problem, UsageError, WorldError
from digest.settings import Settings, settings

MARK = "publication.yaml"


class Session:
    """The settings of this run, and where things are."""

    def __init__(self, run: Run, **flags: Any) -> None:
        self._run = run
        self.as_json = run.as_json
        self.settings: Settings = settings(publication=run.publication, output=run.output, **flags)

    @cached_property
    def output(self) -> Path:
        """Where bundles go; `WorldError` (U008) when that is said of a folder that is gone."""
        return _placed(self.settings.output)

    @cached_property
    def root(self) -> Path:
        """The publication's folder.

        Raises `UsageError` (U006) when none is named and none is near, or what is named is a file;
        `WorldError` (U008) when it is named from a folder that is gone.
        """
        self._run.root = _placed(self._found())
        return self._run.root

    def _found(self) -> Path:
        if (named := self.settings.publication) is not None:
            if os.path.isfile(named):  # noqa: PTH113  # unlike pathlib it never raises
                message, hint = f"{named} is a file", f"name its folder: {named.parent}"
                raise UsageError(Problem(code="U006", message=message, hint=hint))
            return named
        for folder in (Path(), Path("seeds")):
            if Folder(folder).has(MARK):
                return folder
        message = "there is no publication here"
        raise UsageError(Problem(code="U006", message=message, hint=_near()))


def _near() -> str:
    """Where somebody may have meant to be."""
    if Folder(Path()).has("publication.yml"):
        return f"rename publication.yml to {MARK}"
    inner: list[Path] = []
    with suppress(OSError):  # the folder is gone, or closed
        inner = sorted(Path().glob(f"*/{MARK}"))
    if inner:
        return f"there is one in {inner[0].parent}: name it with --publication {inner[0].parent}"
    return "name one with --publication DIR, or begin one with `digest init DIR`"


def _placed(path: Path) -> Path:
    """The path, which is absolute or starts from a folder that exists."""
    try:
        path.absolute()
    except OSError as error:
        raise WorldError(
            Problem(
                code="U008",
                message=f"{path} cannot be found from here: the current folder is gone",
                hint="change into a folder that exists, or write the whole path",
            )
        ) from error
    return path
