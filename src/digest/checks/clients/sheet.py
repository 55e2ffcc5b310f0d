"""CSS read for the features it uses: declarations, values, rules and selectors."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import tinycss2

from digest.checks.clients import names
from digest.checks.clients.pictures import pictures
from digest.checks.clients.properties import PROPERTIES
from digest.checks.clients.selector import selectors

_PREFIX = re.compile(r"^-(webkit|moz|ms|o)-")

_CLOSING = {"(": ")", "[": "]", "{": "}"}

#: At-rules that hold rules; the others hold declarations, or nothing.
_NESTING = frozenset({"media", "supports", "layer", "container", "scope", "keyframes"})


class Mention(NamedTuple):
    """A feature that a sheet uses, at a line of the sheet counted from 1, and what says so.

    `where` is the rule, `text` the very declaration, selector or name as it is written.
    """

    slug: str
    line: int
    where: str
    text: str


class _Block(NamedTuple):
    """Nodes still to be read: the rule around them, whether it is one that selects."""

    nodes: Sequence[Any]
    rule: str = ""
    selecting: bool = False
    keyframes: bool = False


@lru_cache(maxsize=4096)
def inline(style: str) -> tuple[tuple[str, str], ...]:
    """The features of a style attribute, each once, with the declaration that uses it."""
    nodes = tinycss2.parse_blocks_contents(style, skip_whitespace=True)
    found: dict[str, str] = {}
    for one in _mentions(_Block(nodes, selecting=True)):
        found.setdefault(one.slug, one.text)
    return tuple(found.items())


@lru_cache(maxsize=64)
def sheet(text: str) -> tuple[Mention, ...]:
    """The features of a sheet in the order of their lines."""
    nodes = tinycss2.parse_stylesheet(text, skip_whitespace=True)
    return tuple(sorted(_mentions(_Block(nodes)), key=lambda one: one.line))


@lru_cache(maxsize=64)
def query(text: str) -> tuple[str, ...]:
    """The features of the `media` attribute of a sheet."""
    if text.strip().lower() in {"", "all"}:
        return ()
    return ("css-at-media", *_query(tinycss2.parse_component_value_list(text)))


def _mentions(block: _Block) -> Iterator[Mention]:
    """Everything a block and the blocks inside it mention, in no order: depth costs nothing."""
    waiting = [block]
    while waiting:
        one = waiting.pop()
        for node in one.nodes:
            where = one.rule or _shown(node)
            for slug in _node(node, one):
                yield Mention(slug, node.source_line, where, _text(node))
            waiting += _inside(node, one)


def _node(node: Any, around: _Block) -> Iterator[str]:
    """The features of a node alone, not of the blocks in it."""
    if node.type == "comment":
        yield "css-comments"
    elif node.type == "declaration":
        yield from _declaration(node)
    elif node.type == "qualified-rule":
        if around.selecting:
            yield "css-nesting"
        if not around.keyframes:
            yield from selectors(node.prelude)
    elif node.type == "at-rule":
        yield from _at_rule(node, around)


def _at_rule(node: Any, around: _Block) -> Iterator[str]:
    name = _bare(node.lower_at_keyword)
    if around.selecting:
        yield "css-nesting"
    if name in names.AT_RULES:
        yield names.AT_RULES[name]
    if name == "media":
        yield from _query(node.prelude)


def _query(nodes: Sequence[Any]) -> Iterator[str]:
    for token in _tokens(nodes):
        if token.type == "ident":
            word = re.sub(r"^-?(webkit|moz|o)-|^(min|max)--moz-", "", token.lower_value)
            if word in names.MEDIA:
                yield names.MEDIA[word]


def _inside(node: Any, around: _Block) -> list[_Block]:
    content = getattr(node, "content", None)
    if node.type == "qualified-rule":
        body = tinycss2.parse_blocks_contents(content, skip_whitespace=True)
        return [_Block(body, around.rule or _shown(node), selecting=True)]
    if node.type != "at-rule" or content is None:
        return []
    name = _bare(node.lower_at_keyword)
    if name in _NESTING and not around.selecting:
        rules = tinycss2.parse_rule_list(content, skip_whitespace=True)
        return [_Block(rules, keyframes=name == "keyframes")]
    body = tinycss2.parse_blocks_contents(content, skip_whitespace=True)
    return [_Block(body, around.rule or _shown(node), selecting=around.selecting)]


def _declaration(node: Any) -> Iterator[str]:
    name = _bare(node.lower_name)
    if name.startswith("--"):
        yield "css-variables"
        return
    parts = [token for token in node.value if token.type not in {"whitespace", "comment"}]
    words = [token.lower_value for token in parts if token.type == "ident"]
    if len(parts) != 1 or (name, *words) not in names.HARMLESS:
        yield from PROPERTIES.get(name, ())
    for word in words:
        if (name, _bare(word)) in names.PAIRS:
            yield names.PAIRS[name, _bare(word)]
    if node.important:
        yield "css-important"
    for token in _tokens(node.value):
        yield from _token(token)


def _token(token: Any) -> Iterator[str]:
    if token.type == "dimension":
        yield from _known(names.UNITS, token.lower_unit)
    elif token.type == "percentage":
        yield "css-unit-percent"
    elif token.type == "ident":
        yield from _known(names.WORDS, _bare(token.lower_value))
    elif token.type == "function":
        yield from _known(names.FUNCTIONS, _bare(token.lower_name))
        if token.lower_name == "url":
            given = (one.value for one in token.arguments if one.type == "string")
            yield from pictures("".join(given))
    elif token.type == "url":
        yield from pictures(token.value)
    elif token.type == "comment":
        yield "css-comments"


def _known(table: dict[str, str], word: str) -> Iterator[str]:
    if word in table:
        yield table[word]


def _tokens(nodes: Sequence[Any]) -> Iterator[Any]:
    """All tokens, those inside functions and blocks included, however deep."""
    waiting = list(nodes)
    while waiting:
        token = waiting.pop()
        yield token
        waiting += getattr(token, "arguments", None) or getattr(token, "content", None) or ()


def _bare(name: str) -> str:
    return _PREFIX.sub("", name) if name.startswith("-") else name


def _shown(node: Any) -> str:
    """A rule by its beginning, on one line and without the blocks in it."""
    head = f"@{node.at_keyword} " if node.type == "at-rule" else ""
    text = "".join(_brief(token) for token in getattr(node, "prelude", ()))
    return f"{head}{' '.join(text.split())}".strip()


def _text(node: Any) -> str:
    """A declaration as it is written, a rule by what stands before its block."""
    if node.type == "declaration":
        return f"{node.name}:{''.join(_brief(token) for token in node.value)}"
    return _shown(node) or "/*"


def _brief(token: Any, depth: int = 3) -> str:
    """A token as it is written, but what is too deep in it."""
    if token.type == "comment":
        return ""
    inside = getattr(token, "arguments", None) or getattr(token, "content", None)
    if inside is None:
        return str(token.serialize())
    opening = f"{token.name}(" if token.type == "function" else token.type[0]
    text = "".join(_brief(one, depth - 1) for one in inside) if depth else "..."
    return f"{opening}{text}{_CLOSING[opening[-1]]}"
