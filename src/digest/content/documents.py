"""Parsed documents that know where their values stand."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from digest.content import jsonplaces
from digest.content.faults import Document
from digest.content.places import START, Loc, Span, Spot, nearest, spots


@dataclass(frozen=True, slots=True)
class JsonDocument:
    """A valid JSON value inside a file: all of it, a line of it or an item of its list.

    `text` is the file or the line, `start` the offset of the value in it, which stands `at` a
    spot of the file and, in the file's own document, at `base`.
    """

    path: str
    text: str = field(repr=False)
    start: int = 0
    at: Spot = START
    base: Loc = ()

    def spans(self, wanted: Iterable[Loc]) -> dict[Loc, Span]:
        """Where the wanted locations stand, as far as they exist; the root always does."""
        found = jsonplaces.find(self.text, {(), *wanted}, start=self.start)
        offsets = {one for pair in found.values() for one in pair if one is not None}
        where = spots(self.text, offsets, start=self.start, at=self.at)
        return {
            loc: Span(where[value], None if key is None else where[key])
            for loc, (value, key) in found.items()
        }


@dataclass(frozen=True, slots=True)
class YamlDocument:
    """A valid YAML document that is all of its file; `known` holds the place of every value."""

    path: str
    known: Mapping[Loc, Span] = field(repr=False)

    @property
    def base(self) -> Loc:
        """The document is the file's own."""
        return ()

    def spans(self, wanted: Iterable[Loc]) -> dict[Loc, Span]:
        """Where the wanted locations stand, as far as they exist; the root always does."""
        return {loc: self.known[loc] for loc in {(), *wanted} if loc in self.known}


@dataclass(frozen=True, slots=True)
class Origin:
    """Where a record, an edition or the publication was read: a value of a document."""

    document: Document
    loc: Loc = ()

    def spot(self, loc: Loc = ()) -> Spot:
        """Where a value inside it stands, or the closest one around that."""
        full = (*self.loc, *loc)
        wanted = [full[:end] for end in range(len(full) + 1)]
        span = nearest(full, self.document.spans(wanted))
        return span.value if span else START
