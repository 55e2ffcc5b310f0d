"""The numbers of a text, however they are written."""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from digest.checks.spelled import MULTIPLES, fractions, is_measure, spelled

#: Longer rows of digits are names: nobody counts so far.
_LONGEST = 30

#: So many characters before a number may tell what it is.
_BEFORE = 24

#: Addresses and sayings hold digits that count nothing.
_ASIDE = re.compile(r"(?:https?://|www\.)\S+|(?<!\S)[^\s@]++@\S+|\b24/7\b")
#: Letters of scripts without spaces stand between numbers, those of others make a name of them.
_LETTER = r"(?![\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])[^\W\d]"
_MARKS = ".,'\u2019\u00a0\u202f\u066b\u066c"
_DIGITS = re.compile(rf"(?<!\d)\d{{1,3}}(?:[ ]\d{{3}}(?!\d))+|\d+(?:[{_MARKS}]\d+)*")
_NAMED = re.compile(rf"(?:{_LETTER}|{_LETTER}[-\u2010\u2011/.])\Z")
_DECIMAL = ".,\u066b"
_LABEL = re.compile(
    r"\b(?:page|section|figure|table|article|phase|version|chapter|step|part|level|tier|no|line|"
    r"pattern|record|question|seite|abschnitt|kapitel|phase|article|page)\.?\s+\Z"
)
_ORDINAL = re.compile(r"(?:st|nd|rd|th)\b")
_PERCENT = re.compile(
    r"[\s\u00a0\u202f-]*(?:%|\u066a|\uff05|per\s?-?cents?\b|percentage|prozent|pour\scent|por\sciento)"
)
_SCALE = re.compile(rf"[\s\u00a0\u202f-]*({'|'.join(MULTIPLES)})\b")
_ATTACHED = re.compile(r"(k|m|bn|tn)\b")
_BETWEEN = re.compile(r"\s*(?:[-\u2010-\u2015]|to|and|or|bis|und|oder|à|a|et|y)\s*\Z")
_HEDGE = re.compile(
    r"(?:\b(?:about|around|almost|approximately|close to|nearly|roughly|some|over|under|"
    r"more than|less than|fewer than|at least|at most|up to|circa|ca|etwa|rund|fast|knapp|über|"
    r"environ|près de|plus de|unos|casi|más de)\.?\s+|[~\u2248<>\u2264\u2265]\s*)\Z"
)
_ATTACHED_SCALES = {"k": 10**3, "m": 10**6, "bn": 10**9, "tn": 10**12}


class Number(NamedTuple):
    """A number as it is written, and all that it may mean.

    `values` is empty for what only looks like a number, such as 1.34.1: then the writing counts.
    With `counted` it is a word that counts in passing, as in "the two of them" or "half".
    """

    written: str
    values: tuple[Decimal, ...]
    percent: bool = False
    hedged: bool = False
    counted: bool = False


def numbers(text: str) -> list[Number]:
    """The numbers of a text in their order; those in names and addresses are left out."""
    told = _ASIDE.sub(" ", text).casefold()
    found = [one for one in _DIGITS.finditer(told) if not _is_name(told, one)]
    read = [_read(told, one) for one in found]
    for place, (one, other) in enumerate(pairwise(found)):
        if read[place + 1].percent and _BETWEEN.match(told[one.end() : other.start()]):
            read[place] = read[place]._replace(percent=True)
    return [*read, *_spelled(told)]


def _is_name(told: str, found: re.Match[str]) -> bool:
    before = told[max(0, found.start() - _BEFORE) : found.start()]
    return bool(
        _NAMED.search(before) or _LABEL.search(before) or _ORDINAL.match(told, found.end())
    )


def _read(told: str, found: re.Match[str]) -> Number:
    written, end = found.group(), found.end()
    values = tuple(dict.fromkeys(_values(written)))
    if scale := _SCALE.match(told, end):
        values = tuple((value * MULTIPLES[scale[1]]).normalize() for value in values)
        written, end = told[found.start() : scale.end()], scale.end()
    elif attached := _ATTACHED.match(told, end):
        values += tuple((one * _ATTACHED_SCALES[attached[1]]).normalize() for one in values)
    percent = bool(_PERCENT.match(told, end))
    hedged = bool(_HEDGE.search(told[max(0, found.start() - _BEFORE) : found.start()]))
    return Number(f"{' '.join(written.split())}{'%' * percent}", values, percent, hedged)


def _values(written: str) -> Iterator[Decimal]:
    """The values of digits with separators: `1,250` is twelve hundred and fifty, or 1¼."""
    parts = re.split(r"\D", written)
    marks = re.findall(r"\D", written)
    if sum(map(len, parts)) > _LONGEST:
        return
    if not marks:
        yield Decimal(written)
        return
    grouped = len(parts[0]) <= 3 and parts[0] != "0"
    if grouped and len(set(marks)) == 1 and all(len(one) == 3 for one in parts[1:]):
        yield Decimal("".join(parts))
    whole, kinds = parts[:-1], set(marks[:-1])
    groups = len(kinds) == 1 and marks[-1] not in kinds and all(len(one) == 3 for one in whole[1:])
    if marks[-1] in _DECIMAL and (groups or len(marks) == 1):
        yield Decimal(f"{''.join(whole)}.{parts[-1]}")


def _spelled(told: str) -> Iterator[Number]:
    for start, end, value in spelled(told):
        percent = bool(_PERCENT.match(told, end))
        written = f"{' '.join(told[start:end].split())}{' percent' * percent}"
        hedged = bool(_HEDGE.search(told[max(0, start - _BEFORE) : start]))
        counted = not percent and not is_measure(told, end)
        yield Number(written, (Decimal(value),), percent, hedged, counted)
    for word, share in fractions(told):
        yield Number(word, (Decimal(share),), percent=True, counted=True)
