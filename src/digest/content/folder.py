"""Reads the files of a publication folder and never anything outside it."""

import hashlib
import os
import stat
from collections.abc import Collection, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from digest.content.faults import Fault, Log, nearest_word
from digest.content.places import START, printable, quoted
from digest.content.textfile import decode
from digest.problems import Problem, Severity

#: How many bytes a file may have; it is looked at before a byte is read.
LARGEST = 32_000_000

#: YAML is written by hand and read slowly.
LARGEST_YAML = 500_000

#: How many names beside those that are known are looked at.
MOST_NAMES = 1000

#: How deep folders may stand in each other.
DEPTH = 32

_LOOK = "look at its permissions and where it leads"


@dataclass(slots=True)
class Folder:
    """A publication folder; what is wrong with its files gathers in `logs`, one a path.

    `inputs` maps every file read to the SHA-256 of its bytes.
    """

    root: Path
    logs: dict[str, Log] = field(default_factory=dict)
    inputs: dict[str, str] = field(default_factory=dict)

    def log(self, path: str) -> Log:
        """The log of a file, by its path relative to the folder."""
        return self.logs.setdefault(path, Log(printable(path, limit=1000)))

    def problems(self) -> tuple[Problem, ...]:
        """Everything that is wrong, by path, line and column."""
        return tuple(one for path in sorted(self.logs) for one in self.logs[path].problems())

    def has(self, path: str) -> bool:
        """Whether anything stands at the path, even a broken link, or nobody lets us look."""
        try:
            os.lstat(self.root / path)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return False
        except OSError:
            return True
        return True

    def text(self, path: str, *, largest: int = LARGEST) -> str | None:
        """The text of a file, None when it cannot be read; why is in its log."""
        data = self.data(path, largest=largest)
        return None if data is None else decode(data, self.log(path))

    def data(self, path: str, *, largest: int = LARGEST) -> bytes | None:
        """The bytes of a file, None when it cannot be read; why is in its log."""
        try:
            return self._data(path, largest)
        except (OSError, RuntimeError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or "a loop of links"
            self.fault(path, "C002", f"the file cannot be read: {reason}", _LOOK)
            return None

    def files(self, name: str, endings: tuple[str, ...], *, deep: bool) -> Iterator[str]:
        """The paths of the files below a folder that have one of the endings, sorted.

        Files that are not read and links to folders are logged; hidden ones are passed over.
        """
        if not self.has(name):
            return
        if os.path.islink(self.root / name):  # noqa: PTH114  # unlike pathlib it never raises
            self._linked(name)
            return
        for entry in self._entries(name):
            path = f"{name}/{entry.name}"
            if entry.is_dir(follow_symlinks=False):
                yield from self._inner(path, endings, deep=deep)
            elif os.path.isdir(self.root / path):  # noqa: PTH112  # the same
                self._linked(path)
            elif entry.name.endswith(endings):
                yield path
            else:
                self._skipped(path, endings)

    def tell_misnamed(self, known: Collection[str]) -> None:
        """Say of what stands beside the known names and is not read that one may be meant."""
        missing = [name for name in known if not self.has(name)]
        names: list[str] = []
        with suppress(OSError):  # whoever may not list the folder may still read what is named
            names = sorted(os.listdir(self.root))[:MOST_NAMES] if missing else []  # noqa: PTH208  # names, not paths
        for name in names:
            if name not in known and (near := nearest_word(name, missing)):
                hint = f"did you mean {quoted(near)}?"
                self.fault(name, "C008", "this is not read", hint, severity=Severity.WARNING)

    def fault(
        self,
        path: str,
        code: str,
        message: str,
        hint: str,
        *,
        severity: Severity = Severity.ERROR,
    ) -> None:
        """Note something about a file as a whole."""
        self.log(path).add(Fault(code, message, hint, severity, spot=START))

    def _data(self, path: str, largest: int) -> bytes | None:
        file = (self.root / path).resolve(strict=True)
        if not file.is_relative_to(self.root):
            hint = "copy the file into the publication"
            self.fault(path, "C004", "the link leads outside the publication", hint)
            return None
        state = file.stat()
        if not stat.S_ISREG(state.st_mode):
            kind = "a folder" if stat.S_ISDIR(state.st_mode) else "no regular file"
            self.fault(path, "C002", f"this is {kind}", "put a file in its place")
            return None
        if state.st_size > largest:
            self._too_large(path, state.st_size, largest)
            return None
        data = file.read_bytes()
        self.inputs[printable(path, limit=1000)] = hashlib.sha256(data).hexdigest()
        return data

    def _too_large(self, path: str, size: int, largest: int) -> None:
        message = f"the file has {size / 1e6:.1f} MB; at most {largest / 1e6:.1f} MB are read"
        self.fault(path, "C003", message, "make it smaller, or split it into several files")

    def _entries(self, name: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(self.root / name) as entries:
                visible = [entry for entry in entries if not entry.name.startswith(".")]
        except OSError as error:
            message = f"the folder cannot be read: {error.strerror}"
            self.fault(name, "C002", message, _LOOK)
            return []
        return sorted(visible, key=lambda entry: entry.name)

    def _inner(self, path: str, endings: tuple[str, ...], *, deep: bool) -> Iterator[str]:
        if path.endswith(endings):
            self.fault(path, "C002", "this is a folder", "put a file in its place")
        elif deep and path.count("/") > DEPTH:
            message = f"the folder stands more than {DEPTH} folders deep and is not read"
            self.fault(path, "C002", message, "put its files higher up")
        elif deep:
            yield from self.files(path, endings, deep=deep)
        else:
            self._skipped(path, endings)

    def _linked(self, path: str) -> None:
        hint = "copy the files into the publication"
        self.fault(path, "C004", "a linked folder is not followed", hint)

    def _skipped(self, path: str, endings: tuple[str, ...]) -> None:
        if PurePosixPath(path).suffix == ".md":
            return
        known = " or ".join(endings)
        message = "the file is not read"
        hint = f"files here end in {known}"
        self.fault(path, "C008", message, hint, severity=Severity.WARNING)
