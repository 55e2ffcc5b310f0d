"""The private folder of an output: its lock, its staging ground and its cache."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from digest.bundle.world import writing
from digest.problems import Problem, WorldError

#: Everything of ours in an output that is no bundle lives below this name.
NAME = ".digest"


def private(output: Path, name: str) -> Path:
    """Where the private folder `name` of an output is; creates nothing.

    Raises `WorldError`: B011 when a symbolic link or a file stands where our folders belong, B010
    when nobody lets us look.
    """
    folder = output / NAME / name
    for part in (folder.parent, folder):
        with writing(output):
            taken = part.is_symlink() or (part.exists() and not part.is_dir())
        if taken:
            raise WorldError(
                Problem(
                    code="B011",
                    message=f"{part} is no folder of ours",
                    hint="move it away, or choose another folder with --output",
                )
            )
    return folder


@contextmanager
def locked(output: Path, *, patience: float = 30) -> Iterator[None]:
    """Hold the output's lock; creates the output where it is missing.

    The lock is the kernel's, so a killed holder leaves none behind. Raises `WorldError`: B012
    when somebody else holds it for `patience` seconds, B010 when the disk refuses.
    """
    folder = private(output, "staging")
    with writing(output):
        folder.mkdir(parents=True, exist_ok=True)
        flags = os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW
        handle = os.open(folder.parent / "lock", flags, 0o666)
    try:
        with writing(output):
            acquired = _acquired(handle, time.monotonic() + patience)
        if not acquired:
            raise _busy(output)
        yield
    finally:
        os.close(handle)


def _acquired(handle: int, deadline: float) -> bool:
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(0.02)
        else:
            return True


def _busy(output: Path) -> WorldError:
    return WorldError(
        Problem(
            code="B012",
            message=f"another build is writing to {output}",
            hint="wait until it is done, or choose another folder with --output",
        )
    )
