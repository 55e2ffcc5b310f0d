"""The file of keys: made once, read by whoever may, added to when a key is replaced."""

import os
from contextlib import suppress
from pathlib import Path

from pydantic import ValidationError

from digest.delivery.identity import Key, Keyring
from digest.delivery.keyfile import secret_from
from digest.problems import Problem, UsageError, WorldError

_PUT_BACK = "put its keys back: other ones know none of the readers in the ledger"

_NEW_FILE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW


def keyring(path: Path) -> Keyring:
    """The keys in a file that nobody else can read, the current one first.

    Raises `WorldError`: D103 when it cannot be read, D104 when others may; `UsageError` D031 when
    it holds something else.
    """
    return parse(secret_from(path, hint=_PUT_BACK).get_secret_value())


def parse(text: str) -> Keyring:
    """The keys in a text: one a line, or separated by commas, each `id` and hexadecimal digits.

    Raises `UsageError` (D031); it repeats nothing of the text.
    """
    lines = [line.split() for line in text.replace(",", "\n").splitlines() if line.strip()]
    try:
        keys = (Key(id=name, secret=bytes.fromhex(digits)) for name, digits in lines)
        return Keyring(keys=tuple(keys))
    except (ValueError, ValidationError):
        hint = "each line is an id of a-z and 0-9, a space, and 32 or more hexadecimal digits"
        message = "the keys are not written as keys"
        raise UsageError(Problem(code="D031", message=message, hint=hint)) from None


def create(path: Path, key: Key) -> Keyring:
    """Write a file with one key, which only its owner can read; its keys.

    Raises `WorldError` (D032) when the file is there already or the disk refuses.
    """
    ring = Keyring(keys=(key,))
    try:
        _write(path, ring)
    except OSError as error:
        raise _refused(path, error) from error
    return ring


def rotate(path: Path, key: Key) -> Keyring:
    """Put a new key before those of the file, which go on being recognised; its keys.

    Raises what `keyring` does, `WorldError` D032 when the disk refuses, `UsageError` D031 when
    the file has a key of that id.
    """
    old = keyring(path)
    if key.id in {one.id for one in old.keys}:
        message = f"the keys in {path} have the id {key.id} already"
        raise UsageError(Problem(code="D031", message=message, hint="choose another id"))
    ring = Keyring(keys=(key, *old.keys))
    part = path.with_name(f"{path.name}.part")
    try:
        with suppress(FileNotFoundError):
            part.unlink()
        _write(part, ring)
        part.replace(path)
    except OSError as error:
        raise _refused(path, error) from error
    return ring


def _write(path: Path, ring: Keyring) -> None:
    lines = (f"{key.id} {key.secret.get_secret_value().hex()}\n" for key in ring.keys)
    handle = os.open(path, _NEW_FILE, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.writelines(lines)
        file.flush()
        os.fsync(handle)


def _refused(path: Path, error: OSError) -> WorldError:
    message = f"the keys cannot be written to {path}: {error.strerror or error}"
    hint = "name a file that does not exist yet, in a folder you may write to"
    return WorldError(Problem(code="D032", message=message, hint=hint))
