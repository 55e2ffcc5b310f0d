"""Which words of two documents differ, page by page, and which pages' words have moved."""

from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from difflib import SequenceMatcher
from math import ceil, floor
from typing import NamedTuple

from digest.bundle.pages import Word
from digest.bundle.regions import Box, Pair, merged

#: How far a word may stand from where it stood and still stand there, in points.
_STILL = 0.5

#: How far around a word its region goes: beside it by so much of its height, so that a phrase
#: becomes one region, above and below it by so many points, so that lines of a paragraph do.
_BESIDE, _ABOVE = 0.3, 1.2

#: Documents of more words are compared page by page: the cost grows faster than they do.
_MOST_WORDS = 20_000

#: What a word that a line's end breaks ends with.
_HYPHENS = ("-", "\u2010", "\u00ad", "\x02")
_UNBROKEN = str.maketrans("", "", "".join(_HYPHENS))


class Reading(NamedTuple):
    """The words on two pages that only one document has, and whether any of the others moved."""

    before: tuple[Word, ...]
    after: tuple[Word, ...]
    moved: bool


def readings(
    before: Sequence[Sequence[Word]], after: Sequence[Sequence[Word]], pairs: Sequence[Pair]
) -> tuple[Reading, ...]:
    """Compare two documents word by word, pages counted from 1; a reading of each pair of pages.

    A word that went over to another page has moved. Where a line's end breaks a word makes no
    difference. Very long documents are compared page by page, each pair for itself.
    """
    if max(sum(map(len, before)), sum(map(len, after))) > _MOST_WORDS:
        return tuple(_apart(before, after, pair) for pair in pairs)
    old, new = list(_wholes(before)), list(_wholes(after))
    told = _Told(set(pairs))
    matcher = SequenceMatcher(None, [one.key for one in old], [one.key for one in new])
    for tag, start, end, start_, end_ in matcher.get_opcodes():
        if tag == "equal":
            told.keep(old[start:end], new[start_:end_])
        else:
            told.differ(old[start:end], new[start_:end_])
    return tuple(map(told.of, pairs))


def _apart(
    before: Sequence[Sequence[Word]], after: Sequence[Sequence[Word]], pair: Pair
) -> Reading:
    if pair.before is None or pair.after is None:
        return Reading((), (), moved=False)
    pages = [before[pair.before - 1][:_MOST_WORDS]], [after[pair.after - 1][:_MOST_WORDS]]
    return readings(*pages, [Pair(1, 1)])[0]


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
    """A word of a page, whole again where a line's end broke it."""

    key: str
    page: int
    parts: tuple[Word, ...]


class _Told:
    """What was found so far, by page."""

    def __init__(self, pairs: AbstractSet[Pair]) -> None:
        self._pairs = pairs
        self._gone: dict[int, list[Word]] = {}
        self._come: dict[int, list[Word]] = {}
        self._moved: tuple[set[int], set[int]] = (set(), set())

    def keep(self, old: Sequence[_Whole], new: Sequence[_Whole]) -> None:
        """Both documents have these words."""
        for one, other in zip(old, new, strict=True):
            if Pair(one.page, other.page) not in self._pairs or not _still(one, other):
                self._moved[0].add(one.page)
                self._moved[1].add(other.page)

    def differ(self, old: Sequence[_Whole], new: Sequence[_Whole]) -> None:
        """Only one of the documents has these words."""
        for words, found in ((old, self._gone), (new, self._come)):
            for one in words:
                found.setdefault(one.page, []).extend(one.parts)

    def of(self, pair: Pair) -> Reading:
        """What was found on two pages."""
        gone, come = self._gone.get(pair.before or 0, ()), self._come.get(pair.after or 0, ())
        moved = pair.before in self._moved[0] or pair.after in self._moved[1]
        return Reading(tuple(gone), tuple(come), moved)


def _wholes(pages: Sequence[Sequence[Word]]) -> Iterator[_Whole]:
    for page, words in enumerate(pages, start=1):
        at = 0
        while at < len(words):
            end = at + 1
            while end < len(words) and _broken(words[end - 1], words[end]):
                end += 1
            parts = tuple(words[at:end])
            key = "".join(part.text for part in parts).translate(_UNBROKEN)
            yield _Whole(key, page, parts)
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
