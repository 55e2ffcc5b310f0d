"""What only Outlook reads: tags in conditional comments open and close each other (T19)."""

import re
from collections.abc import Iterator

from lxml import etree

from digest.problems import Problem
from digest.render.email.markup import fault

_HIDDEN = re.compile(r"\[if\b[^\]]*\]>(.*)<!\[endif\]", re.DOTALL | re.IGNORECASE)
_TAG = re.compile(r"<(/?)([a-z][\w:-]*)(?:\"[^\"]*\"|'[^']*'|[^>\"'])*?(/?)>", re.IGNORECASE)
_VOID = frozenset({"br", "col", "hr", "img", "input", "link", "meta", "wbr"})


def check(root: etree._Element) -> Iterator[Problem]:
    """Every tag in a conditional comment that none of them closes, or none has opened.

    One comment may open what a later one closes; the engine fails on what stays open.
    """
    waiting: list[tuple[str, etree._Element]] = []
    for comment in root.iter(etree.Comment):
        for closes, name in _tags(comment.text or ""):
            if not closes:
                waiting.append((name, comment))
            elif waiting and waiting[-1][0] == name:
                waiting.pop()
            else:
                yield _fault(comment, f"</{name}> closes what no conditional comment has opened")
    for name, comment in waiting:
        yield _fault(comment, f"no conditional comment closes <{name}>")


def _tags(text: str) -> Iterator[tuple[bool, str]]:
    """The tags of what a comment hides from all but Outlook, and whether each closes one."""
    hidden = _HIDDEN.fullmatch(text)
    for tag in _TAG.finditer(hidden[1] if hidden else ""):
        name = tag[2].lower()
        if not tag[3] and name not in _VOID:
            yield bool(tag[1]), name


def _fault(comment: etree._Element, message: str) -> Problem:
    return fault("T19", comment, message, "open and close the same tags, in their order")
