"""What a finished page may not do: load, run, submit, or point at nothing."""

from collections import Counter
from collections.abc import Iterator

import tinycss2
from lxml import html

from digest.problems import Problem

#: Attributes through which an element loads something or reports where a reader goes.
LOADING = frozenset(
    {"src", "srcset", "poster", "data", "background", "ping", "action", "manifest"}
)

#: Relations of a `link` element that fetch nothing.
SILENT = frozenset({"canonical", "alternate", "author", "license", "next", "prev"})

#: Elements that run, embed or submit; the page's policy stops every one of them.
ACTIVE = frozenset({"script", "iframe", "frame", "object", "embed", "form", "base", "applet"})

#: Where a link may lead, beside a place in the page and a neighbouring file.
SCHEMES = ("https:", "http:", "mailto:")

#: How to mend each of them.
HINTS = {
    "W001": "a page stands alone: write pictures into it as data: and styles into web.css",
    "W002": "a link inside the page needs an element with that id, exactly once",
    "W003": "links lead to https, http or mailto, to a place in the page or to a file beside it",
    "W004": "the page's policy stops it in every browser; take it out of the template",
    "W005": "keep the blocks of our page around your own",
}

Fault = tuple[html.HtmlElement, str, str]


def page_problems(page: str, path: str) -> tuple[Problem, ...]:
    """All that would make the page load, run, submit or mislead; `path` names it in problems."""
    if not page.strip():
        empty = "the page is empty"
        return (Problem(code="W005", message=empty, path=path, hint=HINTS["W005"]),)
    root = html.document_fromstring(page.encode("utf-8"), html.HTMLParser(encoding="utf-8"))
    return tuple(
        Problem(code=code, message=message, path=path, line=element.sourceline, hint=HINTS[code])
        for element, code, message in _faults(root)
    )


def sheet_problems(sheet: str, path: str) -> tuple[Problem, ...]:
    """Everything a style sheet would fetch: `url(...)` beside `data:`, and `@import`."""
    rules = tinycss2.parse_stylesheet(sheet, skip_comments=True, skip_whitespace=True)
    return tuple(
        Problem(
            code="W001", message=f"the style sheet loads {what}", path=path, hint=HINTS["W001"]
        )
        for what in _fetched(rules)
    )


def _faults(root: html.HtmlElement) -> Iterator[Fault]:
    elements = [one for one in root.iter() if isinstance(one.tag, str)]
    ids = Counter(one.get("id") for one in elements if one.get("id"))
    for one in elements:
        yield from _loads(one)
        yield from _misleads(one, ids)
        yield from _acts(one)
    yield from _lacks(root, ids)


def _loads(one: html.HtmlElement) -> Iterator[Fault]:
    tag = str(one.tag)
    for name, value in one.items():
        if name in LOADING and _fetches(value):
            yield one, "W001", f'<{tag} {name}="{value}"> loads from elsewhere'
    target = one.get("href", one.get("xlink:href", ""))
    relation = one.get("rel", "")
    if tag == "link" and not SILENT.issuperset(relation.split()) and _fetches(target):
        yield one, "W001", f'<link rel="{relation}"> loads {target}'
    if tag in {"use", "image"} and not target.startswith("#") and _fetches(target):
        yield one, "W001", f"<{tag}> loads {target}"


def _fetches(target: str) -> bool:
    return not target.startswith("data:")


def _misleads(one: html.HtmlElement, ids: Counter[str | None]) -> Iterator[Fault]:
    target = one.get("href", "")
    if target.startswith("#"):
        if ids[target[1:]] != 1:
            yield one, "W002", f"a link leads to {target}, which is there {ids[target[1:]]} times"
    elif one.tag in {"a", "area"} and not _proper(target):
        yield one, "W003", f'a link leads to "{target}"'


def _proper(target: str) -> bool:
    scheme, colon, _ = target.partition(":")
    relative = not colon or "/" in scheme
    return target.lower().startswith(SCHEMES) or (relative and not target.startswith("//"))


def _acts(one: html.HtmlElement) -> Iterator[Fault]:
    tag, order = str(one.tag), one.get("http-equiv", "")
    if tag in ACTIVE or (tag == "meta" and order.lower() == "refresh"):
        yield one, "W004", f"<{tag}> does not belong in the page"
    for name, value in one.items():
        if name == "style" or name.startswith("on"):
            yield one, "W004", f'the attribute {name}="{value}" has no effect'


def _lacks(root: html.HtmlElement, ids: Counter[str | None]) -> Iterator[Fault]:
    for name, count in sorted(ids.items(), key=str):
        if count > 1:
            yield root, "W005", f'the id "{name}" is there {count} times'
    for name in ("title", "main", "h1", "style"):
        found = sum(1 for _ in root.iter(name))
        if found != 1:
            yield root, "W005", f"the page has {found} <{name}> instead of one"
    if not root.get("lang"):
        yield root, "W005", "the page does not say its language"


def _fetched(nodes: list[tinycss2.ast.Node]) -> Iterator[str]:
    for node in nodes:
        if node.type == "at-rule" and node.lower_at_keyword == "import":
            yield "another sheet by @import"
            continue
        address = _address(node)
        if address is not None and _fetches(address):
            yield address
        for part in ("prelude", "content", "arguments"):
            yield from _fetched(getattr(node, part, None) or [])


def _address(node: tinycss2.ast.Node) -> str | None:
    if node.type == "url":
        return str(node.value)
    if node.type == "function" and node.lower_name in {"url", "src", "image-set"}:
        return str(tinycss2.serialize(node.arguments)).strip("\"' ")
    return None
