"""Reads YAML 1.2 into plain values with their places; nothing in it can act."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import (
    AliasEvent,
    CollectionStartEvent,
    DocumentStartEvent,
    Event,
    MappingStartEvent,
    NodeEvent,
    ScalarEvent,
    SequenceEndEvent,
    StreamEndEvent,
)

from digest.content.characters import paired
from digest.content.faults import MOST, Fault, Reading
from digest.content.jsonplaces import DEPTH, DIGITS
from digest.content.places import START, Loc, Span, Spot, printable, quoted
from digest.problems import Severity

#: Where a value would go on, had its text quotes: a comment right behind it, with no space inside.
_CUT = re.compile(r"(?:[ \t]*:)?[ \t]+(#[^\s#!][^\n]*)")

#: How many values the aliases of a document may stand for together.
ALIASED = 10_000

_NULL = {"", "~", "null", "Null", "NULL"}
_BOOL = {
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_INT = re.compile(r"[-+]?[0-9]+\Z")
_BASED = re.compile(r"0o[0-7]+\Z|0x[0-9a-fA-F]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_ENDLESS = re.compile(r"[-+]?\.(inf|Inf|INF)\Z|\.(nan|NaN|NAN)\Z")

#: What the parser raises for a few broken texts instead of its own error.
_STRAY_ERRORS = (ValueError, ArithmeticError, LookupError, AssertionError, TypeError)

_HINTS = (
    ("mapping values", "a text that holds ': ' needs quotes; keys of one mapping stand in line"),
    ("\\t", "indent with spaces, never with tabs"),
    ("cannot start any token", "a text that begins with @, ` or % needs quotes around it"),
    ("unexpected end of stream", "a quote is opened and never closed"),
    ("flow", "look for a missing comma or closing bracket"),
    ("block", "indent the lines of one list or mapping alike"),
    ("':'", "a field and its value are written as `field: value`"),
)


def read(text: str) -> tuple[Reading, dict[Loc, Span]]:
    """The value of a YAML text, what is wrong with it, and the place of every value.

    Plain `2026-05-04` and `no` are texts; aliases are followed; tags and merge keys are refused.
    """
    builder = _Builder(YAML(typ="safe", pure=True).parse(text), text)
    try:
        value, readable = builder.document(), True
    except _StopReadingError:
        value, readable = None, False
    except MarkedYAMLError as error:
        builder.syntax(error.problem or error.context or "not valid YAML", _marked(error))
        value, readable = None, False
    except (YAMLError, *_STRAY_ERRORS):
        builder.syntax("nothing can be read after this", builder.last)
        value, readable = None, False
    return Reading(value, tuple(builder.faults), readable), builder.spans


class _StopReadingError(Exception):
    """Nothing sensible can be read any more; the fault is noted."""


@dataclass(slots=True)
class _Builder:
    """Builds values from parsing events."""

    events: Iterator[Event]
    text: str
    faults: list[Fault] = field(default_factory=list)
    spans: dict[Loc, Span] = field(default_factory=dict)
    last: Spot = START
    aliased: int = 0
    anchors: dict[str, tuple[Any, int]] = field(default_factory=dict)
    made: int = 0

    def document(self) -> Any:
        """The one document of the stream."""
        self._next()
        begin = self._next()
        if not isinstance(begin, DocumentStartEvent):
            empty = ("the file holds nothing", "write its fields or remove the file")
            raise self._stopped("C011", *empty)
        self._refuse_directives(begin)
        value = self._node(self._next(), ())
        self._next()
        if not isinstance(self._next(), StreamEndEvent):
            self._fault("C011", "a second document begins", "one file holds one document")
        return value

    def syntax(self, said: str, spot: Spot) -> None:
        """Note what the parser complained about."""
        hint = next((hint for mark, hint in _HINTS if mark in said), None)
        self.faults.append(
            Fault(
                "C011",
                f"not valid YAML: {printable(said, limit=200)}",
                hint or "look at the indentation and the quotes just before",
                spot=spot,
            )
        )

    def _next(self) -> Event:
        event = next(self.events)
        self.last = _spot(event)
        return event

    def _node(self, event: Event, loc: Loc, key: Spot | None = None) -> Any:
        nothing = isinstance(event, ScalarEvent) and not event.value and not event.style
        self.spans[loc] = Span(key if key and nothing else _spot(event), key)
        if len(loc) > DEPTH:
            raise self._stopped(
                "C014",
                f"lists and mappings stand more than {DEPTH} deep in each other",
                "flatten the value; no field needs such depth",
            )
        if isinstance(event, AliasEvent):
            return self._alias(event)
        before = self.made
        self.made += 1
        self._refuse_tag(event)
        value = self._value(event, loc)
        if isinstance(event, NodeEvent) and event.anchor:
            self.anchors[event.anchor] = (value, self.made - before)
        return value

    def _value(self, event: Event, loc: Loc) -> Any:
        if isinstance(event, ScalarEvent):
            return self._scalar(event)
        if isinstance(event, MappingStartEvent):
            return self._mapping(loc)
        return self._sequence(loc)

    def _sequence(self, loc: Loc) -> list[Any]:
        values: list[Any] = []
        while not isinstance(event := self._next(), SequenceEndEvent):
            values.append(self._node(event, (*loc, len(values))))
        return values

    def _mapping(self, loc: Loc) -> dict[str, Any]:
        values: dict[str, Any] = {}
        while isinstance(event := self._next(), NodeEvent):
            name, spot = self._key(event, loc), self.last
            value = self._node(self._next(), (*loc, name), spot)
            if value is None:  # the parser looks for a value behind the comment
                self._tell_cut(event.end_mark)
            values[name] = value
            self.last = spot
            if name == "<<":
                self._fault("C016", "merge keys are not part of YAML 1.2", "write the fields out")
        return values

    def _key(self, event: Event, loc: Loc) -> str:
        spot = _spot(event)
        if not isinstance(event, ScalarEvent):
            raise self._stopped("C011", "a key must be a text", "write `field: value`")
        name = paired(str(event.value))
        self._refuse_tag(event)
        if (*loc, name) in self.spans:
            self._fault(
                "C013", f"the key {quoted(name)} stands twice in one mapping", "keep one of them"
            )
        self.last = spot
        return name

    def _alias(self, event: AliasEvent) -> Any:
        if event.anchor not in self.anchors:
            name = quoted(str(event.anchor))
            self._fault("C011", f"no anchor {name} before this alias", "write the value out")
            return None
        value, weight = self.anchors[str(event.anchor)]
        self.made += weight
        self.aliased += weight
        if self.aliased > ALIASED:
            raise self._stopped(
                "C016",
                f"aliases stand for more than {ALIASED:,} values",
                "write the values out; they multiply",
            )
        return value

    def _scalar(self, event: ScalarEvent) -> Any:
        text = str(event.value)
        if not event.implicit[0] or event.style or event.tag:
            return paired(text)
        self._tell_cut(event.end_mark)
        if text in _NULL:
            return None
        if text in _BOOL:
            return _BOOL[text]
        if _ENDLESS.match(text) or (len(text) > DIGITS and _number(text) is not None):
            message = f"{printable(text)} is not a finite number"
            self._fault("C015", message, "put it in quotes if it is text")
            return None
        number = _number(text)
        return text if number is None else number

    def _tell_cut(self, end: Any) -> None:
        """Say when a value without quotes seems to go on behind a `#`, where a comment begins."""
        if (cut := _CUT.match(self.text, end.index)) is None:
            return
        fault = Fault(
            "C017",
            f"{quoted(cut[1])} is a comment, no part of the value before it",
            "put the whole value in quotes; a comment has a space behind its #",
            Severity.WARNING,
            spot=Spot(end.line + 1, end.column + cut.start(1) - end.index + 1),
        )
        if fault not in self.faults[-1:]:
            self.faults.append(fault)

    def _refuse_tag(self, event: Event) -> None:
        if isinstance(event, ScalarEvent | CollectionStartEvent) and event.tag not in {None, "!"}:
            self._fault(
                "C016",
                f"the tag {quoted(str(event.tag))} is not read",
                "remove it; quotes make a text, no quotes a number or a date",
            )

    def _refuse_directives(self, event: DocumentStartEvent) -> None:
        if event.tags or event.version not in {None, (1, 2)}:
            self._fault("C016", "a directive other than %YAML 1.2", "remove it")

    def _fault(self, code: str, message: str, hint: str) -> None:
        self.faults.append(Fault(code, message, hint, spot=self.last))
        if len(self.faults) >= MOST:
            raise _StopReadingError

    def _stopped(self, code: str, message: str, hint: str) -> _StopReadingError:
        self._fault(code, message, hint)
        return _StopReadingError()


def _number(text: str) -> int | float | None:
    if len(text) > DIGITS:
        return 0 if _INT.match(text) or _BASED.match(text) or _FLOAT.match(text) else None
    if _INT.match(text):
        return int(text)
    if _BASED.match(text):
        return int(text, 0)
    return float(text) if _FLOAT.match(text) else None


def _spot(event: Event) -> Spot:
    return Spot(event.start_mark.line + 1, event.start_mark.column + 1)


def _marked(error: MarkedYAMLError) -> Spot:
    mark = error.problem_mark or error.context_mark
    return Spot(mark.line + 1, mark.column + 1) if mark else START
