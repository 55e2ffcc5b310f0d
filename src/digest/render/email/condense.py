"""How much of the ledger fits a mail that no program cuts off."""

from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from digest.edition.view import Entry

#: Bytes of HTML: above the first a mail is worth a warning, from the second on it is cut off.
SOFT = 80_000
HARD = 100_000

#: Kept free of the hard limit for what a reader's own values are longer than the samples.
ROOM = 1_000

#: So many entries stay whole while others can still be shortened.
KEPT = 3


class Plan(NamedTuple):
    """How many entries stand whole, shortened and named with a link; the rest are named alone.

    `linked` is None where every named one has its link.
    """

    whole: int
    shortened: int = 0
    linked: int | None = None


def plans(entries: int) -> list[Plan]:
    """Every plan for so many entries, the richest first, each leaner than the one before."""
    kept = min(KEPT, entries)
    shortening = [Plan(whole, entries - whole) for whole in range(entries, kept - 1, -1)]
    naming = [Plan(kept, shortened) for shortened in range(entries - kept - 1, -1, -1)]
    last = [Plan(whole, kept - whole) for whole in range(kept - 1, -1, -1)]
    last += [Plan(0, shortened) for shortened in range(kept - 1, -1, -1)]
    bare = [Plan(0, linked=linked) for linked in range(entries - 1, -1, -1)]
    return [*shortening, *naming, *last, *bare]


def choose(entries: tuple[Entry, ...], size: Callable[[Plan], int]) -> Plan:
    """The richest plan that keeps a mail within `SOFT`, or the leanest that is of use.

    `size` gives the bytes a plan comes to. A mail of names alone may be longer, up to `HARD`
    less `ROOM`: only there are links left out, from the end, and only as many as must be.
    """
    possible = plans(len(entries))
    linked = [plan for plan in possible if plan.linked is None]
    start = _not_hopeless(entries, possible)
    if start < len(linked):
        plan = _richest(linked[start:], lambda one: size(one) <= SOFT)
        if size(plan) < HARD - ROOM:
            return plan
    return _richest(possible[len(linked) - 1 :], lambda one: size(one) < HARD - ROOM)


def _richest(ordered: list[Plan], fits: Callable[[Plan], bool]) -> Plan:
    """The first plan that fits, or the last; each is leaner than the one before."""
    if fits(ordered[0]):
        return ordered[0]
    low, high = 0, len(ordered) - 1
    while low < high:
        middle = (low + high) // 2
        if fits(ordered[middle]):
            high = middle
        else:
            low = middle + 1
    return ordered[low]


def _not_hopeless(entries: tuple[Entry, ...], possible: list[Plan]) -> int:
    """The first plan whose whole entries are not too long already as bare text."""
    lengths = [0, *accumulate(len(one.model_dump_json()) // 4 for one in entries)]
    fits = (at for at, plan in enumerate(possible) if lengths[plan.whole] <= SOFT)
    return next(fits, len(possible) - 1)
