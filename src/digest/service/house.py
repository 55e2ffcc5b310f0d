"""The publication as its files say it now, read again when they change."""

import threading
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from digest.content.corpus import Content
from digest.content.loading import PUBLICATION, SUBSCRIBERS
from digest.delivery.identity import Keyring
from digest.press.prepare import loaded
from digest.press.subscription import Roster
from digest.problems import DigestError, Problem, Severity
from digest.render.service import Pages
from digest.render.theme import Theme

#: Files whose change means something to readers of the service.
WATCHED = (PUBLICATION, SUBSCRIBERS)

#: Tells problems to whoever runs the service.
Tell = Callable[[Iterable[Problem]], None]


class Read(NamedTuple):
    """What was read: the content, its readers by name where it lists them, and its look.

    `number` is another one each time.
    """

    number: int
    content: Content
    roster: Roster | None
    theme: Theme
    pages: Pages


class House:
    """Keeps the last valid state of a publication; safe to share between threads."""

    def __init__(self, root: Path, keys: Keyring | None, tell: Tell) -> None:
        self._root = root
        self._keys = keys
        self._tell = tell
        self._lock = threading.Lock()
        self._count = 0
        self._signs = self._look()
        self._read = self._load()

    def now(self) -> Read:
        """The publication; while its files are faulty, as it was before (S003 is told once)."""
        with self._lock:
            if (signs := self._look()) != self._signs:
                self._signs = signs
                try:
                    self._read = self._load()
                except DigestError as error:
                    self._tell((_stale(error),))
            return self._read

    def _load(self) -> Read:
        content, _ = loaded(self._root)
        roster = Roster(content, self._keys) if self._keys else None
        theme = Theme(self._root.resolve())
        self._count += 1
        return Read(self._count, content, roster, theme, Pages(theme))

    def _look(self) -> tuple[object, ...]:
        return tuple(_sign(self._root / name) for name in WATCHED)


def _sign(path: Path) -> tuple[int, int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _stale(error: DigestError) -> Problem:
    count = len(error.problems)
    return Problem(
        code="S003",
        severity=Severity.WARNING,
        message=f"the publication was changed and has {count} problem{'s' * (count != 1)}; it is "
        "served as it was before",
        hint="see `digest check`",
    )
