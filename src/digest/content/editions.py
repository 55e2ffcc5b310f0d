"""A dated choice of records and patterns in one stream."""

from datetime import date

from digest.content.formats import Code, EditionId, Line, Ref, Slug, Text
from digest.values import Frozen


class Pattern(Frozen):
    """A synthesis that at least two records support, ending in an operating question."""

    id: Slug
    title: Line
    summary: Text
    question: Text
    evidence: tuple[Ref, ...]


class Waiver(Frozen):
    """A warning that somebody answers for, with the reason.

    `at` names what the warning is about: a record, a pattern or a field of the edition. `target`
    is the fingerprint of that, as the warning tells it.
    """

    code: Code
    at: Line | None = None
    target: Line | None = None
    reason: Text


class Edition(Frozen):
    """The edition as its file says it; `records` are ids in the order of the ledger."""

    id: EditionId
    stream: Ref
    title: Line
    dated: date
    previous: Ref | None = None
    summary: Text
    preheader: Line | None = None
    subject: Line | None = None
    records: tuple[Ref, ...]
    patterns: tuple[Pattern, ...] = ()
    waive: tuple[Waiver, ...] = ()
