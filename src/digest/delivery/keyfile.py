"""A secret is read from a file that nobody else can read."""

import os
import stat
from pathlib import Path

from pydantic import SecretStr

from digest.problems import Problem, WorldError

#: A file with more bytes than this holds no key.
LARGEST = 64 * 1024


#: What to do about a file that holds no secret.
ALONE = "write the secret alone into that file"


def secret_from(path: Path, *, hint: str = ALONE) -> SecretStr:
    """The secret in the file, without the line end after it; `hint` says how to mend the file.

    Raises `WorldError`: D103 when the file cannot be read or holds no text, D104 when others may
    read it or it is somebody else's.
    """
    try:
        # A pipe would wait for somebody to write: it is opened without waiting, and refused.
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file:
            _refuse_open_doors(path, os.fstat(file.fileno()), hint)
            text = file.read(LARGEST + 1).decode("utf-8").strip()
    except (OSError, UnicodeDecodeError) as error:
        said = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise WorldError(_unreadable(path, said or "unknown reason", hint)) from error
    if not text or len(text) > LARGEST:
        why = "it is empty" if not text else "it is too large"
        raise WorldError(_unreadable(path, why, hint))
    return SecretStr(text)


def _refuse_open_doors(path: Path, state: os.stat_result, hint: str) -> None:
    if not stat.S_ISREG(state.st_mode):
        raise WorldError(_unreadable(path, "it is no regular file", hint))
    if state.st_mode & 0o077 or state.st_uid not in {os.geteuid(), 0}:
        message = f"the secret in {path} can be read by others"
        closed = "it must be your own file: chmod 600"
        raise WorldError(Problem(code="D104", message=message, hint=closed))


def _unreadable(path: Path, why: str, hint: str) -> Problem:
    message = f"the secret in {path} cannot be read: {why}"
    return Problem(code="D103", message=message, hint=hint)
