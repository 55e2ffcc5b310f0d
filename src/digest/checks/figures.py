"""Whether the numbers an edition tells stand in the records it tells them from."""

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from decimal import Decimal
from functools import cache, lru_cache
from typing import NamedTuple

from digest.checks.days import Calendar, Day
from digest.checks.numbers import Number, numbers
from digest.checks.subject import Subject
from digest.content.records import DetailText, Record
from digest.problems import Problem

#: Numbers in words up to this one count in passing: "the two of them".
_IN_PASSING = 12

#: So many numbers are named in one message.
_NAMED = 5

#: The texts of an edition that speak for all of its records.
_TEXTS = ("title", "summary", "subject", "preheader")


class Facts(NamedTuple):
    """What can be counted on: days and numbers as records give them."""

    days: frozenset[Day]
    numbers: tuple[Number, ...]


class Known:
    """Numbers in an order that finds the nearest of many."""

    def __init__(
        self, facts: Sequence[Facts], counts: Iterable[int], shares: Iterable[Decimal]
    ) -> None:
        told = [number for one in facts for number in one.numbers]
        self.days = frozenset[Day]().union(*(one.days for one in facts))
        self._written = {number.written for number in told}
        percents = [value for number in told if number.percent for value in number.values]
        self._percents = sorted([*percents, *shares])
        values = (value for number in told for value in number.values)
        self._values = sorted([*values, *map(Decimal, counts)])

    def supports(self, number: Number) -> bool:
        """Whether some record says this number, or one that it rounds."""
        if not number.values:
            return number.written in self._written
        among = self._percents if number.percent else self._values
        return any(_near(value, among, hedged=number.hedged) for value in number.values)


def loose_number(subject: Subject) -> Iterator[Problem]:
    """E014: a summary or pattern tells a number that none of its records contains."""
    reader = _Reader(subject)
    edition, everything = subject.edition, list(subject.records)
    for field in _TEXTS:
        text = getattr(edition, field) or ""
        loose = reader.loose(text, everything)
        if loose:
            yield _told(subject, field, loose, "no record of the edition")
    for place, pattern in enumerate(edition.patterns):
        cited = subject.cited(pattern)
        for field in ("title", "summary", "question"):
            loose = reader.loose(getattr(pattern, field), cited)
            if loose:
                yield _told(subject, f"patterns/{place}/{field}", loose, "no record it cites")


def _told(subject: Subject, field: str, loose: list[str], nobody: str) -> Problem:
    more = f" and {len(loose) - _NAMED} more" if len(loose) > _NAMED else ""
    return subject.warning(
        "E014",
        f"this says {', '.join(loose[:_NAMED])}{more}, which {nobody} contains",
        "look it up in the source, cite the record that says so, or leave the number out",
        at=(subject.edition.id, field),
        bound=loose,
    )


class _Reader:
    """Holds the texts of an edition against its records, each of which is read once."""

    def __init__(self, subject: Subject) -> None:
        self._subject = subject
        self._language = subject.content.publication.language
        self._read: dict[str, Facts] = {}
        self._known: dict[tuple[str, ...], Known] = {}

    def loose(self, text: str, records: list[Record]) -> list[str]:
        """The numbers and days of a text that nothing in the records supports."""
        days, every = _said(text, self._language)
        told = [one for one in every if not _in_passing(one)]
        if not days and not told:
            return []
        known = self._among(records)
        strange = [str(one) for one in sorted(days - known.days) if one.real]
        return list(
            dict.fromkeys([*strange, *(one.written for one in told if not known.supports(one))])
        )

    def _among(self, records: list[Record]) -> Known:
        key = tuple(record.id for record in records)
        if key not in self._known:
            facts = [self._facts(record) for record in records]
            counts = {len(self._subject.edition.records), len(self._subject.edition.patterns)}
            counts |= set(range(len(records) + 1))
            self._known[key] = Known([*facts, self._dates()], counts, _shares(records))
        return self._known[key]

    def _facts(self, record: Record) -> Facts:
        if record.id not in self._read:
            said = _said("\n".join(_texts(record)), self._language)
            known = (record.publication_date, record.event_date, record.published_at)
            dates = _facts_of(one for one in known if one)
            facts = Facts(dates.days | said.days, (*dates.numbers, *said.numbers))
            self._read[record.id] = facts
        return self._read[record.id]

    def _dates(self) -> Facts:
        """The days of this edition and of the one before it."""
        edition, editions = self._subject.edition, self._subject.content.editions
        before = editions.get(edition.previous or "")
        return _facts_of([edition.dated, *([before.dated] if before else [])])


@lru_cache(maxsize=2048)
def _said(text: str, language: str) -> Facts:
    """What a text tells; an author who saves one record waits for that one alone."""
    days, rest = _calendar(language).days(text)
    return Facts(frozenset(days), tuple(numbers(rest)))


@cache
def _calendar(language: str) -> Calendar:
    return Calendar(language)


def _facts_of(dates: Iterable[date]) -> Facts:
    known = list(dates)
    years = tuple(Number(str(one.year), (Decimal(one.year),)) for one in known)
    return Facts(frozenset(Day(one.month, one.day) for one in known), years)


def _texts(record: Record) -> Iterator[str]:
    """Every text of a record."""
    yield from (
        value for name, value in record if isinstance(value, str) and name not in _ADDRESSES
    )
    yield from record.topics
    yield from record.roles.values()
    for details in record.role_details.values():
        for value in details.values():
            yield from _items(value)


#: Fields whose digits tell nothing.
_ADDRESSES = {"id", "source_url", "version"}


def _items(value: DetailText) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


def _shares(records: list[Record]) -> Iterator[Decimal]:
    """How many of a hundred records each class has, and how many the others."""
    for classes in (
        Counter(record.evidence_class for record in records),
        Counter(record.outcome_class for record in records),
    ):
        for count in classes.values():
            share = Decimal(100 * count) / len(records)
            yield from (share, 100 - share)


def _in_passing(number: Number) -> bool:
    return number.counted and (number.percent or number.values[0] <= _IN_PASSING)


def _near(value: Decimal, among: list[Decimal], *, hedged: bool) -> bool:
    """Whether one of the numbers is this one, or is rounded to it."""
    slack = _slack(value, hedged=hedged)
    place = bisect_left(among, value - slack)
    return place < len(among) and among[place] <= value + slack


def _slack(value: Decimal, *, hedged: bool) -> Decimal:
    """Half of the last place that a number is exact to.

    That is its last decimal, or its last figure that is no nought; but at least two figures are
    exact, or one after "about".
    """
    written = value.as_tuple().exponent
    if isinstance(written, int) and written < 0:
        return Decimal(5).scaleb(written - 1)
    last = len(str(int(value))) - len(str(int(value)).rstrip("0"))
    exact = max(value.adjusted() - (0 if hedged else 1), 0)
    return Decimal(5).scaleb(min(last, exact) - 1)
