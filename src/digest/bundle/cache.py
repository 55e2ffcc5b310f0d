"""Renderings of earlier builds, found again by everything they were made from."""

import hashlib
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

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
    several builds may share the folder without a lock.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def get(self, name: str) -> Rendering | None:
        """The rendering of that key, or None; using an entry makes it young again."""
        path = self._path(name)
        try:
            rendering = _opened(path.read_bytes())
            os.utime(path)
        except (OSError, ValueError):
            return None
        return rendering

    def put(self, name: str, rendering: Rendering) -> None:
        """Keep a rendering under its key; `OSError` when the disk refuses."""
        path = self._path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        draft = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        try:
            draft.write_bytes(_sealed(rendering))
            draft.replace(path)
        except OSError:
            draft.unlink(missing_ok=True)
            raise

    def prune(self, room: int = ROOM) -> None:
        """Remove the entries longest unused until the rest fits into `room` bytes."""
        for path in sorted(self.folder.glob("*/*"), key=_age):
            with suppress(FileNotFoundError):
                room -= path.stat().st_size
                if room < 0:
                    path.unlink()

    def _path(self, name: str) -> Path:
        return self.folder / name[:2] / name[2:]


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
