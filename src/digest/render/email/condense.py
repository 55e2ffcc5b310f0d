"""How much of the ledger fits a mail that no program cuts off."""

from collections.abc import Callable
from itertools import accumulate
from typing import NamedTuple

from digest.edition.view import Entry

#: Bytes of HTML: above the first a mail is worth a warning, from the second on it is cut off.
SOFT = 80_000
HARD = 100_000

#: So many entries stay whole while others can still be shortened.
KEPT = 3


class Plan(NamedTuple):
    """How many entries stand whole and how many shortened; the rest are named, linked or not."""

    whole: int
    shortened: int = 0
    linked: bool = True


def plans(entries: int) -> list[Plan]:
    """Every plan for so many entries, the richest first, each leaner than the one before."""
    kept = min(KEPT, entries)
    shortening = [Plan(whole, entries - whole) for whole in range(entries, kept - 1, -1)]
    naming = [Plan(kept, shortened) for shortened in range(entries - kept - 1, -1, -1)]
    last = [Plan(whole, kept - whole) for whole in range(kept - 1, -1, -1)]
    last += [Plan(0, shortened) for shortened in range(kept - 1, -1, -1)]
    return [*shortening, *naming, *last, Plan(0, linked=False)]


def choose(entries: tuple[Entry, ...], size: Callable[[Plan], int]) -> Plan:
    """The richest plan that keeps a mail within `SOFT`, or the leanest that is of use.

    `size` gives the bytes a plan comes to. Links are only left out where the mail would not
    stay below `HARD` with them.
    """
    possible = plans(len(entries))
    first = _not_hopeless(entries, possible)
    if size(possible[first]) <= SOFT:
        return possible[first]
    linked = [plan for plan in possible if plan.linked]
    low, high = first, len(linked) - 1
    while low < high:
        middle = (low + high) // 2
        if size(linked[middle]) <= SOFT:
            high = middle
        else:
            low = middle + 1
    return linked[low] if size(linked[low]) < HARD else possible[-1]


def _not_hopeless(entries: tuple[Entry, ...], possible: list[Plan]) -> int:
    """The first plan whose whole entries are not too long already as bare text."""
    lengths = [0, *accumulate(len(one.model_dump_json()) // 4 for one in entries)]
    fits = (at for at, plan in enumerate(possible) if lengths[plan.whole] <= SOFT)
    return next(fits, len(possible) - 1)
