"""How a mail client would colour and size the text of finished HTML, scheme by scheme."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import Any

from cssselect2 import ElementWrapper, Matcher, SelectorError, compile_selector_list
from lxml import etree
from lxml import html as parser

from digest.render.email import css

_FOLLOWED = ("color", "background-color", "font-size", "font-family", "line-height", "display")
_SHORT = {"background": "background-color"}
_COLOURS = ("color", "background-color")

#: How browsers draw what nobody coloured: link, text and ground.
_LINK = "#0000ee"
_DARK_LINK, _DARK_TEXT, _DARK_GROUND = "#9e9eff", "#ffffff", "#121212"
#: What takes room but shows nothing: spaces of every width, and what has none.
_BLANK = "".join(map(chr, range(0x2000, 0x2010))) + "\u00a0\u034f\u2060\u3000\ufeff \t\r\n"
_META = "color-scheme"
_MARKS = ("[data-ogsc]", "[data-ogsb]")

#: A colour that a client chooses by itself.
UNKNOWN = "unknown"


class Scheme(StrEnum):
    """What a client does with our colours."""

    LIGHT = "light"
    DARK = "dark"
    OUTLOOK = "Outlook's dark"


@dataclass(frozen=True)
class Look:
    """What reaches a text from all the elements around it; a colour may be unknown."""

    color: str = "#000000"
    background: str = "#ffffff"
    size: float = 16.0
    family: str = ""
    leading: str = "normal"
    hidden: bool = False


@dataclass(frozen=True)
class Piece:
    """A run of text, the element that holds it and how it looks."""

    text: str
    element: etree._Element
    look: Look


@dataclass
class _Sheets:
    """The rules that hold in one scheme."""

    scheme: Scheme
    link: str
    matcher: Matcher = field(default_factory=Matcher)

    def add(self, rule: css.Rule) -> None:
        followed = [one for one in rule.declarations if _long(one.name) in _FOLLOWED]
        if not followed:
            return
        for selector in _selectors(rule.selector):
            self.matcher.add_selector(selector, followed)

    def values(self, wrapper: ElementWrapper) -> Mapping[str, str]:
        """The values that win: rules, then the style attribute, each again where important."""
        element = wrapper.etree_element
        inline, own = css.inline(element.get("style", "")), self._own(element)
        if self.scheme is Scheme.OUTLOOK:
            inline, own = _unknown(inline), dict.fromkeys(own, UNKNOWN)
        declarations = [*self._matching(wrapper), *inline]
        return own | {
            _long(one.name): one.value
            for important in (False, True)
            for one in declarations
            if one.important is important
        }

    def _own(self, element: etree._Element) -> dict[str, str]:
        """What an element looks like before any rule."""
        link = {"color": self.link} if element.tag == "a" and element.get("href") else {}
        painted = element.get("bgcolor")
        return link | ({"background-color": painted} if painted else {})

    def _matching(self, wrapper: ElementWrapper) -> Iterator[css.Declaration]:
        matches = sorted(self.matcher.match(wrapper), key=lambda match: match[:2])
        for _, _, pseudo, declarations in matches:
            if pseudo is None:
                yield from declarations


@lru_cache(maxsize=256)
def _selectors(text: str) -> tuple[Any, ...]:
    """The compiled selectors of a list; none when a client could not read it either."""
    try:
        return tuple(compile_selector_list(text))
    except SelectorError:
        return ()


def document(html: str) -> etree._Element:
    """The root of finished HTML; conditional comments stay comments."""
    return parser.document_fromstring(html.encode(), parser=parser.HTMLParser(encoding="utf-8"))


def pieces(root: etree._Element, scheme: Scheme) -> Iterator[Piece]:
    """Every visible run of text in the body, in document order, as it looks in the scheme."""
    sheets = _sheets(root, scheme)
    looks: dict[etree._Element, Look] = {}
    start = _start(root, scheme)
    for wrapper in ElementWrapper.from_html_root(root).iter_subtree():
        element = wrapper.etree_element
        above = element.getparent()
        look = _look(wrapper, sheets, looks.get(above, start) if above is not None else start)
        looks[element] = look
        if element.tag in {"head", "title", "style", "meta", "script"} or look.hidden:
            looks[element] = Look(hidden=True)
            continue
        for run in (element.text, *(child.tail for child in element)):
            if run and run.strip(_BLANK):
                yield Piece(" ".join(run.split()), element, look)


def _start(root: etree._Element, scheme: Scheme) -> Look:
    """How a client draws a page that sets nothing."""
    if scheme is Scheme.OUTLOOK:
        return Look(UNKNOWN, UNKNOWN)
    return Look(_DARK_TEXT, _DARK_GROUND) if _adapts(root, scheme) else Look()


def _adapts(root: etree._Element, scheme: Scheme) -> bool:
    """Whether the page announces a dark scheme, so that a client's own colours are dark in it."""
    announced = (one.get("content", "") for one in root.iter("meta") if one.get("name") == _META)
    return scheme is Scheme.DARK and any("dark" in content for content in announced)


def _sheets(root: etree._Element, scheme: Scheme) -> _Sheets:
    sheets = _Sheets(scheme, _DARK_LINK if _adapts(root, scheme) else _LINK)
    for style in root.iter("style"):
        for rule in css.sheet(style.text or ""):
            if not rule.media or (scheme is Scheme.DARK and "dark" in rule.media):
                sheets.add(_for(rule, scheme))
    return sheets


def _for(rule: css.Rule, scheme: Scheme) -> css.Rule:
    """The rule as it holds in a scheme: Outlook's marks stand around everything in its own."""
    if scheme is not Scheme.OUTLOOK:
        return rule
    if not any(mark in rule.selector for mark in _MARKS):
        return rule._replace(declarations=_unknown(rule.declarations))
    selector = rule.selector
    for mark in _MARKS:
        selector = selector.replace(mark, "html")
    return rule._replace(selector=selector)


def _unknown(declarations: tuple[css.Declaration, ...]) -> tuple[css.Declaration, ...]:
    """Outlook recolours by itself what its marks do not govern; nobody knows to what."""
    return tuple(
        one._replace(value=UNKNOWN) if _long(one.name) in _COLOURS else one for one in declarations
    )


def _look(wrapper: ElementWrapper, sheets: _Sheets, above: Look) -> Look:
    values = sheets.values(wrapper)
    size = css.pixels(values.get("font-size", ""))
    return Look(
        color=_colour(values.get("color", ""), above.color),
        background=_colour(values.get("background-color", ""), above.background),
        size=above.size if size is None else size,
        family=values.get("font-family", above.family),
        leading=values.get("line-height", above.leading),
        hidden=above.hidden or values.get("display") == "none",
    )


def _colour(value: str, above: str) -> str:
    return value.lower() if value.startswith("#") or value == UNKNOWN else above


def _long(name: str) -> str:
    return _SHORT.get(name, name)
