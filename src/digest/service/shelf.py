"""The public editions as they are now, looked up again every few seconds at most."""

import hashlib
import threading
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from digest.delivery.clock import Clock
from digest.press import public
from digest.press.accounts import Accounts
from digest.press.public import MEDIA_TYPES, Named, Scope, Stand
from digest.problems import DigestError
from digest.service.house import House, Tell

#: For so many seconds the editions are taken to be as they were.
FRESH = 5.0


class Item(NamedTuple):
    """A file for everybody: its bytes, what they are, their hash, and since when they are so."""

    content: bytes
    media_type: str
    sha256: str
    changed: datetime


class _Editions(NamedTuple):
    """The public bundles by edition, the files beside them, and when these were made."""

    stands: Mapping[str, Stand]
    beside: Mapping[str, bytes]
    made: datetime


class Shelf:
    """Finds public files by their names; nobody's path ever reaches the disk.

    When it cannot look again it shows what it knew, and tells why. Safe to share among threads.
    """

    def __init__(
        self,
        house: House,
        output: Path,
        scope: Scope,
        accounts: Accounts | None,
        *,
        tell: Tell,
        now: Callable[[], datetime],
        clock: Clock,
    ) -> None:
        self._house = house
        self._tell = tell
        self._output = output
        self._scope = scope
        self._accounts = accounts
        self._moment = now
        self._clock = clock
        self._lock = threading.Lock()
        self._until = -FRESH
        self._signs: object = None
        self._editions = _Editions({}, {}, now())

    def beside(self, name: str) -> Item | None:
        """The archive page or a feed; `DigestError` when nothing could be looked up yet."""
        found = self._now()
        if (content := found.beside.get(name)) is None:
            return None
        hashed = hashlib.sha256(content).hexdigest()
        return Item(content, MEDIA_TYPES[name], hashed, found.made)

    def file(self, edition: str, name: str) -> Item | None:
        """A public file of a public edition, checked against its hash; errors as above."""
        stand = self._now().stands.get(edition)
        if stand is None or (file := stand.files.get(name)) is None:
            return None
        if (content := public.read(stand, name)) is None:
            return None
        return Item(content, file.media_type, file.sha256, stand.changed)

    def has(self, edition: str) -> bool:
        """Whether the edition is public; errors as above."""
        return edition in self._now().stands

    def _now(self) -> _Editions:
        with self._lock:
            if self._clock() >= self._until:
                try:
                    self._look_again()
                except DigestError as error:
                    if self._signs is None:
                        raise
                    self._tell(error.problems)
                self._until = self._clock() + FRESH
            return self._editions

    def _look_again(self) -> None:
        read, named = self._house.now(), self._named()
        signs = (read.number, named, *map(_sign, named))
        if signs != self._signs:
            found = public.shelf(read.content, read.theme, public.stands(named))
            self._editions, self._signs = _Editions(*found, self._moment()), signs

    def _named(self) -> tuple[Named, ...]:
        if self._scope is Scope.ALL:
            return public.built(self._output)
        if self._scope is Scope.SENT and self._accounts is not None:
            return public.sent(self._accounts, self._output)
        return ()


def _sign(named: Named) -> tuple[int | None, ...]:
    return tuple(_touched(folder) for folder in named.folders)


def _touched(folder: Path) -> int | None:
    try:
        return folder.stat().st_mtime_ns
    except OSError:
        return None
