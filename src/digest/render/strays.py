"""What may not lie in a theme's folder: links that lead out, no files, what cannot be read."""

import errno
import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from digest.problems import Problem

#: How many bytes a file of a theme may have.
LARGEST = 32_000_000

#: What names of files end in; a folder of such a name would stand for a file that is not read.
FILES = {".css", ".html", ".json", ".mjml", ".txt"}

#: How deep folders may stand in each other.
DEPTH = 32


def strays(kind: str, folder: Path, root: Path) -> tuple[Problem, ...]:
    """Everything in the user's folder of a kind that is read from elsewhere, or never.

    H010 for what is no file of the publication, H013 for what cannot be read.
    """
    home = Path(os.path.realpath(root))
    return tuple(
        problem.model_copy(
            update={"path": f"{kind}/{path.relative_to(folder).as_posix()}".removesuffix("/.")}
        )
        for path, depth in _inside(folder)
        for problem in _problems(path, home, depth)
    )


def _inside(folder: Path) -> Iterator[tuple[Path, int]]:
    """The folder and all in it, each with its depth; linked folders are not entered."""
    waiting = [(folder, 0)]
    while waiting:
        path, depth = waiting.pop()
        yield path, depth
        with suppress(OSError):  # which is told of the folder itself
            if depth <= DEPTH and path.is_dir() and not (depth and path.is_symlink()):
                inner = sorted(path.iterdir(), reverse=True)
                waiting += [(one, depth + 1) for one in inner]


def _problems(path: Path, home: Path, depth: int) -> Iterator[Problem]:
    try:
        if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(home):
            yield _strange("leads out of it")
        elif not (path.is_file() or path.is_dir()):
            yield _strange("is no file, or leads to none")
        elif not depth and not path.is_dir():
            yield _strange("is no folder")
        elif depth and path.is_dir() and path.suffix in FILES:
            yield _strange("is a folder")
        elif not os.access(path, os.R_OK | (os.X_OK if path.is_dir() else 0)):
            yield _closed(os.strerror(errno.EACCES), "look at the permissions")
        elif path.stat().st_size > LARGEST:
            yield _closed(f"it has more than {LARGEST:,} bytes", "make it smaller")
        elif depth > DEPTH:
            yield _closed(f"it stands more than {DEPTH} folders deep", "put it higher up")
    except OSError as error:
        yield _closed(error.strerror or str(error), "look at the permissions")


def _closed(why: str, hint: str) -> Problem:
    return Problem(code="H013", message=f"the theme cannot be read here: {why}", hint=hint)


def _strange(what: str) -> Problem:
    return Problem(
        code="H010",
        message=f"a theme reads files of the publication alone, and this {what}",
        hint="put a copy of the file here",
    )
