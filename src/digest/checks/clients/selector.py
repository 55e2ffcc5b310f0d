"""Selectors read for the features they use."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Any, NamedTuple

from digest.checks.clients import names

#: Pseudo-elements that may be written with one colon.
_ONE_COLON = frozenset({"after", "before", "first-letter", "first-line"})

#: Functions that hold selectors; others hold numbers or words.
_HOLDING = frozenset({"any", "has", "is", "matches", "not", "where"})


class _Part(NamedTuple):
    """A simple selector, or what stands between two: its kind and its name."""

    kind: str
    name: str = ""
    between: bool = False


_SIGNS = {
    "hash": _Part("id"),
    "*": _Part("universal"),
    "whitespace": _Part(" ", between=True),
    ",": _Part(",", "css-selector-grouping", between=True),
    **{sign: _Part(sign, slug, between=True) for sign, slug in names.COMBINATORS.items()},
}


def selectors(prelude: Sequence[Any]) -> Iterator[str]:
    """The features of a list of selectors, and of the lists inside its functions."""
    waiting = [prelude]
    while waiting:
        tokens = [token for token in waiting.pop() if token.type != "comment"]
        yield from _features(list(_parts(tokens)))
        functions = (token for token in tokens if token.type == "function")
        waiting += [one.arguments for one in functions if one.lower_name in _HOLDING]


def _features(parts: list[_Part]) -> Iterator[str]:
    groups = [(key, list(run)) for key, run in groupby(parts, key=lambda part: part.between)]
    for number, (between, run) in enumerate(groups):
        if not between:
            yield from _compound(run)
        elif any(part.kind != " " for part in run):
            yield from (part.name for part in run if part.kind != " ")
        elif 0 < number < len(groups) - 1:
            yield "css-selector-descendant"


def _compound(parts: list[_Part]) -> Iterator[str]:
    if sum(part.kind == "class" for part in parts) > 1:
        yield "css-selector-chaining"
    for part in parts:
        if part.kind == ":":
            yield from _known(names.PSEUDO_CLASSES, part.name)
        elif part.kind == "::":
            yield from _known(names.PSEUDO_ELEMENTS, part.name)
        elif part.name not in names.CLIENT_MARKS:
            yield f"css-selector-{part.kind}"


def _known(table: dict[str, str], name: str) -> Iterator[str]:
    bare = re.sub(r"^-(webkit|moz|ms|o)-", "", name)
    if bare in table:
        yield table[bare]


def _parts(tokens: Sequence[Any]) -> Iterator[_Part]:
    lead = ""
    for token in tokens:
        if token.type == "literal" and token.value in {".", ":"}:
            lead += token.value
            continue
        part = _part(lead, token)
        if part:
            yield part
        lead = ""


def _part(lead: str, token: Any) -> _Part | None:
    if token.type in {"ident", "function"}:
        return _word(lead, token.lower_value if token.type == "ident" else token.lower_name)
    if token.type == "[] block":
        first = next((one for one in token.content if one.type == "ident"), None)
        return _Part("attribute", first.lower_value if first else "")
    return _SIGNS.get(token.value if token.type == "literal" else token.type)


def _word(lead: str, word: str) -> _Part:
    if lead.startswith(":"):
        return _Part("::" if lead == "::" or word in _ONE_COLON else ":", word)
    return _Part("class" if lead == "." else "type")
