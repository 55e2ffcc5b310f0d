"""Where the operating system's refusals become problems."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from digest.problems import Problem, WorldError

HINTS = {
    errno.ENOSPC: "free some space, or choose another folder with --output",
    errno.EDQUOT: "your quota is used up: free some space, or choose another --output",
    errno.EFBIG: "the limit on the size of files (ulimit -f) is too small",
    errno.EROFS: "the disk is read-only: choose another folder with --output",
    errno.EACCES: "choose a folder you may write to with --output",
    errno.EPERM: "choose a folder you may write to with --output",
    errno.EEXIST: "something that is no folder has that name: choose another --output",
    errno.ENOTDIR: "something that is no folder has that name: choose another --output",
    errno.ELOOP: "symbolic links are not followed here: name the real folder",
}


@contextmanager
def writing(path: Path) -> Iterator[None]:
    """Turn an `OSError` into a `WorldError` (B010) that names `path` and what may help."""
    try:
        yield
    except OSError as error:
        raise WorldError(
            Problem(
                code="B010",
                message=f"cannot write {path}: {error.strerror or error}",
                hint=HINTS.get(error.errno or 0),
            )
        ) from error
