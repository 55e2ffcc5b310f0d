"""Where WeasyPrint is slow or careless on long documents, put right for as long as we hold it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Any

import pydyf
from weasyprint import Document
from weasyprint.formatting_structure import boxes
from weasyprint.layout import block

from digest.render.pdf.layout import parted

#: The class of paragraphs with a rule at their edge.
RULED = "takeaway"

_lines: Callable[..., tuple[Any, ...]] = block._linebox_layout  # noqa: SLF001  # it has no other door
_earlier: Callable[..., tuple[Any, ...] | None] = block.find_earlier_page_break


class _References:
    """The references of a PDF's pages, asked for with every tag, made anew only for new pages.

    WeasyPrint makes all of them each time: a third of its work on a thousand pages.
    """

    def __get__(self, pdf: Any, _kind: type[Any]) -> tuple[bytes, ...]:
        pages = pdf.pages["Kids"][::3]
        known: tuple[bytes, ...] = vars(pdf).setdefault("_known_references", ())
        if len(known) != len(pages):
            known = tuple(b"%d 0 R" % number for number in pages)
            vars(pdf)["_known_references"] = known
        return known


def _whole_words(
    context: Any, box: Any, index: int, child: Any, lines: list[Any], empty: Any, *rest: Any
) -> tuple[Any, ...]:
    """The lines of a paragraph that fit a page, of which the last does not end amid a word."""
    abort, stop, at, below, *others = _lines(context, box, index, child, lines, empty, *rest)
    if abort or not stop:
        return abort, stop, at, below, *others
    while len(lines) > box.style["orphans"] and parted(lines[-1]):
        below -= lines[-1].height
        block.remove_placeholders(context, lines.pop().children, *rest[:2])
    if parted(lines[-1]) and not empty:
        return True, False, at, below, *others
    return abort, stop, {index: lines[-1].resume_at}, below, *others


def _between_words(
    context: Any, children: Sequence[Any], *placed: list[Any]
) -> tuple[Any, ...] | None:
    """An earlier end of a page, for what must stay together after it, and not amid a word."""
    if not children or not isinstance(children[0], boxes.LineBox):
        return _earlier(context, children, *placed)
    style = children[0].style
    kept = len(children) - style["widows"]
    while kept >= style["orphans"] and parted(children[kept - 1]):
        kept -= 1
    if kept < style["orphans"]:
        return None
    block.remove_placeholders(context, children[kept:], *placed)
    return children[:kept], {0: children[kept - 1].resume_at}


#: What is replaced: whose, its name, by what.
_MENDS: tuple[tuple[Any, str, Any], ...] = (
    (pydyf.PDF, "page_references", _References()),
    (block, "_linebox_layout", _whole_words),
    (block, "find_earlier_page_break", _between_words),
)


@contextmanager
def mended() -> Iterator[None]:
    """WeasyPrint with its faults mended, until the block ends; for one thread at a time."""
    before = [(owner, name, vars(owner)[name]) for owner, name, _ in _MENDS]
    try:
        for owner, name, better in _MENDS:
            setattr(owner, name, better)
        yield
    finally:
        for owner, name, old in before:
            setattr(owner, name, old)


def trim(document: Document) -> None:
    """End the rule of a paragraph that goes on overleaf with its last line on the page."""
    pages = [[*_ruled(page)] for page in document.pages]
    for here, after in pairwise(pages):
        if here and after and here[-1].element is after[0].element:
            _fit([box for box in here if box.element is here[-1].element])


def _ruled(page: Any) -> Iterator[Any]:
    for box in page._page_box.descendants():  # noqa: SLF001  # no public way to the boxes
        if isinstance(box, boxes.BlockBox) and RULED in str(box.element.get("class")).split():
            yield box


def _fit(nested: Sequence[Any]) -> None:
    lines = [one for one in nested[-1].children if isinstance(one, boxes.LineBox)]
    for box in nested if lines else ():
        box.height = lines[-1].position_y + lines[-1].height - box.content_box_y()
