"""Files beside the bundles: each appears whole, and takes no place but its own predecessor's."""

import os
from collections.abc import Mapping
from pathlib import Path

from digest.bundle.foreign import is_file
from digest.bundle.private import private
from digest.bundle.swap import sync
from digest.bundle.world import writing
from digest.problems import Problem, Severity
from digest.render.mark import marked


def place(output: Path, contents: Mapping[str, bytes], *, owner: str) -> tuple[Problem, ...]:
    """Put the files, marked as those of publication `owner`, into an output whose lock is held.

    What stands there under such a name and is not that publication's stays, with a warning
    (B040). Raises `WorldError`: B010 when the disk refuses, B011 for a stranger among our folders.
    """
    problems: list[Problem] = []
    for name, content in contents.items():
        path = output / name
        with writing(path):
            if said := _stranger(path, owner):
                problems.append(_in_the_way(path, said))
            elif not (is_file(path) and path.read_bytes() == content):
                _replace(private(output, "site") / name, path, content)
    return tuple(problems)


def _stranger(path: Path, owner: str) -> str | None:
    """Why what stands there is not ours to replace; None when it is, or nothing stands there."""
    if not os.path.lexists(path):
        return None
    if not is_file(path):
        return "was not made by digest"
    made_for = marked(path.read_bytes())
    if made_for is None:
        return "was not made by digest"
    return None if made_for == owner else f"belongs to the publication {made_for}"


def _replace(draft: Path, path: Path, content: bytes) -> None:
    draft.parent.mkdir(parents=True, exist_ok=True)
    draft.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    with os.fdopen(os.open(draft, flags, 0o666), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    sync(path.parent)


def _in_the_way(path: Path, said: str) -> Problem:
    return Problem(
        code="B040",
        severity=Severity.WARNING,
        message=f"{path} {said} and stays; the archive or feed that belongs there is not written",
        hint="move it away, or choose another folder with --output",
    )
