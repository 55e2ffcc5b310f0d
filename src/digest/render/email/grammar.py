"""Only known tags, attributes and places pass: T6 and T7, and T16 for HTML that no mail bears."""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from lxml import etree

from digest.problems import Problem
from digest.render.email.markup import attributes, elements, fault, inside, parent, tag
from digest.render.email.vocabulary import (
    ANY,
    BANNED_HTML,
    HTML,
    PRESETS,
    REFUSED_ATTRIBUTES,
    REFUSED_TAGS,
    TAGS,
)

_HTML_HOSTS = tuple(name for name, one in TAGS.items() if one.content == "html")


def check(root: etree._Element) -> Iterator[Problem]:
    """Every tag, attribute, place and stray text of the document that is not allowed."""
    if tag(root) != "mjml":
        yield fault("T6", root, f"the mail begins with <{tag(root)}>", "begin with <mjml>")
        return
    yield from _singles(root)
    yield from _comments(root)
    for element in elements(root):
        if inside(element, *REFUSED_TAGS):
            continue
        yield from (_html if inside(element, *_HTML_HOSTS) else _mjml)(element)


def _singles(root: etree._Element) -> Iterator[Problem]:
    for name in ("mj-head", "mj-body", "mj-title", "mj-preview"):
        found = [one for one in elements(root, name) if parent(one) != "mj-attributes"]
        if len(found) > 1:
            yield fault("T6", found[1], f"a second <{name}>", "keep one")
    if root.find("mj-body") is None:
        yield fault("T6", root, "the mail has no <mj-body>", "add <mj-body>")


def _comments(root: etree._Element) -> Iterator[Problem]:
    for comment in root.iter(etree.Comment):
        if parent(comment) in {"mj-attributes", "mj-style"}:
            message = f"a comment in <{parent(comment)}>"
            yield fault("T7", comment, message, "use a comment of the template: {# ... #}")


def _mjml(element: etree._Element) -> Iterator[Problem]:
    name = tag(element)
    if name in REFUSED_TAGS:
        yield fault("T7", element, f"<{name}> is not used in mail", REFUSED_TAGS[name])
    elif parent(element) == "mj-class":
        yield fault("T7", element, "an mj-class has children", "set attributes on the mj-class")
    elif name not in TAGS:
        yield fault("T6", element, f"unknown tag <{name}>", _meant(name, TAGS))
    else:
        yield from _place(element)
        yield from _attributes(element)
        yield from _content(element)


def _place(element: etree._Element) -> Iterator[Problem]:
    name, above = tag(element), parent(element)
    if above == "mj-attributes" and name in PRESETS:
        return
    if above not in TAGS[name].parents and not _refused(element):
        places = ", ".join(f"<{one}>" for one in TAGS[name].parents if one)
        yield fault("T6", element, f"<{name}> stands in <{above}>", f"it belongs in {places}")


def _refused(element: etree._Element) -> bool:
    return any((tag(element), name) in REFUSED_ATTRIBUTES for name, _ in attributes(element))


def _attributes(element: etree._Element) -> Iterator[Problem]:
    name = tag(element)
    allowed = TAGS[name].attributes | (ANY if name in {"mj-all", "mj-class"} else set())
    for attribute, _ in attributes(element):
        if hint := REFUSED_ATTRIBUTES.get((name, attribute)):
            yield fault("T7", element, f"{attribute} on <{name}> is not used in mail", hint)
        elif (name, attribute) == ("mj-table", "role"):
            hint = "lay out with sections and columns, or with a table in mj-text"
            yield fault("T12", element, "an mj-table is for data and takes no role", hint)
        elif attribute not in allowed:
            message = f"unknown attribute {attribute} on <{name}>"
            yield fault("T6", element, message, _meant(attribute, allowed))


def _content(element: etree._Element) -> Iterator[Problem]:
    if TAGS[tag(element)].content != "nothing":
        return
    pieces = [(element, element.text), *((one, one.tail) for one in element)]
    for beside, piece in pieces:
        if piece and piece.strip():
            message = f'stray text in <{tag(element)}>: "{piece.strip()[:40]}"'
            problem = fault("T6", beside, message, "put it into an <mj-text>")
            yield problem.model_copy(update={"line": _line(element, beside, piece)})


def _line(element: etree._Element, beside: etree._Element, piece: str) -> int | None:
    """The line a text in an element begins at, which stands after its start or after a child."""
    ahead, behind = piece[: -len(piece.lstrip())].count("\n"), piece.lstrip().count("\n")
    if beside is element:
        return element.sourceline and element.sourceline + ahead
    after = beside.getnext()
    if after is None or not after.sourceline:
        return beside.sourceline
    return after.sourceline - behind


def _html(element: etree._Element) -> Iterator[Problem]:
    name = tag(element)
    if name in BANNED_HTML:
        yield fault("T16", element, f"<{name}> does not work in mail", BANNED_HTML[name])
    elif name == "meta" and inside(element, "mj-head"):
        if element.get("http-equiv"):
            hint = "a mail steers no client: name what it is with <meta name=...>"
            yield fault("T16", element, "<meta http-equiv> does not work in mail", hint)
    elif name not in HTML:
        hint = "close the mj-text first" if name.startswith("mj-") else _meant(name, HTML)
        yield fault("T6", element, f"unknown tag <{name}> in <{parent(element)}>", hint)
    else:
        yield from _html_attributes(element)


def _html_attributes(element: etree._Element) -> Iterator[Problem]:
    name = tag(element)
    for attribute, _ in attributes(element):
        if attribute.startswith("on"):
            yield fault("T16", element, f"{attribute} on <{name}>", "a mail runs nothing")
        elif attribute not in HTML[name] and not attribute.startswith("aria-"):
            message = f"unknown attribute {attribute} on <{name}>"
            yield fault("T6", element, message, _meant(attribute, HTML[name]))


def _meant(word: str, known: Iterable[str]) -> str:
    close = get_close_matches(word, sorted(known), n=1)
    return f"did you mean {close[0]}?" if close else "the documentation lists what may be used"
