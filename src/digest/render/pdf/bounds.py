"""What a page may ask of the typesetter: more would cost minutes, or the process."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from digest.problems import Problem

#: Elements inside elements; the search for breaks calls itself for each.
DEEPEST = 100

#: Columns and rows that a cell may span.
WIDEST = 1000

_SPANS = ("colspan", "rowspan")


def excesses(root: Element) -> tuple[Problem, ...]:
    """P012 for each kind of excess in a page, once; found without calling itself."""
    return tuple({problem.message: problem for problem in _excesses(root)}.values())


def _excesses(root: Element) -> Iterator[Problem]:
    ahead, copied = [(root, 1)], _copied(root)
    while ahead:
        element, depth = ahead.pop()
        if depth > DEEPEST:
            yield excess(f"elements stand more than {DEEPEST} deep inside one another")
            continue
        yield from _spans(element)
        if _name(element) == "use" and _aim(element) in copied:
            yield excess("a drawing copies a part that holds copies itself")
        ahead += [(child, depth + 1) for child in element]


def excess(what: str) -> Problem:
    """The problem of a page that asks for too much."""
    return Problem(
        code="P012",
        message=f"print cannot set this page: {what}",
        hint="simpler templates and style sheets of your own, or shorter texts, will do",
    )


def _spans(element: Element) -> Iterator[Problem]:
    for name in _SPANS:
        value = element.get(name, "")
        if len(value) > 6 or (value.isdecimal() and int(value) > WIDEST):
            yield excess(f"a cell spans more than {WIDEST} columns or rows")


def _copied(root: Element) -> frozenset[str]:
    """The ids of everything that holds a copy of something."""
    copies = [one for one in root.iter() if _name(one) == "use"]
    if not copies:
        return frozenset()
    parents = {child: parent for parent in root.iter() for child in parent}
    found: set[str | None] = set()
    for copy in copies:
        holder: Element | None = copy
        while holder is not None:
            found.add(holder.get("id"))
            holder = parents.get(holder)
    return frozenset(name for name in found if name)


def _name(element: Element) -> str:
    return str(element.tag).rpartition("}")[2]


def _aim(element: Element) -> str:
    link = element.get("href") or element.get("{http://www.w3.org/1999/xlink}href") or ""
    return link.removeprefix("#")
