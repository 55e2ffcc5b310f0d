"""Reads JSON as a person would check it: one value per key, finite numbers, bounded depth."""

import json
from itertools import islice
from typing import Any, NoReturn

from digest.content.faults import MOST, Fault, Reading
from digest.content.jsonplaces import DEPTH, DIGITS, Flaw, flaws
from digest.content.places import START, Spot, printable, quoted, spots


def read(text: str, *, at: Spot = START) -> Reading:
    """The value of a JSON text that begins `at` a spot of its file, and what is wrong with it.

    A doubled key is an error, yet the value is read on with the last one.
    """
    parser = _Parser()
    try:
        value = json.loads(
            text,
            object_pairs_hook=parser.members,
            parse_constant=parser.refuse,
            parse_int=parser.integer,
            parse_float=parser.real,
        )
    except json.JSONDecodeError as error:
        return _unreadable(text, error, at)
    except (RecursionError, _RefusedError):
        return Reading(None, _faults(text, at), readable=False)
    deep = _depth(value) > DEPTH
    if deep or parser.doubled:
        return Reading(value, _faults(text, at), readable=not deep)
    return Reading(value)


class _RefusedError(Exception):
    """A number that no JSON document should hold."""


class _Parser:
    """The hooks of one reading."""

    doubled = False

    def members(self, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        self.doubled = self.doubled or len(members) != len(pairs)
        return members

    def refuse(self, _: str) -> NoReturn:
        raise _RefusedError

    def integer(self, digits: str) -> int:
        if len(digits) > DIGITS:
            raise _RefusedError
        return int(digits)

    def real(self, digits: str) -> float:
        value = float(digits)
        if len(digits) > DIGITS or abs(value) == float("inf"):
            raise _RefusedError
        return value


def _depth(value: Any) -> int:
    """How deep containers stand in each other; a scalar has depth 0."""
    depth, level = 0, [value]
    while level := [one for one in level if isinstance(one, dict | list)]:
        depth += 1
        level = [
            inner
            for one in level
            for inner in (one.values() if isinstance(one, dict) else one)
            if isinstance(inner, dict | list)
        ]
    return depth


def _faults(text: str, at: Spot) -> tuple[Fault, ...]:
    found = list(islice(flaws(text), MOST))
    where = spots(text, (flaw.offset for flaw in found), at=at)
    return tuple(_fault(flaw, where[flaw.offset]) for flaw in found)


def _fault(flaw: Flaw, where: Spot) -> Fault:
    if flaw.kind == "duplicate":
        message = f"the key {quoted(flaw.text)} stands twice in one object"
        return Fault("C013", message, "keep one of them", spot=where)
    if flaw.kind == "depth":
        message = f"objects and lists stand more than {DEPTH} deep in each other"
        return Fault("C014", message, "flatten the value; no field needs such depth", spot=where)
    message = f"{printable(flaw.text)} is not a number JSON can hold"
    return Fault("C015", message, "write a finite number, null or a text in quotes", spot=where)


def _unreadable(text: str, error: json.JSONDecodeError, at: Spot) -> Reading:
    offset = min(error.pos, len(text))
    message, hint = _explained(text, offset, error.msg)
    where = spots(text, (offset,), at=at)[offset]
    return Reading(None, (Fault("C010", message, hint, spot=where),), readable=False)


def _explained(text: str, offset: int, said: str) -> tuple[str, str]:
    """What a parser's complaint means and how to mend it."""
    before, rest = text[:offset].rstrip(), text[offset:].lstrip()
    known = next((meaning for start, meaning in _MEANINGS if said.startswith(start)), None)
    if not text.strip():
        return "the file holds nothing", "write a record or remove the file"
    if known:
        return known
    if not rest:
        return "the JSON ends too early", "close what is open, or fetch it again if it was cut off"
    if before.endswith(",") and rest[0] in "}]":
        return "a comma before the closing bracket", "remove the comma"
    return f"not valid JSON here: {said[:1].lower()}{said[1:]}", _guess(rest, said)


def _guess(rest: str, said: str) -> str:
    if rest[0] == "'":
        return "JSON quotes with \", not with '"
    if rest[0] in "/#":
        return "JSON has no comments; remove it"
    missing = "comma, colon or quote" if "delimiter" in said else "quote or bracket"
    return f"look for a missing {missing} just before"


_MEANINGS = (
    ("Unterminated string", ("a text that begins here has no closing quote", 'end it with "')),
    ("Invalid \\", ("a backslash escape JSON does not know", "write \\\\ for a backslash")),
    (
        "Invalid control",
        ("a line break or tab inside a text", "write \\n or \\t, or close the quote"),
    ),
    (
        "Extra data",
        (
            "a second value after the end of the first",
            "one record per line belongs into a .jsonl file; several records into [ ]",
        ),
    ),
)
