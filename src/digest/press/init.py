"""A small valid publication to start from."""

import shutil
from importlib.resources import as_file, files
from pathlib import Path

from digest.bundle.world import writing
from digest.content.loading import PUBLICATION
from digest.problems import Problem, UsageError

#: The folder the files wait in before they take their places.
DRAFT = ".digest-init"


def init(folder: Path) -> tuple[str, ...]:
    """Write the starter publication into a new or empty folder; the paths of its files.

    The publication's own file comes last, so that a folder that holds it holds all of it. Raises
    `UsageError` (I001) when something stands in the folder already, `WorldError` (B010) when the
    disk refuses; then nothing is left behind.
    """
    with writing(folder, elsewhere="name another folder"):
        _refuse_inhabited(folder)
        created = _first_missing(folder)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            return _move_in(folder)
        except BaseException:
            _undo(folder, created)
            raise


def _refuse_inhabited(folder: Path) -> None:
    if folder.is_dir() and any(folder.iterdir()):
        raise UsageError(
            Problem(
                code="I001",
                message=f"{folder} is not empty",
                hint="name a new folder, or empty this one",
            )
        )


def _first_missing(folder: Path) -> Path | None:
    """The topmost folder that will be created, None when all are there."""
    missing = [path for path in (folder, *folder.parents) if not path.exists()]
    return missing[-1] if missing else None


def _move_in(folder: Path) -> tuple[str, ...]:
    draft = folder / DRAFT
    with as_file(files("digest.press") / "starter") as starter:
        shutil.copytree(starter, draft, copy_function=shutil.copyfile)
    written = sorted(
        path.relative_to(draft).as_posix() for path in draft.rglob("*") if path.is_file()
    )
    for path in sorted(draft.iterdir(), key=lambda path: path.name == PUBLICATION):
        path.rename(folder / path.name)
    draft.rmdir()
    return tuple(written)


def _undo(folder: Path, created: Path | None) -> None:
    """Leave things as they were; the folder was new or empty, so all in it is ours."""
    if created:
        shutil.rmtree(created, ignore_errors=True)
        return
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
