"""CSS as mail clients bear it: inline styles, the sheets of mj-style, and what stands in them."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import tinycss2
from tinycss2.color3 import RGBA, parse_color

#: So many pixels fit a phone between its margins.
PHONE = 320

#: Properties and functions a mail client drops, or that break the layout where they are dropped.
BANNED_PROPERTIES = frozenset(
    {
        *("position", "float", "clear", "top", "bottom", "left", "right", "z-index"),
        *("flex", "flex-direction", "flex-wrap", "flex-grow", "flex-shrink", "flex-basis"),
        *("order", "gap", "row-gap", "column-gap", "justify-content", "align-items"),
        *("transform", "animation", "transition", "filter", "columns", "column-count"),
    }
)
BANNED_FUNCTIONS = frozenset({"calc", "var", "min", "max", "clamp", "env", "attr", "url"})
BANNED_UNITS = frozenset({"rem", "vw", "vh", "vmin", "vmax", "ch", "ex", "cqw"})
_BANNED_DISPLAY = frozenset({"flex", "inline-flex", "grid", "inline-grid"})
_UNITLESS = frozenset(
    {"line-height", "font-weight", "opacity", "orphans", "widows", "z-index", "counter-reset"}
)
_HEX = re.compile(r"[0-9a-fA-F]{6}")
_COLOUR_PROPERTY = re.compile(r"(^|-)color$|^background$|^border(-|$)|^outline")
_STRING = re.compile(r"\"(?:[^\"\\\\]|\\\\.)*\"|'(?:[^'\\\\]|\\\\.)*'", re.DOTALL)
_PLAIN_WORDS = frozenset({"transparent", "inherit", "currentcolor"})


class Declaration(NamedTuple):
    """One declaration: its property in lower case, its value as tokens and as text."""

    name: str
    tokens: tuple[Any, ...]
    value: str
    important: bool


class Rule(NamedTuple):
    """One rule of a sheet: its selector, its declarations, the media query around it."""

    selector: str
    declarations: tuple[Declaration, ...]
    media: str


@lru_cache(maxsize=4096)
def inline(style: str) -> tuple[Declaration, ...]:
    """The declarations of a style attribute."""
    return _declarations(tinycss2.parse_blocks_contents(style, skip_comments=True))


@lru_cache(maxsize=64)
def sheet(text: str) -> tuple[Rule, ...]:
    """The rules of a sheet, those inside at-rules included; `media` is the at-rule's prelude."""
    return tuple(_rules(tinycss2.parse_stylesheet(text, skip_comments=True), ""))


def _rules(nodes: Sequence[Any], media: str) -> Iterator[Rule]:
    for node in nodes:
        if node.type == "qualified-rule":
            body = tinycss2.parse_blocks_contents(node.content, skip_comments=True)
            yield Rule(tinycss2.serialize(node.prelude).strip(), _declarations(body), media)
        elif node.type == "at-rule" and node.content is not None:
            query = f"@{node.lower_at_keyword} {tinycss2.serialize(node.prelude).strip()}"
            inner = tinycss2.parse_rule_list(node.content, skip_comments=True)
            yield from _rules(inner, f"{media} {query}".strip())


def faults(text: str) -> Iterator[str]:
    """What of a sheet a client cannot read, in words: it may drop the whole sheet for it."""
    bare = _STRING.sub("", text)
    if bare.count("{") != bare.count("}"):
        yield "its braces are not in pairs"
    else:
        yield from _faults(tinycss2.parse_stylesheet(text, skip_comments=True))


def _faults(nodes: Sequence[Any]) -> Iterator[str]:
    for node in nodes:
        if node.type == "error":
            yield "something in it is no rule"
        elif node.type == "qualified-rule":
            yield from inline_faults(node.content)
        elif node.type == "at-rule" and node.content and node.lower_at_keyword == "media":
            yield from _faults(tinycss2.parse_rule_list(node.content, skip_comments=True))


def inline_faults(style: str | Sequence[Any]) -> Iterator[str]:
    """What of a style attribute, or of the body of a rule, is no declaration, in words."""
    for node in tinycss2.parse_blocks_contents(style, skip_comments=True):
        if node.type == "error":
            yield "something in it is no declaration"
        elif node.type in {"qualified-rule", "at-rule"}:
            yield "a rule stands in another"


def _declarations(nodes: Sequence[Any]) -> tuple[Declaration, ...]:
    return tuple(
        Declaration(
            node.lower_name,
            tuple(node.value),
            tinycss2.serialize(node.value).strip(),
            node.important,
        )
        for node in nodes
        if node.type == "declaration"
    )


def tokens(nodes: Sequence[Any]) -> Iterator[Any]:
    """All tokens of a value, those inside functions and blocks included."""
    for node in nodes:
        yield node
        yield from tokens(getattr(node, "arguments", None) or getattr(node, "content", None) or ())


def wrong_colours(one: Declaration) -> Iterator[str]:
    """Every colour of the declaration that is not written `#rrggbb`."""
    if not _COLOUR_PROPERTY.search(one.name):
        return
    for token in one.tokens:
        if token.type == "hash" and not _HEX.fullmatch(token.value):
            yield f"#{token.value}"
        elif token.type == "function" and isinstance(parse_color(token), RGBA):
            yield token.serialize()
        elif token.type == "ident" and _named(token):
            yield token.value


def _named(token: Any) -> bool:
    return token.lower_value not in _PLAIN_WORDS and isinstance(parse_color(token), RGBA)


def unsupported(one: Declaration) -> Iterator[str]:
    """What of the declaration mail clients do not bear, in words."""
    if one.name in BANNED_PROPERTIES or one.name.startswith(("grid", "--")):
        yield one.name
    if one.name == "display" and one.value.lower() in _BANNED_DISPLAY:
        yield f"display:{one.value}"
    if one.name == "opacity" and one.value not in {"1", "100%"}:
        yield f"opacity:{one.value}"
    if one.name.startswith("margin") and any(_negative(token) for token in one.tokens):
        yield "a negative margin"
    for token in tokens(one.tokens):
        if token.type == "function" and token.lower_name in BANNED_FUNCTIONS:
            yield f"{token.lower_name}()"
        elif token.type == "url":
            yield "url()"
        elif token.type == "dimension" and token.lower_unit in BANNED_UNITS:
            yield f"the unit {token.lower_unit}"


def _negative(token: Any) -> bool:
    return token.type in {"number", "dimension", "percentage"} and token.value < 0


def unitless(one: Declaration) -> bool:
    """Whether a length other than nought stands without its unit."""
    lengths = (token for token in one.tokens if token.type == "number" and token.value)
    return one.name not in _UNITLESS and next(lengths, None) is not None


def pixels(value: str) -> float | None:
    """The number before `px`; None for anything else."""
    found = re.fullmatch(r"\s*(-?\d+(?:\.\d+)?)px\s*", value)
    return float(found[1]) if found else None
