"""Files in a bundle's folder that are not ours: carried over, never followed, never deleted."""

import os
import shutil
import stat
from collections.abc import Set as AbstractSet
from pathlib import Path

from digest.bundle import manifest
from digest.problems import DigestError


def is_folder(path: Path) -> bool:
    """Whether a real folder stands there: not a symbolic link to one."""
    try:
        return stat.S_ISDIR(path.lstat().st_mode)
    except FileNotFoundError:
        return False


def is_file(path: Path) -> bool:
    """Whether a regular file stands there: not a symbolic link to one."""
    try:
        return stat.S_ISREG(path.lstat().st_mode)
    except FileNotFoundError:
        return False


def names(folder: Path) -> list[str]:
    """The names in a folder, sorted."""
    return sorted(path.name for path in folder.iterdir())


def ours(folder: Path) -> frozenset[str]:
    """The names of the regular files that the folder's own valid manifest lists, it included."""
    place = folder / manifest.NAME
    if not is_file(place):
        return frozenset()
    try:
        listed = manifest.parse(place.read_bytes()).files
    except DigestError:
        return frozenset()
    known = (manifest.NAME, *(file.path for file in listed))
    return frozenset(name for name in known if is_file(folder / name))


def carry(source: Path, target: Path) -> None:
    """Give a file a second name, a folder a second tree of names; links stay links.

    Raises `OSError` where the file system knows no hard links; nothing at `source` changes.
    """
    if not is_folder(source):
        os.link(source, target, follow_symlinks=False)
        return
    target.mkdir()
    for name in names(source):
        carry(source / name, target / name)
    shutil.copystat(source, target)


def retire(tree: Path, kept: Path, *, own: AbstractSet[str]) -> tuple[Path, ...]:
    """Remove a replaced tree: our files and the second names of what `kept` carried over.

    What appeared in the tree meanwhile moves to `kept`; what cannot, because its name is taken
    there, stays where it is and is returned.
    """
    tree.chmod(0o700)
    left: list[Path] = []
    # The manifest goes last: a killed removal must still know which files are ours.
    for name in sorted(names(tree), key=manifest.NAME.__eq__):
        path, twin = tree / name, kept / name
        if is_folder(path) and is_folder(twin):
            left += retire(path, twin, own=frozenset())
        elif (name in own and is_file(path)) or _same(path, twin):
            path.unlink()
        elif is_folder(kept) and not os.path.lexists(twin):
            path.rename(twin)
        else:
            left.append(path)
    if not left:
        tree.rmdir()
    return tuple(left)


def _same(path: Path, twin: Path) -> bool:
    try:
        return os.path.samestat(path.lstat(), twin.lstat())
    except FileNotFoundError:
        return False
