"""How much the page that decides can hold, measured in the type it is set in."""

from collections.abc import Iterator, Sequence
from enum import StrEnum

from digest.content.publication import Paper
from digest.edition.view import Digest, PatternView, Tally
from digest.render.pdf.measure import Ruler
from digest.values import Frozen

#: Points from the top of the first page's text to its foot, less what a measure may be off.
HEIGHTS = {Paper.A4: 703, Paper.LETTER: 659}

#: Widths in points of a title, of one on a page of its own, and of a text.
TITLE, POSTER, TEXT = 391, 425, 345

#: Widths of a name beside its count: of evidence, outcomes and freshness.
NAMES = (92, 72, 87)

#: How much lower than the first page any other begins.
LOWER = 12

#: Widths of a line in a list: of what follows the number and leaves room for the page.
LISTED = TEXT - 40

#: The space above a part, and how much room has to be left for a wider one.
GAP, AMPLE = 13, 90

#: Sizes of a title in points, and the leading of each.
LARGE, SMALL = 38, 24
LINES = {LARGE: 42, SMALL: 28}

#: The longest title that is large, and how many lines of it a poster has room for.
DISPLAY, TALLEST = 34, 5

#: The longest summary set as a lead.
LEADING = 420

#: The most entries an edition without contents may have.
SLIGHT = 5

_REGULAR, _ITALIC, _BOLD, _LABEL = (
    "SourceSerifPro-Regular.ttf",
    "SourceSerifPro-It.ttf",
    "SourceSerifPro-Semibold.ttf",
    "SourceSansPro-Regular.ttf",
)


class Detail(StrEnum):
    """How much the page says of a pattern: all, no cautions, no strength, its title alone."""

    FULL = "full"
    BRIEF = "brief"
    QUESTION = "question"
    TITLE = "title"


class Front(Frozen):
    """What the page shows: so many patterns in such detail, and the list of entries or not.

    `entries` are listed with their pages where there is room and no contents to list them. An
    `ample` page spreads its parts.
    """

    detail: Detail
    patterns: int
    entries: bool = False
    ample: bool = False


def display(title: str, *, poster: bool) -> int:
    """The size in points of an edition's title; a poster is a page for the title alone."""
    fits = Ruler(_BOLD, LARGE).lines(title, POSTER) <= TALLEST if poster else len(title) <= DISPLAY
    return LARGE if fits else SMALL


def front(digest: Digest) -> Front:
    """What fits on one page of the digest's paper beside what must stand there."""
    page = _Page(digest)
    room = HEIGHTS[digest.look.paper] - sum(page.fixed())
    for detail in Detail:
        left = room - sum(page.patterns(detail))
        if left >= 0:
            listing = page.listing()
            return Front(
                detail=detail,
                patterns=len(digest.patterns),
                entries=listing <= left,
                ample=left - (listing if listing <= left else 0) >= AMPLE,
            )
    more = 14  # the line that leads to the others
    heights = [*page.patterns(Detail.TITLE)]
    fitting = (
        n for n in range(len(digest.patterns), 0, -1) if sum(heights[: n + 1]) + more <= room
    )
    return Front(detail=Detail.TITLE, patterns=next(fitting, 0))


class _Page:
    """The heights of the parts of the page, in points."""

    def __init__(self, digest: Digest) -> None:
        self._digest = digest

    def fixed(self) -> Iterator[float]:
        """What stands there whatever else does."""
        digest, look = self._digest, self._digest.look
        title = digest.masthead.title
        yield 21 + 21
        if look.cover:
            yield LOWER + 14 + 18 * Ruler(_BOLD, 15).lines(title, TEXT)
        else:
            size = display(title, poster=False)
            yield 20 + LINES[size] * Ruler(_BOLD, size).lines(title, TITLE)
        intro = Ruler(_ITALIC, 10).lines(digest.role.intro or "", TEXT)
        yield 2 + 14 * intro if intro else 0
        yield GAP + self._summary()
        figures = digest.statistics
        columns = (figures.evidence, figures.outcomes, figures.freshness)
        yield GAP + 15 + max(map(_bars, columns, NAMES))
        doubt = Ruler(_REGULAR, 9.5).lines(" ".join(figures.cautions), TEXT)
        yield GAP + 13 * doubt if doubt else 0

    def patterns(self, detail: Detail) -> Iterator[float]:
        """The heights of the space above the patterns and of each of them."""
        if self._digest.patterns:
            yield GAP
        for pattern in self._digest.patterns:
            yield self._pattern(pattern, detail)

    def listing(self) -> float:
        """The list of entries; endless when there is nothing to list, or contents do."""
        entries = self._digest.entries
        if not 0 < len(entries) <= SLIGHT:
            return float("inf")
        rule = Ruler(_REGULAR, 9.5)
        return GAP + sum(14 * rule.lines(one.title, LISTED) for one in entries)

    def _summary(self) -> float:
        summary = self._digest.summary
        if len(summary) <= LEADING:
            return 16 * Ruler(_REGULAR, 11.5).lines(summary, TEXT) - 1
        return 13.5 * Ruler(_REGULAR, 9.5).lines(summary, TEXT)

    def _pattern(self, pattern: PatternView, detail: Detail) -> float:
        head = 13.5 * Ruler(_BOLD, 10).lines(f"{pattern.title} Page 00", TEXT) + 0.5
        if detail is Detail.TITLE:
            return head + 4
        strength, note = pattern.strength, Ruler(_LABEL, 8.5)
        drawn = [strength.basis, *(one.text for one in (*strength.evidence, *strength.outcomes))]
        head += 10.5 + 13 * Ruler(_ITALIC, 9.5).lines(pattern.question, TEXT)
        if detail is Detail.QUESTION:
            return head
        head += 2 + 11.5 * note.lines(" ● ".join(drawn), TEXT)
        if detail is Detail.BRIEF or not strength.cautions:
            return head
        weak = f"{self._digest.words.what_to_distrust}: {' '.join(strength.cautions)}"
        return head + 2 + 11.5 * note.lines(weak, TEXT)


def _bars(tallies: Sequence[Tally], width: float) -> float:
    rule = Ruler(_LABEL, 8.5)
    return sum(8.5 + 12 * rule.lines(one.badge.title, width) for one in tallies)
