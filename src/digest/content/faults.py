"""What is wrong in one file, collected in full before anything is said."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, NamedTuple, Protocol

from digest.content.places import Loc, Span, Spot, nearest, pointer, quoted
from digest.problems import Problem, Severity

#: How many errors of one file are told, and how many warnings: a person mends the first ones.
MOST = 1000


@dataclass(frozen=True, slots=True)
class Fault:
    """A problem of a document: at a spot of its file, or at a location still to be found.

    `at_key` points at the key of the location instead of its value.
    """

    code: str
    message: str
    hint: str | None = None
    severity: Severity = Severity.ERROR
    loc: Loc = ()
    at_key: bool = False
    spot: Spot | None = None


class Reading(NamedTuple):
    """What a reader made of a text; the value counts only when the text was readable."""

    value: Any
    faults: tuple[Fault, ...] = ()
    readable: bool = True


class Document(Protocol):
    """A parsed document of a file; `base` is where it stands in the file's own document."""

    @property
    def path(self) -> str:
        """The file, relative to the publication."""

    @property
    def base(self) -> Loc:
        """Where the document stands in the file's own."""

    def spans(self, wanted: Iterable[Loc]) -> dict[Loc, Span]:
        """Where the wanted locations stand, as far as they exist; the root always does."""


@dataclass(slots=True)
class Log:
    """The problems of one file; of errors and of the rest it keeps `MOST` and counts on."""

    path: str
    found: list[tuple[Document | None, Fault]] = field(default_factory=list)
    counts: Counter[bool] = field(default_factory=Counter)

    @property
    def full(self) -> bool:
        """Whether no further error will be told of this file."""
        return self.counts[True] >= MOST

    @property
    def keeps_warnings(self) -> bool:
        """Whether a further warning will be told."""
        return self.counts[False] < MOST

    def add(self, fault: Fault, document: Document | None = None) -> None:
        """Note one fault; without a document its spot must be known."""
        grave = fault.severity is Severity.ERROR
        self.counts[grave] += 1
        if self.counts[grave] <= MOST:
            self.found.append((document, fault))

    def problems(self) -> list[Problem]:
        """Every fault with its place, in the order of the file."""
        grouped: dict[int, tuple[Document | None, list[Fault]]] = {}
        for document, fault in self.found:
            grouped.setdefault(id(document), (document, []))[1].append(fault)
        told = [
            problem
            for document, faults in grouped.values()
            for problem in _placed(self.path, document, faults)
        ]
        return sorted([*told, *self._rest()], key=order)

    def _rest(self) -> Iterator[Problem]:
        if self.full:
            message = f"after {MOST:,} errors the rest of this file was not looked at"
            yield self._note(message, Severity.ERROR)
        if (more := self.counts[False] - MOST) > 0:
            message = f"{more:,} further warnings of this file are not listed"
            yield self._note(message, Severity.WARNING)

    def _note(self, message: str, severity: Severity) -> Problem:
        return Problem(
            code="C009",
            message=message,
            severity=severity,
            path=self.path,
            line=1,
            column=1,
            hint="mend the ones listed first, then check again",
        )


class Place(NamedTuple):
    """A value of a document, to which something can be said."""

    document: Document
    log: Log
    loc: Loc = ()

    def below(self, *tokens: str | int) -> "Place":
        """The place of a value inside this one."""
        return Place(self.document, self.log, (*self.loc, *tokens))

    def fault(
        self,
        code: str,
        message: str,
        hint: str | None = None,
        *,
        severity: Severity = Severity.ERROR,
        at_key: bool = False,
    ) -> None:
        """Note that something is wrong here."""
        self.log.add(Fault(code, message, hint, severity, self.loc, at_key), self.document)

    @property
    def said(self) -> str:
        """`path:line` of this value, to be named in the problem of another."""
        span = nearest(self.loc, self.document.spans(_upward(self.loc)))
        return f"{self.document.path}:{span.value.line}" if span else self.document.path


def order(problem: Problem) -> tuple[str, int, int, str, str]:
    """The order in which problems are shown: by path, line and column."""
    place = (problem.path or "", problem.line or 0, problem.column or 0)
    return (*place, problem.code, problem.message)


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """A question that names the known word nearest to this one, or None."""
    near = nearest_word(word, known)
    return None if near is None else f"did you mean {quoted(near)}?"


def nearest_word(word: str, known: Iterable[str]) -> str | None:
    """The known word that somebody who wrote `word` most likely meant, or None."""
    if len(word) > 100:
        return None
    plain = {_plain(one): one for one in known}
    near = get_close_matches(_plain(word), plain, n=1, cutoff=0.7)
    return plain[near[0]] if near else None


def _plain(word: str) -> str:
    return re.sub(r"[^\w]|_", "", word).casefold()


def _placed(path: str, document: Document | None, faults: list[Fault]) -> Iterable[Problem]:
    wanted = {one for fault in faults if fault.spot is None for one in _upward(fault.loc)}
    spans = document.spans(wanted) if document and wanted else {}
    base = document.base if document else ()
    for fault in faults:
        spot = fault.spot or _spot(fault, spans)
        yield Problem(
            code=fault.code,
            message=fault.message,
            severity=fault.severity,
            path=path,
            line=spot.line,
            column=spot.column,
            pointer=pointer((*base, *fault.loc)) or None,
            hint=fault.hint,
        )


def _spot(fault: Fault, spans: dict[Loc, Span]) -> Spot:
    span = nearest(fault.loc, spans) or Span(Spot(1, 1))
    return span.key or span.value if fault.at_key else span.value


def _upward(loc: Loc) -> Iterable[Loc]:
    return (loc[:end] for end in range(len(loc) + 1))
