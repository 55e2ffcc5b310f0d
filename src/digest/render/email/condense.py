"""How much of the ledger fits a mail that no program cuts off."""

from collections.abc import Callable, Sequence
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

#: No title is cut to fewer characters.
TITLE = 40


class Plan(NamedTuple):
    """How many entries stand whole and shortened, and how the rest is named.

    So many of the shortened keep a link to their source. Names are grouped by class and outcome
    or carry both in their line; `title` is the most characters of one, None where none is cut.
    The first `linked` names have a link and only the first `told` are there, or (None) all.
    """

    whole: int
    shortened: int = 0
    sourced: int = 0
    grouped: bool = False
    title: int | None = None
    linked: int | None = None
    told: int | None = None


def telling(entries: int) -> list[Plan]:
    """Every plan that names all or says more, the richest first, each leaner than the last."""
    kept = min(KEPT, entries)
    rest = entries - kept
    shortening = [
        Plan(whole, entries - whole, entries - whole) for whole in range(entries, kept, -1)
    ]
    sparing = [Plan(kept, rest, sourced) for sourced in range(rest, -1, -1)]
    naming = [Plan(kept, shortened) for shortened in range(rest - 1, -1, -1)]
    last = [Plan(whole, kept - whole) for whole in range(kept - 1, -1, -1)]
    last += [Plan(0, shortened) for shortened in range(kept - 1, -1, -1)]
    return [*shortening, *sparing, *naming, *last]


def naming(entries: Sequence[Entry], names: Plan, *, elsewhere: bool) -> list[list[Plan]]:
    """The ways to save on names alone, each as plans from the richest to the leanest.

    First titles are cut, then links left out from the end, then (where the whole digest can be
    read `elsewhere`) names.
    """
    count, longest = len(entries), max((len(one.title) for one in entries), default=0)
    cut = names._replace(title=TITLE) if longest > TITLE else names
    bare = cut._replace(linked=0)
    ways = [
        [names],
        [names._replace(title=limit) for limit in range(longest - 1, TITLE - 1, -1)],
        [cut._replace(linked=linked) for linked in range(count - 1, -1, -1)],
        [bare._replace(told=told) for told in range(count - 1, -1, -1)] if elsewhere else [],
    ]
    return [plans for plans in ways if plans]


def choose(entries: Sequence[Entry], size: Callable[[Plan], int], *, elsewhere: bool) -> Plan:
    """The richest plan that keeps a mail within `SOFT`, or the leanest that is of use.

    `size` gives the bytes a plan comes to. A mail of names alone may be longer, up to `HARD`
    less `ROOM`; `elsewhere` says whether some names may be left to another edition.
    """
    possible = telling(len(entries))
    start = _not_hopeless(entries, possible)
    if start == 0 and size(possible[0]) <= SOFT:
        return possible[0]
    if size(possible[-1]) <= SOFT:
        return _richest(possible[start:], size, SOFT)
    names = min((possible[-1], possible[-1]._replace(grouped=True)), key=size)
    ways = naming(entries, names, elsewhere=elsewhere)
    most = HARD - ROOM - 1
    enough = next((plans for plans in ways if size(plans[-1]) <= most), ways[-1][-1:])
    return _richest(enough, size, most)


def _richest(ordered: Sequence[Plan], size: Callable[[Plan], int], most: int) -> Plan:
    """The first plan of at most so many bytes, or the last; each is leaner than the one before.

    Sizes fall nearly in a straight line, so that a few guesses between what is known will do;
    every other one halves what is left, whatever the sizes are.
    """
    low, high = 0, len(ordered) - 1
    above, below = size(ordered[low]), size(ordered[high])
    if above <= most:
        return ordered[low]
    straight = True
    while high - low > 1:
        share = (above - most) / max(above - below, 1) if straight else 0.5
        guess = min(max(low + round((high - low) * share), low + 1), high - 1)
        got = size(ordered[guess])
        if got <= most:
            high, below = guess, got
        else:
            low, above = guess, got
        straight = not straight
    return ordered[high]


def _not_hopeless(entries: Sequence[Entry], possible: Sequence[Plan]) -> int:
    """The first plan whose whole entries are not too long already as bare text."""
    lengths = [0, *accumulate(len(one.model_dump_json()) // 4 for one in entries)]
    fits = (at for at, plan in enumerate(possible) if lengths[plan.whole] <= SOFT)
    return next(fits, len(possible) - 1)
