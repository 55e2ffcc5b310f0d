"""The bundle on disk: whole or not at all, read back only if every hash agrees."""

import hashlib
import os
import secrets
import shutil
import stat
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from digest.bundle import manifest
from digest.bundle.foreign import carry, is_folder, names, ours, retire
from digest.bundle.manifest import File, Manifest
from digest.bundle.private import locked, private
from digest.bundle.swap import exchange, sync
from digest.bundle.world import writing
from digest.problems import DigestError, Problem, Severity, WorldError
from digest.render.artifact import Artifact


def write(output: Path, bundle: Manifest, artifacts: Iterable[Artifact]) -> tuple[Problem, ...]:
    """Put the bundle into `output`, in one step; returns notes on what could not be tidied up.

    Killed at any moment, it leaves the bundle that was there or the new one. Files of others in
    the bundle's folder stay there. Raises `WorldError`, with the folder as it was: B002 when
    something that is not ours has the name of the folder or of one of its files, B010 to B012
    when the disk refuses, the output is occupied or another build holds it.
    """
    target = output / bundle.edition
    contents = {artifact.path: artifact.content for artifact in artifacts}
    contents[manifest.NAME] = bundle.to_bytes()
    with writing(target):
        _refuse_strangers(target, contents)
    with locked(output), writing(target):
        notes = _tidy(output)
        strangers = _refuse_strangers(target, contents)
        fresh = _prepare(private(output, "staging"), bundle.edition)
        try:
            _fill(fresh, contents)
            for name in strangers:
                carry(target / name, fresh / name)
            left = _place(fresh, target)
        except BaseException:
            if _untouched(fresh):
                shutil.rmtree(fresh)
            raise
    return (*notes, *map(_left, left))


def everything(found: Manifest) -> Iterable[File]:
    """All files of a bundle."""
    return found.files


def read(
    folder: Path, choose: Callable[[Manifest], Iterable[File]] = everything
) -> tuple[Manifest, dict[str, bytes]]:
    """The manifest of a bundle and the files chosen by name, each checked against its hash.

    A bundle that is replaced meanwhile is read again. Raises `DigestError`: B003 when there is
    no bundle, B004 when its manifest is no valid one, B005 when a file is missing or is not what
    the manifest says.
    """
    while True:
        with _opened(folder) as handle:
            try:
                return _read(folder, handle, choose)
            except DigestError:
                if not _replaced(folder, handle):
                    raise


@contextmanager
def _opened(folder: Path) -> Iterator[int]:
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError as error:
        raise DigestError(_no_bundle(folder)) from error
    try:
        yield handle
    finally:
        os.close(handle)


