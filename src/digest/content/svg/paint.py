"""How shapes of a drawing are painted: attributes, style attributes and simple style sheets."""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from digest.content.svg.values import Check, choice, colour, dashes, number, share, size

#: Properties that paint a shape, each with what it may be.
PAINTS: dict[str, Check] = {
    "fill": colour,
    "stroke": colour,
    "stop-color": colour,
    "fill-opacity": share,
    "stroke-opacity": share,
    "stop-opacity": share,
    "opacity": share,
    "fill-rule": choice("nonzero", "evenodd"),
    "clip-rule": choice("nonzero", "evenodd"),
    "stroke-width": size,
    "stroke-linecap": choice("butt", "round", "square"),
    "stroke-linejoin": choice("miter", "round", "bevel"),
    "stroke-miterlimit": number,
    "stroke-dasharray": dashes,
    "stroke-dashoffset": number,
    "visibility": choice("visible", "hidden", "collapse"),
    "display": choice("inline", "block", "none"),
}

#: What may stand in a drawing of shapes without changing how it looks.
_IGNORED = re.compile(
    "id|class|version|baseProfile|role|tabindex|focusable|lang|overflow|color|direction|space"
    "|enable-background|writing-mode|white-space|line-height|letter-spacing|word-spacing"
    "|solid-color|solid-opacity|isolation|requiredFeatures|pointer-events|cursor"
    "|(?:shape|text|image|color)-rendering|color-interpolation(?:-filters)?"
    "|(?:aria|data|font|text|-inkscape|-webkit|-moz)-.*|font|zoomAndPan|unicode-bidi"
    "|content(?:Script|Style)Type|inkscape-.*|shape-(?:padding|margin)|baseline-shift"
    "|dominant-baseline|alignment-baseline|stroke-align"
)

#: Values that leave everything as it is.
_PLAIN = frozenset({"none", "normal", "auto", "inherit", "initial", "unset"})

#: How many selectors style sheets may have: each is held against every element.
MOST = 500

_RULE = re.compile(r"\s*([^{}@]+)\{([^{}]*)\}\s*")
_SELECTOR = re.compile(r"([.#]?)([A-Za-z_][\w-]*)")
_DECLARATION = re.compile(r"\s*([A-Za-z-]+)\s*:([^;:{}\\]*)(?:;|$)\s*")

#: How much each kind of selector weighs.
_WEIGHTS = {"": 0, ".": 1, "#": 2}


class Rule(NamedTuple):
    """What a style sheet says about elements: of a name, a class (`.`) or an id (`#`)."""

    kind: str
    name: str
    values: dict[str, str]

    def fits(self, tag: str, attributes: dict[str, str]) -> bool:
        """Whether the rule is about an element."""
        if self.kind == ".":
            return self.name in attributes.get("class", "").split()
        return self.name == (attributes.get("id") if self.kind == "#" else tag)


def ignored(name: str, value: str) -> bool:
    """Whether an attribute or property changes nothing about how shapes look."""
    return bool(_IGNORED.fullmatch(name)) or value.strip() in _PLAIN


def declared(text: str) -> dict[str, str]:
    """The declarations of a `style` attribute; ValueError when they are no simple ones."""
    plain, found, at = _uncommented(text), {}, 0
    while at < len(plain):
        one = _DECLARATION.match(plain, at)
        if not one:
            raise ValueError("it is no list of simple declarations such as fill:#0b5f74")
        found[one[1].lower()] = one[2].strip().removesuffix("!important").strip()
        at = one.end()
    return found


def sheet(text: str) -> Iterator[Rule]:
    """The rules of a `style` element, the weightier later; ValueError for any but simple ones."""
    plain, at = _uncommented(text), 0
    found: list[Rule] = []
    while at < len(plain):
        one = _RULE.match(plain, at)
        if not one:
            raise ValueError("it holds more than rules such as .a{fill:#0b5f74}")
        values = declared(one[2])
        found += [_rule(part.strip(), values) for part in one[1].split(",")]
        at = one.end()
        if len(found) > MOST:
            raise ValueError(f"it has more than {MOST} selectors")
    yield from sorted(found, key=lambda rule: _WEIGHTS[rule.kind])


def cascade(tag: str, attributes: dict[str, str], rules: Iterable[Rule]) -> dict[str, str]:
    """What paints an element: its attributes, over them the sheet's rules, over them its style.

    ValueError when its style attribute is no list of simple declarations.
    """
    found = {name: value for name, value in attributes.items() if name in PAINTS}
    for rule in rules:
        if rule.fits(tag, attributes):
            found |= rule.values
    return found | declared(attributes.get("style", ""))


def _uncommented(text: str) -> str:
    """The text without its comments."""
    kept, at = [], 0
    while (start := text.find("/*", at)) >= 0:
        end = text.find("*/", start + 2)
        if end < 0:
            raise ValueError("a comment in it has no end")
        kept.append(text[at:start])
        at = end + 2
    return " ".join([*kept, text[at:]]).strip()


def _rule(selector: str, values: dict[str, str]) -> Rule:
    one = _SELECTOR.fullmatch(selector)
    if not one:
        raise ValueError("it selects by more than a name, a class or an id")
    return Rule(one[1], one[2], values)
