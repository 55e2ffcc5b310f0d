"""Renderings of earlier builds, found again by everything they were made from."""

import hashlib
import os
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from digest.bundle.foreign import is_file, is_folder
from digest.bundle.manifest import canonical
from digest.problems import Problem
from digest.render.artifact import Rendering
from digest.values import Frozen

#: What a cache may grow to before the entries longest unused go, in bytes.
ROOM = 512 * 1024 * 1024


class Entry(Frozen):
    """What an entry holds beside the bytes of the rendering."""

    pages: int | None = None
    problems: tuple[Problem, ...] = ()


def key(*parts: Mapping[str, object] | str) -> str:
    """SHA-256 in hexadecimal over parts that are JSON-able; equal parts, equal key."""
    return hashlib.sha256(canonical(parts)).hexdigest()


class Cache:
    """Renderings in a private folder, each in a file named by its key.

    An entry that does not fit its own hash counts as missing. Entries appear whole, so that
    several builds may share the folder without a lock. Links are never followed and stay.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, name: str) -> Rendering | None:
        """The rendering of that key, or None; using an entry makes it young again."""
        try:
            with self._drawer(name) as drawer:
                rendering = _opened(_content(drawer, name[2:]))
                os.utime(name[2:], dir_fd=drawer, follow_symlinks=False)
        except (OSError, ValueError):
            return None
        return rendering

    def put(self, name: str, rendering: Rendering) -> None:
        """Keep a rendering under its key; `OSError` when the disk refuses."""
        (self.folder / name[:2]).mkdir(parents=True, exist_ok=True)
        with self._drawer(name) as drawer:
            if not (self.folder / name[:2] / name[2:]).is_symlink():
                _place(drawer, name[2:], _sealed(rendering))

    def prune(self, room: int = ROOM) -> None:
        """Remove the entries longest unused until the rest fits into `room` bytes."""
        for path in sorted(self._entries(), key=_age):
            with suppress(FileNotFoundError):
                room -= path.stat().st_size
                if room < 0:
                    path.unlink()

    @contextmanager
    def _drawer(self, name: str) -> Iterator[int]:
        """A handle of the real folder an entry belongs into; `OSError` where there is none."""
        flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
        handle = os.open(self.folder / name[:2], flags)
        try:
            yield handle
        finally:
            os.close(handle)

    def _entries(self) -> Iterator[Path]:
        for drawer in self.folder.iterdir() if is_folder(self.folder) else ():
            if is_folder(drawer):
                yield from filter(is_file, drawer.iterdir())


def _content(drawer: int, name: str) -> bytes:
    flags = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    with os.fdopen(os.open(name, flags, dir_fd=drawer), "rb") as file:
        return file.read()


def _place(drawer: int, name: str, content: bytes) -> None:
    draft = f"{name}.{secrets.token_hex(4)}"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
    try:
        with os.fdopen(os.open(draft, flags, 0o666, dir_fd=drawer), "wb") as file:
            file.write(content)
        os.replace(draft, name, src_dir_fd=drawer, dst_dir_fd=drawer)
    except OSError:
        with suppress(FileNotFoundError):
            os.unlink(draft, dir_fd=drawer)
        raise


def _sealed(rendering: Rendering) -> bytes:
    """An entry: the hash of the rest, what is beside the content, the content."""
    entry = Entry(pages=rendering.pages, problems=rendering.problems)
    rest = canonical(entry.model_dump(mode="json")) + b"\n" + rendering.content
    return hashlib.sha256(rest).hexdigest().encode() + b"\n" + rest


def _opened(data: bytes) -> Rendering:
    """The rendering in the bytes of an entry; ValueError when they are not what they were."""
    seal, _, rest = data.partition(b"\n")
    if hashlib.sha256(rest).hexdigest().encode() != seal:
        raise ValueError("a damaged entry")
    head, _, content = rest.partition(b"\n")
    entry = Entry.model_validate_json(head)
    return Rendering(content=content, pages=entry.pages, problems=entry.problems)


def _age(path: Path) -> tuple[float, str]:
    try:
        return (-path.stat().st_mtime, path.name)
    except FileNotFoundError:
        return (0.0, path.name)
