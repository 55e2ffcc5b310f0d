"""Which words of two pages differ, and whether those that stay stand where they stood."""

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from math import ceil, floor
from typing import NamedTuple

from digest.bundle.pages import Word
from digest.bundle.regions import Box, merged

#: How far a word may stand from where it stood and still stand there, in points.
_STILL = 0.5

#: How far around a word its region goes: beside it by so much of its height, so that a phrase
#: becomes one region, above and below it by so many points, so that lines of a paragraph do.
_BESIDE, _ABOVE = 0.3, 1.2

#: What a word that a line's end breaks ends with.
_HYPHENS = ("-", "\u2010", "\u00ad", "\x02")
_UNBROKEN = str.maketrans("", "", "".join(_HYPHENS))


class Reading(NamedTuple):
    """The words that only one page has, and whether the others moved."""

    before: tuple[Word, ...]
    after: tuple[Word, ...]
    moved: bool


def reading(before: Sequence[Word], after: Sequence[Word]) -> Reading:
    """Compare two pages word by word; where a line's end breaks a word makes no difference."""
    old, new = list(_whole(before)), list(_whole(after))
    matcher = SequenceMatcher(None, [one.key for one in old], [one.key for one in new])
    gone: list[Word] = []
    come: list[Word] = []
    moved = False
    for tag, start, end, start_, end_ in matcher.get_opcodes():
        if tag == "equal":
            kept = zip(old[start:end], new[start_:end_], strict=True)
            moved = moved or any(not _still(one, other) for one, other in kept)
        else:
            gone += [part for one in old[start:end] for part in one.parts]
            come += [part for one in new[start_:end_] for part in one.parts]
    return Reading(tuple(gone), tuple(come), moved)


def around(words: Iterable[Word], scale: float) -> tuple[Box, ...]:
    """The regions around words in pixels, `scale` a point; words side by side share one."""
    return merged(_around(word, scale) for word in words)


def _around(word: Word, scale: float) -> Box:
    beside = _BESIDE * (word.lower - word.upper)
    return Box(
        max(0, floor((word.left - beside) * scale)),
        max(0, floor((word.upper - _ABOVE) * scale)),
        ceil((word.right + beside) * scale),
        ceil((word.lower + _ABOVE) * scale),
    )


class _Whole(NamedTuple):
    """A word, whole again where a line's end broke it."""

    key: str
    parts: tuple[Word, ...]


def _whole(words: Sequence[Word]) -> Iterator[_Whole]:
    at = 0
    while at < len(words):
        end = at + 1
        while end < len(words) and _broken(words[end - 1], words[end]):
            end += 1
        parts = tuple(words[at:end])
        yield _Whole("".join(part.text for part in parts).translate(_UNBROKEN), parts)
        at = end


def _broken(word: Word, following: Word) -> bool:
    return word.text.endswith(_HYPHENS) and following.upper > (word.upper + word.lower) / 2


def _still(one: _Whole, other: _Whole) -> bool:
    if len(one.parts) != len(other.parts):
        return False
    places = zip(one.parts, other.parts, strict=True)
    return all(
        abs(a.left - b.left) <= _STILL and abs(a.upper - b.upper) <= _STILL for a, b in places
    )
