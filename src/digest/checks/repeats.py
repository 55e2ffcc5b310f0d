"""What an edition says twice, and what looks like two sources and is one."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from digest.checks.subject import Subject
from digest.checks.words import words
from digest.content.records import Record
from digest.content.webaddresses import same_source
from digest.problems import Problem

#: So many words in a row are compared.
ROW = 3

#: Of all rows of two findings, so many in both make them one finding.
ALIKE = 0.8

#: A row of words leads to so many earlier findings, however many have it.
_REMEMBERED = 3

Rows = frozenset[tuple[str, ...]]


def repeated_finding(subject: Subject) -> Iterator[Problem]:
    """E015: two records tell the same finding."""
    records = list(subject.records)
    for later, earlier in alike([record.finding for record in records]):
        record, other = records[later], records[earlier]
        yield subject.warning(
            "E015",
            f"the records {other.id} and {record.id} tell the same finding",
            "keep the better one, or say what is different",
            at=(record.id, "finding"),
            bound=(other.id, other.finding),
        )


def same_title(subject: Subject) -> Iterator[Problem]:
    """E016: two records have the same title."""
    for record, other in _again(subject, lambda one: " ".join(words(one.title))):
        yield subject.warning(
            "E016",
            f"the records {other.id} and {record.id} have the same title",
            "let each title say what only its record says",
            at=(record.id, "title"),
            bound=(other.id,),
        )


def shared_source(subject: Subject) -> Iterator[Problem]:
    """E019: two records rest on one source; a warning where a pattern counts both."""
    together = [frozenset(pattern.evidence) for pattern in subject.edition.patterns]
    for record, other in _again(subject, lambda one: same_source(one.source_url)):
        cited = any({record.id, other.id} <= evidence for evidence in together)
        tell = subject.warning if cited else subject.note
        yield tell(
            "E019",
            f"the records {other.id} and {record.id} have the same source",
            "two findings of one source are one witness; look for another, or join the records",
            at=(record.id, "sourceUrl"),
            bound=(other.id,),
        )


def alike(texts: Iterable[str]) -> Iterator[tuple[int, int]]:
    """The numbers of each text that repeats an earlier one, and of the first such.

    Texts of one wording are found at once; those that differ in a few words by their rarest
    rows of words, so that each text is compared with few others, however many there are.
    """
    told = [words(text) for text in texts]
    rows = [_rows(one) for one in told]
    often = Counter(row for one in rows for row in one)
    exact: dict[tuple[str, ...], int] = {}
    known: dict[tuple[str, ...], list[int]] = {}
    for place, one in enumerate(told):
        if not one:
            continue
        first = exact.setdefault(tuple(one), place)
        rare = sorted(rows[place], key=lambda row: (often[row], row))
        rare = rare[: len(rare) - int(ALIKE * len(rare)) + 1]
        if first == place:
            near = sorted({other for row in rare for other in known.get(row, ())})
            first = next((other for other in near if _alike(rows[place], rows[other])), place)
            for row in rare:
                if len(others := known.setdefault(row, [])) < _REMEMBERED:
                    others.append(place)
        if first != place:
            yield place, first


def _rows(said: list[str]) -> Rows:
    return frozenset(zip(*(said[start:] for start in range(ROW)), strict=False))


def _alike(one: Rows, other: Rows) -> bool:
    shared = len(one & other)
    return shared > 0 and shared >= ALIKE * (len(one) + len(other) - shared)


def _again(subject: Subject, key: Callable[[Record], str]) -> Iterator[tuple[Record, Record]]:
    """Each record whose key an earlier one has, with the first that has it."""
    first: dict[str, Record] = {}
    for record in subject.records:
        name = key(record)
        other = first.setdefault(name, record) if name else record
        if other is not record:
            yield record, other
