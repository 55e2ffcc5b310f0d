"""What may not lie in a theme's folder: links that lead out, no files, what cannot be read."""

import errno
import os
from collections.abc import Iterator
from pathlib import Path

from digest.problems import Problem


def strays(kind: str, folder: Path, root: Path) -> tuple[Problem, ...]:
    """Everything in the user's folder of a kind that is read from elsewhere, or never.

    H010 for what is no file of the publication, H013 for what its permissions close to us.
    """
    home = Path(os.path.realpath(root))
    return tuple(
        problem.model_copy(
            update={"path": f"{kind}/{path.relative_to(folder).as_posix()}".removesuffix("/.")}
        )
        for path in (folder, *sorted(folder.rglob("*")))
        for problem in _problems(path, home)
    )


def _problems(path: Path, home: Path) -> Iterator[Problem]:
    try:
        if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(home):
            yield _strange("leads out of it")
        elif not (path.is_file() or path.is_dir()):
            yield _strange("is no file, or leads to none")
        elif not os.access(path, os.R_OK | (os.X_OK if path.is_dir() else 0)):
            yield _closed(os.strerror(errno.EACCES))
    except OSError as error:
        yield _closed(error.strerror or str(error))


def _closed(why: str) -> Problem:
    return Problem(
        code="H013",
        message=f"the theme cannot be read here: {why}",
        hint="look at the permissions",
    )


def _strange(what: str) -> Problem:
    return Problem(
        code="H010",
        message=f"a theme reads files of the publication alone, and this {what}",
        hint="put a copy of the file here",
    )
