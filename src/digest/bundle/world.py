"""Where the operating system's refusals become problems."""

import errno
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from digest.problems import Problem, WorldError

#: What may help, by the number of the refusal; the braces stand for where else one may write.
HINTS = {
    errno.ENOSPC: "free some space, or {}",
    errno.EDQUOT: "your quota is used up: free some space, or {}",
    errno.EFBIG: "the limit on the size of files (ulimit -f) is too small",
    errno.EROFS: "the disk is read-only: {}",
    errno.EACCES: "look at the permissions, or {}",
    errno.EPERM: "look at the permissions, or {}",
    errno.EEXIST: "something that is no folder has that name: {}",
    errno.ENOTDIR: "something that is no folder has that name: {}",
    errno.ELOOP: "symbolic links are not followed here: name the real folder",
}


@contextmanager
def writing(
    path: Path, *, elsewhere: str = "choose another folder with --output"
) -> Iterator[None]:
    """Turn an `OSError` into a `WorldError` (B010) that names `path` and what may help."""
    try:
        yield
    except OSError as error:
        hint = HINTS.get(error.errno or 0)
        raise WorldError(
            Problem(
                code="B010",
                message=f"cannot write {path}: {error.strerror or error}",
                hint=hint.format(elsewhere) if hint else None,
            )
        ) from error
