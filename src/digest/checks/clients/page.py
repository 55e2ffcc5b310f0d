"""A mail's HTML read for the features it uses, each with the first place that uses it."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from lxml import etree

from digest.checks.clients import names
from digest.checks.clients.pictures import pictures
from digest.checks.clients.sheet import inline, query, sheet
from digest.render.email.markup import attributes, tag

#: What lxml gives instead of a comment's name.
_COMMENT: object = etree.Comment

#: The attributes that hold the address of a picture, by element; any may have a background.
_PICTURES = {("img", "src"), ("input", "src"), ("video", "poster")}

#: Scripts that nobody runs: they hold data for a mailbox.
_DATA = re.compile(r"application/(ld\+)?json", re.IGNORECASE)

_NOT_FOR_OUTLOOK = re.compile(r"\s*\[if\s*\(?\s*!\s*\(?\s*mso", re.IGNORECASE)
_LINKS = {"#": "html-anchor-links", "mailto:": "html-mailto-links", "javascript:": "script"}

#: How much of an element's text is quoted, and whose text nobody reads.
_QUOTED = 40
_WITHOUT_TEXT = frozenset({"html", "head", "body", "style", "script", "title"})


class Use(NamedTuple):
    """A feature's first place in a page, how often it is used, whether Outlook sees any of it.

    `line` counts from 1; `where` is a tag with the text in it, or the selector of a rule.
    """

    line: int
    where: str
    times: int
    outlook: bool


def uses(html: bytes) -> dict[str, Use]:
    """The features of a page by their names in the table of clients; any bytes have some.

    What stands in a conditional comment for Outlook alone is not looked at.
    """
    first: dict[str, tuple[int, str]] = {}
    counts: Counter[str] = Counter()
    seen: set[str] = set()
    for slug, line, where, outlook in _features(html):
        counts[slug] += 1
        if slug not in first:
            first[slug] = (line, where if isinstance(where, str) else _quoted(where))
        if outlook:
            seen.add(slug)
    return {
        slug: Use(line, where, counts[slug], slug in seen) for slug, (line, where) in first.items()
    }


def _features(html: bytes) -> Iterator[tuple[str, int, str | etree._Element, bool]]:
    """Every use in document order, and whether Outlook reads that part of the page."""
    if re.match(rb"\s*<!doctype", html, re.IGNORECASE):
        yield "html-doctype", 1, "<!doctype>", True
    parser = etree.HTMLParser(encoding="utf-8")
    root = etree.fromstring(html, parser) if html.strip() else None
    if root is None:
        return
    outlook = True
    before = reversed(list(root.itersiblings(preceding=True)))
    for node in chain(before, root.iter()):
        if node.tag is _COMMENT:
            outlook = _reaches_outlook(node.text or "", before=outlook)
        for slug, line, where in _node(node):
            yield slug, line, where, outlook


def _reaches_outlook(comment: str, *, before: bool) -> bool:
    """Whether Outlook reads what follows a comment; `before` what it did until then."""
    if _NOT_FOR_OUTLOOK.match(comment):
        return False
    return before or comment.strip().lower().startswith("<![endif]")


def _node(node: etree._Element) -> Iterator[tuple[str, int, str | etree._Element]]:
    """The features of one element, with line and place."""
    line = node.sourceline or 1
    if node.tag is _COMMENT:
        yield "html-comments", line, "<!-- -->"
    if not tag(node):
        return
    for slug in _element(node):
        yield slug, line, node
    if tag(node) == "style":
        for slug in query(node.get("media", "")):
            yield slug, line, f'<style media="{node.get("media")}">'
        for one in sheet(node.text or ""):
            yield one.slug, line + one.line - 1, one.where


def _element(node: etree._Element) -> Iterator[str]:
    name = tag(node)
    if name in names.ELEMENTS:
        yield names.ELEMENTS[name]
    if name in names.KINDS:
        attribute, usual = names.KINDS[name]
        kind = (name, node.get(attribute, usual).strip().lower())
        if kind in names.OF_KIND:
            yield names.OF_KIND[kind]
    if name == "script" and not _DATA.match(node.get("type", "")):
        yield "script"
    for attribute, value in attributes(node):
        yield from _attribute(name, attribute, value)


def _attribute(element: str, name: str, value: str) -> Iterator[str]:
    if name in names.ATTRIBUTES:
        yield names.ATTRIBUTES[name]
    if name == "style":
        yield from inline(value)
    elif name == "href":
        yield from _link(value.strip().lower())
    elif (element, name) in _PICTURES or name == "background":
        yield from pictures(value)
    elif name.startswith("on"):
        yield "script"
    elif (element, name) == ("a", "name"):
        yield "html-anchor-links"


def _link(address: str) -> Iterator[str]:
    for beginning, slug in _LINKS.items():
        if address.startswith(beginning):
            yield slug


def _quoted(node: etree._Element) -> str:
    """An element as an author finds it: its tag, its class and the beginning of its text."""
    kind = f' class="{node.get("class")}"' if node.get("class") else ""
    shown = f"<{tag(node)}{kind}>"
    if tag(node) in _WITHOUT_TEXT:
        return shown
    text = node.get("alt") or ""
    for run in node.itertext():
        text = f"{text} {run.strip()}".strip()
        if len(text) > _QUOTED:
            break
    return f'{shown} "{" ".join(text.split())[:_QUOTED]}"' if text else shown
