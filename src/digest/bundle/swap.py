"""Two folders change places in one step of the file system."""

import ctypes
import errno
import os
from pathlib import Path

#: From the kernel's `linux/fs.h` and `fcntl.h`.
RENAME_EXCHANGE = 2
AT_FDCWD = -100

#: What a file system or a kernel says that cannot exchange two names.
UNABLE = {errno.ENOSYS, errno.EINVAL, errno.ENOTSUP, errno.EXDEV}


def exchange(one: Path, other: Path) -> bool:
    """Exchange two existing names atomically; False, with nothing changed, where that is unknown.

    Raises `OSError` when the file system refuses for another reason.
    """
    try:
        rename = ctypes.CDLL(None, use_errno=True).renameat2
    except (OSError, AttributeError):
        return False
    code = rename(
        AT_FDCWD, os.fsencode(one), AT_FDCWD, os.fsencode(other), ctypes.c_uint(RENAME_EXCHANGE)
    )
    number = ctypes.get_errno() if code else 0
    if number in UNABLE:
        return False
    if number:
        raise OSError(number, os.strerror(number), str(one), None, str(other))
    return True


def sync(folder: Path) -> None:
    """Make the names in a folder durable."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
