"""Finds values of a JSON text again, at the price of what was asked for."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from json import JSONDecoder
from typing import NamedTuple

from digest.content.places import Loc

#: How deep objects and lists may stand in each other.
DEPTH = 64

#: How many digits a number may have; the research system writes none longer.
DIGITS = 300

_BLANK = re.compile(r"[ \t\n\r]*")
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)
_SKIP = JSONDecoder(parse_int=len, parse_float=len).raw_decode


class Offsets(NamedTuple):
    """Where a value begins, and its key where it has one."""

    value: int
    key: int | None = None


class Flaw(NamedTuple):
    """Something a JSON text holds that parsers let pass; `kind` is duplicate, depth or number."""

    kind: str
    offset: int
    text: str


@dataclass(slots=True)
class _Wanted:
    """A tree of the locations asked for."""

    asked: bool = False
    below: dict[str | int, "_Wanted"] = field(default_factory=dict)

    def add(self, loc: Loc) -> None:
        node = self
        for token in loc:
            node = node.below.setdefault(token, _Wanted())
        node.asked = True


def find(text: str, wanted: Iterable[Loc], *, start: int = 0) -> dict[Loc, Offsets]:
    """Offsets of the wanted locations of the valid JSON value at `start`, where they exist."""
    tree = _Wanted()
    for loc in wanted:
        tree.add(loc)
    found: dict[Loc, Offsets] = {}
    _walk(text, Offsets(_next(text, start)), tree, (), found)
    return found


def items(text: str) -> Iterator[int]:
    """The offset of each item of a valid JSON list."""
    at = _next(text, _next(text, 0) + 1)
    while text[at] != "]":
        yield at
        _, end = _SKIP(text, at)
        at = _next(text, end)
        at = _next(text, at + 1) if text[at] == "," else at


def flaws(text: str) -> Iterator[Flaw]:
    """Doubled keys, excessive depth and numbers out of range, in the order they stand."""
    open_keys: list[set[str] | None] = []
    expects_key = False
    for token in _TOKEN.finditer(text):
        word = token.group()
        if word in "{[":
            open_keys.append(set() if word == "{" else None)
            if len(open_keys) > DEPTH:
                yield Flaw("depth", token.start(), word)
                return
        elif word in "}]":
            del open_keys[-1:]
        elif word[0] == '"':
            if expects_key and open_keys and open_keys[-1] is not None:
                yield from _doubled(word, token.start(), open_keys[-1])
        elif _unusable(word):
            yield Flaw("number", token.start(), word)
        expects_key = word in "{,"


def _walk(text: str, at: Offsets, tree: _Wanted, loc: Loc, found: dict[Loc, Offsets]) -> int:
    """Note what is wanted in the value at an offset; the offset after it."""
    if tree.asked:
        found[loc] = at
    if not tree.below or text[at.value] not in "{[":
        end: int = _SKIP(text, at.value)[1]
        return end
    members = _members if text[at.value] == "{" else _elements
    return members(text, at.value + 1, tree, loc, found)


def _members(text: str, at: int, tree: _Wanted, loc: Loc, found: dict[Loc, Offsets]) -> int:
    at = _next(text, at)
    while text[at] != "}":
        key, end = _SKIP(text, at)
        value = _next(text, _next(text, end) + 1)
        at = _child(text, Offsets(value, at), tree.below.get(key), (*loc, key), found)
    return at + 1


def _elements(text: str, at: int, tree: _Wanted, loc: Loc, found: dict[Loc, Offsets]) -> int:
    at, index = _next(text, at), 0
    while text[at] != "]":
        at = _child(text, Offsets(at), tree.below.get(index), (*loc, index), found)
        index += 1
    return at + 1


def _child(
    text: str, at: Offsets, tree: _Wanted | None, loc: Loc, found: dict[Loc, Offsets]
) -> int:
    """The offset of the next member or of the closing bracket."""
    end = _SKIP(text, at.value)[1] if tree is None else _walk(text, at, tree, loc, found)
    after = _next(text, end)
    return _next(text, after + 1) if text[after] == "," else after


def _next(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _doubled(word: str, offset: int, keys: set[str]) -> Iterator[Flaw]:
    key = _SKIP(word, 0)[0]
    if key in keys:
        yield Flaw("duplicate", offset, key)
    keys.add(key)


def _unusable(word: str) -> bool:
    if word in {"true", "false", "null"}:
        return False
    try:
        return len(word) > DIGITS or abs(float(word)) == float("inf") or word in _CONSTANTS
    except ValueError:
        return False


_CONSTANTS = {"NaN", "Infinity", "-Infinity"}
