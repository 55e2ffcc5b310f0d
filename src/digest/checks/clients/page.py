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

    `line` counts from 1; `where` is a tag with the text in it, or the selector of a rule, `text`
    what a template has written there: a tag, an attribute, a declaration, an address.
    """

    line: int
    where: str
    times: int
    outlook: bool
    text: str


class _Seen(NamedTuple):
    """One use of a feature; `where` may be the element itself, to be quoted when it is told."""

    slug: str
    line: int
    where: str | etree._Element
    text: str


def uses(html: bytes) -> dict[str, Use]:
    """The features of a page by their names in the table of clients; any bytes have some.

    What stands in a conditional comment for Outlook alone is not looked at.
    """
    first: dict[str, tuple[int, str, str]] = {}
    counts: Counter[str] = Counter()
    seen: set[str] = set()
    for (slug, line, where, text), outlook in _features(html):
        counts[slug] += 1
        if slug not in first:
            first[slug] = (line, where if isinstance(where, str) else _quoted(where), text)
        if outlook:
            seen.add(slug)
    return {
        slug: Use(line, where, counts[slug], slug in seen, text)
        for slug, (line, where, text) in first.items()
    }


def _features(html: bytes) -> Iterator[tuple[_Seen, bool]]:
    """Every use in document order, and whether Outlook reads that part of the page."""
    if re.match(rb"\s*<!doctype", html, re.IGNORECASE):
        yield _Seen("html-doctype", 1, "<!doctype>", "<!doctype"), True
    parser = etree.HTMLParser(encoding="utf-8")
    root = etree.fromstring(html, parser) if html.strip() else None
    if root is None:
        return
    outlook = True
    before = reversed(list(root.itersiblings(preceding=True)))
    for node in chain(before, root.iter()):
        if node.tag is _COMMENT:
            outlook = _reaches_outlook(node.text or "", before=outlook)
        for seen in _node(node):
            yield seen, outlook


def _reaches_outlook(comment: str, *, before: bool) -> bool:
    """Whether Outlook reads what follows a comment; `before` what it did until then."""
    if _NOT_FOR_OUTLOOK.match(comment):
        return False
    return before or comment.strip().lower().startswith("<![endif]")


def _node(node: etree._Element) -> Iterator[_Seen]:
    """The features of one element, with line and place."""
    line = node.sourceline or 1
    if node.tag is _COMMENT:
        yield _Seen("html-comments", line, "<!-- -->", "<!--")
    if not tag(node):
        return
    for slug, text in _element(node):
        yield _Seen(slug, line, node, text)
    if tag(node) == "style":
        media = node.get("media", "")
        for slug in query(media):
            yield _Seen(slug, line, f'<style media="{media}">', media)
        for one in sheet(node.text or ""):
            yield _Seen(one.slug, line + one.line - 1, one.where, one.text)


def _element(node: etree._Element) -> Iterator[tuple[str, str]]:
    """The features of a tag and its attributes, each with what is written there."""
    name = tag(node)
    if name in names.ELEMENTS:
        yield names.ELEMENTS[name], f"<{name}"
    if name in names.KINDS:
        attribute, usual = names.KINDS[name]
        kind = (name, node.get(attribute, usual).strip().lower())
        if kind in names.OF_KIND:
            yield names.OF_KIND[kind], f"<{name}"
    if name == "script" and not _DATA.match(node.get("type", "")):
        yield "script", "<script"
    for attribute, value in attributes(node):
        yield from _attribute(name, attribute, value)


def _attribute(element: str, name: str, value: str) -> Iterator[tuple[str, str]]:
    if name in names.ATTRIBUTES:
        yield names.ATTRIBUTES[name], f"{name}="
    if name == "style":
        yield from inline(value)
    elif name == "href":
        yield from ((slug, value) for slug in _link(value.strip().lower()))
    elif (element, name) in _PICTURES or name == "background":
        yield from ((slug, value) for slug in pictures(value))
    elif name.startswith("on"):
        yield "script", f"{name}="
    elif (element, name) == ("a", "name"):
        yield "html-anchor-links", f'name="{value}'


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
