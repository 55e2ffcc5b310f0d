"""Reads a parsed document into a model and says everything that is wrong on the way."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from digest.content.characters import blank, described, forbidden, remedy
from digest.content.faults import Place, did_you_mean
from digest.content.formats import LINE, TEXT, Format, Refusal
from digest.content.places import printable, quoted
from digest.content.shapes import Field, Shape, shape_of
from digest.problems import Severity

_Model = TypeVar("_Model", bound=BaseModel)


class _No(Enum):
    """Why there is no value: it is faulty and said so, or it is null or blank."""

    VALUE = auto()
    TEXT = auto()


def read(model: type[_Model], raw: Any, place: Place, **derived: object) -> _Model | None:
    """The model that a document holds at `place`, None when something is wrong with it.

    Null and blank optional fields count as absent, unknown fields as warnings. `derived` gives
    the model what the document does not spell.
    """
    reader = _Reader()
    values = reader.value(raw, shape_of(model), place)
    if reader.failed or not isinstance(values, dict):
        return None
    try:
        return model.model_validate(values | derived)
    except ValidationError as error:
        for one in error.errors(include_url=False, include_input=False, include_context=False):
            message = printable(one["msg"], limit=200)
            place.below(*one["loc"]).fault("C021", message, "look at this value again")
        return None


@dataclass(slots=True)
class _Reader:
    """One reading; `failed` once an error was said."""

    failed: bool = False

    def value(self, raw: Any, shape: Shape, place: Place) -> Any:
        """What a value is read as, or why it is none."""
        if place.log.full:
            self.failed = True
            return _No.VALUE
        if isinstance(raw, str) and shape.text:
            return self._text(raw, shape.text, place)
        if raw is None and not shape.free:
            return _No.TEXT
        if isinstance(raw, list) and shape.items:
            return tuple(self._items(raw, shape.items, place))
        if isinstance(raw, dict) and (shape.fields is not None or shape.values):
            return self._members(raw, shape, place)
        return self._scalar(raw, shape, place)

    def _text(self, raw: str, form: Format, place: Place) -> Any:
        if not self._carried(raw, place):
            return _No.VALUE
        if blank(raw):
            return _No.TEXT
        return self._written(raw, form, place)

    def _written(self, raw: str, form: Format, place: Place) -> Any:
        try:
            return form.read(raw)
        except Refusal as refusal:
            return self._fault(place, refusal.code, refusal.message, refusal.hint)

    def _scalar(self, raw: Any, shape: Shape, place: Place) -> Any:
        if shape.free:
            self._free(raw, place)
            return raw
        if shape.truth and isinstance(raw, bool):
            return raw
        if shape.number and isinstance(raw, int) and not isinstance(raw, bool):
            if shape.least is None or raw >= shape.least:
                return raw
            message = f"{_called(place)} is {printable(str(raw))}"
            return self._fault(place, "C025", message, f"the least is {shape.least}")
        message = f"{_called(place)} should be {shape.name}, but is {kind(raw)}"
        quotes = shape.text and isinstance(raw, bool | int | float)
        hint = "put it in quotes" if quotes else f"write {shape.name}"
        return self._fault(place, "C021", message, hint)

    def _items(self, raw: list[Any], shape: Shape, place: Place) -> Iterator[Any]:
        for index, item in enumerate(raw):
            if place.log.full:
                return
            where = place.below(index)
            value = self.value(item, shape, where)
            if not isinstance(value, _No):
                yield value
            elif value is _No.TEXT and (item is None or shape.text not in (TEXT, LINE)):
                self._fault(
                    where, "C022", f"{_called(where)} {_nothing(item)}", "fill it or remove it"
                )

    def _members(self, raw: dict[str, Any], shape: Shape, place: Place) -> dict[str, Any]:
        if shape.fields is None:
            return dict(self._entries(raw, shape, place))
        self._unknown(raw, shape.fields, place)
        return dict(self._known(raw, shape.fields, place))

    def _entries(
        self, raw: dict[str, Any], shape: Shape, place: Place
    ) -> Iterator[tuple[str, Any]]:
        for key, item in raw.items():
            where = place.below(key)
            name = self._key(key, shape, where)
            inner = shape.values or Shape(free=True)
            value = self.value(item, inner, where)
            empty = isinstance(value, _No) or (value in ((), {}) and not inner.free)
            if isinstance(name, str) and not empty:
                yield name, value

    def _key(self, key: str, shape: Shape, place: Place) -> Any:
        if not self._carried(key, place):
            return _No.VALUE
        if shape.keys is None:
            return key
        if blank(key):
            return self._fault(place, "C022", "a name is empty", "name it")
        return self._written(key, shape.keys, place)

    def _known(
        self, raw: dict[str, Any], fields: Mapping[str, Field], place: Place
    ) -> Iterator[tuple[str, Any]]:
        for name, field in fields.items():
            if name not in raw:
                if field.required:
                    hint = f"add it; it holds {field.shape.name}"
                    self._fault(place, "C020", f"`{name}` is missing", hint)
                continue
            value = self.value(raw[name], field.shape, place.below(name))
            if not isinstance(value, _No):
                yield field.name, value
            elif value is _No.TEXT and field.required:
                hint = f"fill it; it holds {field.shape.name}"
                self._fault(place.below(name), "C022", f"`{name}` {_nothing(raw[name])}", hint)

    def _unknown(self, raw: dict[str, Any], fields: Mapping[str, Field], place: Place) -> None:
        for name in raw:
            if name not in fields and not place.log.full:
                message = f"the field {quoted(name)} is unknown and ignored"
                near = did_you_mean(name, fields) if place.log.keeps_warnings else None
                hint = near or "look for it in the reference of fields"
                place.below(name).fault(
                    "C023", message, hint, severity=Severity.WARNING, at_key=True
                )

    def _free(self, raw: Any, place: Place) -> None:
        """Look at every text of a value of any form."""
        if isinstance(raw, str):
            self._carried(raw, place)
        elif isinstance(raw, list | dict):
            for key, item in raw.items() if isinstance(raw, dict) else enumerate(raw):
                where = place.below(key)
                if isinstance(key, str):
                    self._carried(key, where)
                self._free(item, where)

    def _carried(self, text: str, place: Place) -> bool:
        """Whether every channel can carry the text; if not, it is said."""
        found = forbidden(text)
        if found:
            more = " and more of the kind" if len(found) > 1 else ""
            message = f"{_called(place)} holds {described(found[0][1])}{more}"
            self._fault(place, "C006", message, remedy(found[0][1]))
        return not found

    def _fault(self, place: Place, code: str, message: str, hint: str | None) -> _No:
        self.failed = True
        place.fault(code, message, hint)
        return _No.VALUE


def kind(raw: Any) -> str:
    """What a parsed value is, in words."""
    if isinstance(raw, bool):
        return "true or false"
    if isinstance(raw, str):
        return "empty text" if blank(raw) else "text"
    kinds = {int: "a number", float: "a number", list: "a list", dict: "a set of fields"}
    return kinds.get(type(raw), "empty")


def _nothing(raw: Any) -> str:
    """How a value holds nothing."""
    unseen = isinstance(raw, str) and raw.strip()
    return "holds nothing that can be seen" if unseen else "is empty"


def _called(place: Place) -> str:
    """The name of a value in a message: its field, or its number in a list."""
    if not place.loc:
        return "the document"
    last = place.loc[-1]
    return f"item {last + 1}" if isinstance(last, int) else f"`{printable(last)}`"
