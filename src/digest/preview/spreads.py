"""Print editions compared page by page, in a thread of its own, and pictures of what differs."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from digest.bundle.facing import Facing
from digest.bundle.pages import SCALE, pages, png
from digest.bundle.regions import Box
from digest.bundle.spread import COME, GONE, Mark, Side, marked
from digest.preview.lane import Lane
from digest.problems import DigestError

#: How many comparisons are kept, and how many bytes of print editions with them; one always is.
KEPT, MOST = 16, 64_000_000

#: How many pictures are kept.
PICTURES = 48


class Print(NamedTuple):
    """A print edition: what to call it, its bytes and their hash."""

    name: str
    content: bytes
    sha256: str

    @classmethod
    def of(cls, name: str, content: bytes) -> "Print":
        """The print edition with those bytes."""
        return cls(name, content, sha256(content).hexdigest())


class Leaf(NamedTuple):
    """A page, counted from 1, and the regions that are marked on it."""

    page: int
    regions: tuple[Box, ...]


class Spread(NamedTuple):
    """Two pages that belong together and differ, or a page of one side alone."""

    before: Leaf | None
    after: Leaf | None


class Pair(NamedTuple):
    """Two print editions to compare."""

    before: Print
    after: Print

    @property
    def name(self) -> str:
        """A name for both, of their hashes."""
        return f"{self.before.sha256[:32]}-{self.after.sha256[:32]}"


class Faced(NamedTuple):
    """What came of a comparison: the spreads that differ; `trouble` is why there is none."""

    pair: Pair
    spreads: tuple[Spread, ...] = ()
    trouble: str = ""

    @property
    def size(self) -> int:
        """The bytes it keeps."""
        return len(self.pair.before.content) + len(self.pair.after.content)


class Spreads:
    """Compares print editions when somebody looks, and remembers the last ones.

    `told` hears when a comparison is done, `failed` of what ends the thread, both in that thread.
    """

    def __init__(
        self, told: Callable[[], None], failed: Callable[[BaseException], None] = lambda _: None
    ) -> None:
        self._told = told
        self._found: OrderedDict[str, Faced] = OrderedDict()
        self._guard = threading.Lock()
        self._lane = Lane("desk-pages", self._compare, failed)
        self._begun = self._ended = False
        self._picture = lru_cache(maxsize=PICTURES)(self._drawn)

    def look(self, pair: Pair) -> Faced | None:
        """What came of comparing the two; None while they wait for it or are in work."""
        if pair.before.sha256 == pair.after.sha256:
            return Faced(pair)
        with self._guard:
            if (found := self._found.get(pair.name)) is not None:
                self._found.move_to_end(pair.name)
                return found
            if self._ended:
                return None
            if not self._begun:
                self._lane.start()
                self._begun = True
        self._lane.give(pair)
        return None

    def picture(self, name: str, number: int, side: str) -> bytes | None:
        """The page before or after in a spread, counted from 1, as PNG; None when there is none.

        `name` is that of a pair that was compared a short while ago.
        """
        with self._guard:
            found = self._found.get(name)
        if found is None or not 1 <= number <= len(found.spreads) or side not in Spread._fields:
            return None
        try:
            return self._picture(name, number, side)
        except KeyError:  # forgotten meanwhile
            return None

    def end(self, patience: float | None = None) -> None:
        """Give up what is in work; return when it has stopped, or after some seconds."""
        with self._guard:
            self._ended = True
        if self._begun:
            self._lane.end(patience)

    def _compare(self, pair: Pair) -> None:
        with self._guard:
            if pair.name in self._found:
                return
        try:
            found = Faced(pair, _spreads(pair, self._step))
        except DigestError as error:
            found = Faced(pair, trouble="; ".join(one.message for one in error.problems))
        except _NobodyWaitsError:
            return
        with self._guard:
            self._found[pair.name] = found
            self._forget()
        self._told()

    def _forget(self) -> None:
        """Let the oldest go until the others are few and small enough."""
        left = sum(one.size for one in self._found.values())
        while len(self._found) > 1 and (len(self._found) > KEPT or left > MOST):
            _, gone = self._found.popitem(last=False)
            left -= gone.size

    def _step(self) -> None:
        if self._ended:
            raise _NobodyWaitsError

    def _drawn(self, name: str, number: int, side: str) -> bytes | None:
        with self._guard:
            pair, spreads, _ = self._found[name]
        spread = spreads[number - 1]
        if side == "before":
            return _picture(pair.before, spread.before, GONE)
        return _picture(pair.after, spread.after, COME)


class _NobodyWaitsError(Exception):
    """Nobody waits any more."""


def _spreads(pair: Pair, step: Callable[[], None]) -> tuple[Spread, ...]:
    before, after = pair
    with pages(before.content, before.name) as old, pages(after.content, after.name) as new:
        facing = Facing(old, new, SCALE, step)
        found = []
        for at, numbers in enumerate(facing.pairs):
            if (sides := facing.sides(at)) is not None:
                left, right = map(_leaf, numbers, sides)
                found.append(Spread(left, right))
        return tuple(found)


def _leaf(number: int | None, side: Side) -> Leaf | None:
    return Leaf(number, side.regions) if number else None


def _picture(document: Print, leaf: Leaf | None, mark: Mark) -> bytes | None:
    if leaf is None:
        return None
    with pages(document.content, document.name) as opened:
        return png(marked(opened.picture(leaf.page, scale=SCALE), leaf.regions, mark))
