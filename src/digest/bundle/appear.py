"""A folder of files that appears whole or not at all."""

import secrets
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from digest.bundle.world import writing
from digest.problems import Problem, UsageError


@contextmanager
def appearing(folder: Path) -> Iterator[Path]:
    """A new folder to fill, which takes the name `folder` when all went well.

    Raises `UsageError` (V007) when something stands in that folder already, `WorldError` (B010)
    when the disk refuses; then nothing is left behind, nor is it when the filling fails.
    """
    with writing(folder):
        _refuse_inhabited(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        draft = folder.parent / f".{folder.name}-{secrets.token_hex(4)}"
        draft.mkdir()
    try:
        yield draft
        with writing(folder):
            draft.rename(folder)
    except BaseException:
        shutil.rmtree(draft, ignore_errors=True)
        raise


def _refuse_inhabited(folder: Path) -> None:
    if folder.is_dir() and any(folder.iterdir()):
        raise UsageError(
            Problem(
                code="V007",
                message=f"{folder} is not empty",
                hint="name a new folder, or empty this one",
            )
        )
