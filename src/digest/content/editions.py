"""A dated choice of records and patterns in one stream."""

from datetime import date

from digest.values import Frozen


class Pattern(Frozen):
    """A synthesis that at least two records support, ending in an operating question."""

    id: str
    title: str
    summary: str
    question: str
    evidence: tuple[str, ...]


class Edition(Frozen):
    """The edition as its file says it; `records` are ids in the order of the ledger."""

    id: str
    stream: str
    title: str
    dated: date
    previous: str | None = None
    summary: str
    preheader: str | None = None
    subject: str | None = None
    records: tuple[str, ...]
    patterns: tuple[Pattern, ...] = ()
