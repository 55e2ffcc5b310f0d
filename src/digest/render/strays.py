"""What may not lie in a theme's folder: links that lead out of the publication, and no files."""

import os
from collections.abc import Iterator
from pathlib import Path

from digest.problems import Problem


def strays(kind: str, folder: Path, root: Path) -> tuple[Problem, ...]:
    """H010 for everything in the user's folder of a kind that is read from elsewhere, or never."""
    home = Path(os.path.realpath(root))
    return tuple(
        Problem(
            code="H010",
            message=f"a theme reads files of the publication alone, and this {what}",
            path=f"{kind}/{path.relative_to(folder).as_posix()}".removesuffix("/."),
            hint="put a copy of the file here",
        )
        for path in (folder, *sorted(folder.rglob("*")))
        for what in _strange(path, home)
    )


def _strange(path: Path, home: Path) -> Iterator[str]:
    if path.is_symlink() and not Path(os.path.realpath(path)).is_relative_to(home):
        yield "leads out of it"
    elif not (path.is_file() or path.is_dir()):
        yield "is no file, or leads to none"