def _replaced(folder: Path, handle: int) -> bool:
    try:
        return not os.path.samestat(folder.lstat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def _read(
    folder: Path, handle: int, choose: Callable[[Manifest], Iterable[File]]
) -> tuple[Manifest, dict[str, bytes]]:
    try:
        found = manifest.parse(_content(handle, manifest.NAME))
    except OSError as error:
        raise DigestError(_no_bundle(folder)) from error
    return found, _files(handle, choose(found))


def _refuse_strangers(target: Path, contents: Iterable[str]) -> list[str]:
    """The names in the target that are not ours; raises when one of them is in the way."""
    if not os.path.lexists(target):
        return []
    if not is_folder(target):
        raise WorldError(_in_the_way(target))
    own = ours(target)
    strangers = [name for name in names(target) if name not in own]
    if clashes := sorted(set(contents).intersection(strangers)):
        if len(clashes) > 1 and manifest.NAME in clashes:
            raise WorldError(_unowned(target))
        raise WorldError(*(_in_the_way(target / name) for name in clashes))
    return strangers


def _tidy(output: Path) -> tuple[Problem, ...]:
    """Finish or undo what killed builds left in the staging ground; the lock must be held."""
    staging = private(output, "staging")
    left: list[Path] = []
    for name in sorted(names(staging), key=lambda name: not name.endswith(".old")):
        tree, target = staging / name, output / name.partition(".")[0]
        if name.endswith(".old") and not os.path.lexists(target):
            tree.rename(target)
        elif _untouched(tree):
            shutil.rmtree(tree)
        elif is_folder(tree):
            left += _retired(tree, target)
    return tuple(map(_left, left))


def _prepare(staging: Path, edition: str) -> Path:
    """An empty folder whose name tells its inode: so it is known later what stands under it."""
    made = staging / f"{edition}.new"
    made.mkdir()
    fresh = staging / f"{edition}.{made.stat().st_ino}-{secrets.token_hex(4)}"
    made.rename(fresh)
    return fresh


def _untouched(tree: Path) -> bool:
    """Whether the tree is still the one we made, not the one it changed places with."""
    mark = tree.name.partition(".")[2].partition("-")[0]
    return is_folder(tree) and mark in {"new", str(tree.lstat().st_ino)}


def _fill(fresh: Path, contents: dict[str, bytes]) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    for name in sorted(contents):
        with os.fdopen(os.open(fresh / name, flags, 0o666), "wb") as file:
            file.write(contents[name])
            file.flush()
            os.fsync(file.fileno())


def _place(fresh: Path, target: Path) -> tuple[Path, ...]:
    """Move the fresh folder to its place and retire the one that stood there."""
    sync(fresh)
    if not os.path.lexists(target):
        fresh.rename(target)
        sync(target.parent)
        return ()
    fresh.chmod(stat.S_IMODE(target.lstat().st_mode))
    replaced = fresh if exchange(fresh, target) else _in_two_steps(fresh, target)
    sync(target.parent)
    return _retired(replaced, target)


def _retired(tree: Path, kept: Path) -> tuple[Path, ...]:
    """Retire a replaced tree; where that fails the bundle stands all the same."""
    try:
        return retire(tree, kept, own=ours(tree))
    except OSError:
        return (tree,)


def _in_two_steps(fresh: Path, target: Path) -> Path:
    """Where two names cannot be exchanged: a killed build is undone by the next one."""
    replaced = fresh.with_name(f"{fresh.name}.old")
    target.rename(replaced)
    try:
        fresh.rename(target)
    except BaseException:
        replaced.rename(target)
        raise
    return replaced


def _files(handle: int, chosen: Iterable[File]) -> dict[str, bytes]:
    contents: dict[str, bytes] = {}
    problems: list[Problem] = []
    for file in chosen:
        try:
            content = _content(handle, file.path)
        except OSError as error:
            problems.append(_spoilt(file.path, f"cannot be read: {error.strerror}"))
            continue
        if len(content) != file.bytes or hashlib.sha256(content).hexdigest() != file.sha256:
            problems.append(_spoilt(file.path, "is not what the manifest says"))
        contents[file.path] = content
    if problems:
        raise DigestError(*problems)
    return contents


def _content(handle: int, name: str) -> bytes:
    opened = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=handle)
    with os.fdopen(opened, "rb") as file:
        return file.read()


def _no_bundle(folder: Path) -> Problem:
    return Problem(
        code="B003", message=f"there is no bundle in {folder}", hint="build the edition first"
    )


def _spoilt(name: str, what: str) -> Problem:
    return Problem(
        code="B005", message=f"the file {name} {what}", path=name, hint="build the edition again"
    )


def _in_the_way(path: Path) -> Problem:
    return Problem(
        code="B002",
        message=f"{path} was not made by digest and stands where the bundle belongs",
        hint="move it away, or choose another folder with --output",
    )


def _unowned(target: Path) -> Problem:
    return Problem(
        code="B002",
        message=f"{target / manifest.NAME} is not as digest wrote it; so nobody knows which files "
        "there were made by digest",
        hint=f"move {target} away, or choose another folder with --output",
    )


def _left(path: Path) -> Problem:
    return Problem(
        code="B006",
        severity=Severity.NOTE,
        message=f"a file that is not ours was kept as {path}",
        hint="move it to where you want it",
    )
