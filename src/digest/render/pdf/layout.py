"""The craft of finished pages: what a typesetter would see at a glance, measured."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from weasyprint import Document
from weasyprint.formatting_structure import boxes

from digest.problems import Problem, Severity

#: What must not stand last on a page, by element.
HEADS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "dt", "caption"})

#: The class of paragraphs that introduce what follows, such as a row of badges.
INTRODUCES = "introduces"

#: The page number that a text ends in.
_NUMBER = re.compile(r"\d+$")

#: The id of the page that decides.
DECIDES = "front"

#: The class of labels that hang beside the text.
LABEL = "label"

#: How far, in CSS pixels, a measure may be off before it counts.
SLACK = 1.0

#: The share of a page that text has to reach, and the share where a chapter ends on it.
FILLED = 0.6
FILLED_LAST = 0.05

#: As much of a text as a message shows.
SHOWN = 50

_HINT = "look at the page; a break rule in the style sheet may help"


def families(document: Document) -> frozenset[str]:
    """The first font family of every text in the document."""
    found = {
        box.style["font_family"][0]
        for page in document.pages
        for box in page._page_box.descendants()  # noqa: SLF001  # no public way to the boxes
        if isinstance(box, boxes.TextBox)
    }
    return frozenset(found)


def check(document: Document) -> tuple[Problem, ...]:
    """A warning for every stranded heading, label out of place, overfull line and empty page."""
    pages = [_Page(page, number) for number, page in enumerate(document.pages, start=1)]
    following = [*pages[1:], None]
    crafted = (
        problem
        for page, after in zip(pages, following, strict=True)
        for problem in page.check(after)
    )
    return (*crafted, *_run_over(pages), *_astray(document, pages))


def _run_over(pages: Sequence["_Page"]) -> Iterator[Problem]:
    """The page that decides is one page, or it decides nothing."""
    for page in [page for page in pages if page.decides][1:]:
        yield page.problem("P025", "the page that decides runs over", page.first)


def _astray(document: Document, pages: Sequence["_Page"]) -> Iterator[Problem]:
    """A printed page number is where its target stands."""
    backwards = sorted(enumerate(document.pages, start=1), reverse=True, key=lambda pair: pair[0])
    places = {name: number for number, page in backwards for name in page.anchors}
    for page in pages:
        for target, printed in page.pointers:
            if printed != str(places.get(target)):
                yield page.problem("P026", f"#{target} stands on another page", printed)


def parted(line: Any) -> bool:
    """Whether a line ends amid a word, with a hyphen that the text does not have."""
    if line.resume_at is None:
        return False
    texts = [part for part in line.descendants() if isinstance(part, boxes.TextBox)]
    return bool(texts) and str(texts[-1].text).endswith(texts[-1].style["hyphenate_character"])


class _Page:
    """A page as its lines, each with the block it stands in."""

    def __init__(self, page: Any, number: int) -> None:
        box = page._page_box  # noqa: SLF001  # no public way to the boxes
        body = [child for child in box.children if not isinstance(child, boxes.MarginBox)]
        self._number = number
        self._left, self._top = box.content_box_x(), box.content_box_y()
        self._right, self._foot = self._left + box.width, self._top + box.height
        self._labels: list[Any] = []
        self.decides = False
        self.pointers: list[tuple[str, str]] = []
        self._lines = [pair for child in body for pair in self._walk(child)]

    @property
    def first(self) -> str:
        """The text of the first line."""
        return _text(self._lines[0][0]) if self._lines else ""

    @property
    def begins_chapter(self) -> bool:
        """Whether the first line of the page is a heading of the first or second level."""
        return bool(self._lines) and self._lines[0][1].element_tag in ("h1", "h2")

    def check(self, after: "_Page | None") -> Iterator[Problem]:
        """The warnings of this page; `after` is the next one, None on the last."""
        for line, _ in self._lines:
            yield from self._outside(line)
        yield from self._crowded()
        if not self._lines:
            return
        last, block = max(self._lines, key=lambda pair: pair[0].position_y)
        if any(block.children[-1] is line and parted(line) for line, block in self._lines):
            yield self.problem("P027", "a word goes on overleaf", _text(last)[-SHOWN:])
        ends = after is None or after.begins_chapter
        if not ends and (block.element_tag in HEADS or INTRODUCES in _classes(block)):
            yield self.problem("P020", "a heading stands last on the page", _text(last))
        reached = (last.position_y + last.height - self._top) / (self._foot - self._top)
        if reached < (FILLED_LAST if ends else FILLED):
            yield self.problem("P022", f"only {reached:.0%} of the page is used", _text(last))

    def _walk(self, box: Any) -> Iterator[tuple[Any, Any]]:
        for child in getattr(box, "children", ()):
            inner = getattr(child, "_box", child)
            self._notice(inner)
            if LABEL in _classes(inner) and inner is not child:
                self._labels.append(inner)
            if isinstance(inner, boxes.LineBox) and _text(inner).strip():
                yield inner, box
            yield from self._walk(inner)

    def _notice(self, box: Any) -> None:
        element = getattr(box, "element", None)
        if element is None:
            return
        self.decides = self.decides or element.get("id") == DECIDES
        target = element.get("data-ref")
        if target and isinstance(box, boxes.InlineBox) and box.element_tag.endswith("::after"):
            printed = _NUMBER.search(_text(box))
            self.pointers += [(target.removeprefix("#"), printed[0])] if printed else []

    def _outside(self, line: Any) -> Iterator[Problem]:
        if line.position_y + line.height > self._foot + SLACK:
            yield self.problem("P021", "a line stands below the page area", _text(line))
        if any(self._beside(part) for part in line.descendants()):
            yield self.problem("P023", "a line is wider than the page area", _text(line))

    def _beside(self, part: Any) -> bool:
        if not isinstance(part, boxes.TextBox):
            return False
        end = part.position_x + part.width
        return bool(end > self._right + SLACK or part.position_x < self._left - SLACK)

    def _crowded(self) -> Iterator[Problem]:
        labels = sorted(self._labels, key=lambda box: box.position_y)
        for upper, lower in pairwise(labels):
            if upper.position_y + upper.height > lower.position_y + SLACK:
                yield self.problem("P024", "two labels run into each other", _text(lower))

    def problem(self, code: str, what: str, text: str) -> Problem:
        """A warning about this page and a text on it."""
        return Problem(
            code=code,
            severity=Severity.WARNING,
            message=f'{what}: "{text.strip()[:SHOWN]}"',
            pointer=f"page {self._number}",
            hint=_HINT,
        )


def _classes(box: Any) -> list[str]:
    element = getattr(box, "element", None)
    if element is None or "::" in (box.element_tag or ""):
        return []
    return str(element.get("class") or "").split()


def _text(box: Any) -> str:
    return "".join(part.text for part in box.descendants() if isinstance(part, boxes.TextBox))
