"""What a model expects of a document, worked out once from its annotations."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from annotated_types import Ge
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from digest.content.formats import DAY, DAY_OR_MOMENT, DERIVED, MOMENT, TEXT, Format, choice


@dataclass(frozen=True)
class Shape:
    """What may stand at one place; several of `text`, `items`, `values` are alternatives.

    `model` names the class whose `fields` they are.
    """

    text: Format | None = None
    number: bool = False
    truth: bool = False
    least: int | None = None
    items: "Shape | None" = None
    keys: Format | None = None
    values: "Shape | None" = None
    fields: Mapping[str, "Field"] | None = None
    free: bool = False
    model: str = ""

    @property
    def name(self) -> str:
        """What it is called in a message: "text", "a list", "an object"."""
        return " or ".join(self._names())

    def _names(self) -> Iterable[str]:
        if self.text:
            yield self.text.name
        if self.number:
            yield "a whole number"
        if self.truth:
            yield "true or false"
        if self.items:
            yield "a list"
        if self.fields is not None or self.values:
            yield "a set of fields"


@dataclass(frozen=True)
class Field:
    """A field of an object: its Python name, whether it must be there and what it holds."""

    name: str
    required: bool
    shape: Shape = field(compare=False)


@cache
def shape_of(model: type[BaseModel]) -> Shape:
    """The shape of a model's document; its fields by the names that files use."""
    return Shape(fields=_fields(model), model=model.__name__)


def _fields(model: type[BaseModel]) -> dict[str, Field]:
    return {
        info.alias or name: Field(name, info.is_required(), _field_shape(info))
        for name, info in model.model_fields.items()
        if DERIVED not in info.metadata
    }


def _field_shape(info: FieldInfo) -> Shape:
    return _shape(info.annotation, info.metadata)


def _shape(annotation: Any, metadata: Iterable[Any] = ()) -> Shape:
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return _shape(arguments[0], [*metadata, *arguments[1:]])
    if origin in {Union, UnionType}:
        return _union([one for one in arguments if one is not type(None)], metadata)
    if origin is tuple:
        return Shape(items=_shape(arguments[0]))
    if origin is dict:
        formats = (one for one in get_args(arguments[0]) if isinstance(one, Format))
        return Shape(keys=next(formats, None), values=_shape(arguments[1]))
    return _plain(annotation, metadata)


def _plain(annotation: Any, metadata: Iterable[Any]) -> Shape:
    if annotation is Any:
        return Shape(free=True)
    if annotation is bool:
        return Shape(truth=True)
    if annotation is int:
        least = next((one.ge for one in metadata if isinstance(one, Ge)), None)
        return Shape(number=True, least=least if isinstance(least, int) else None)
    if issubclass(annotation, BaseModel):
        return shape_of(annotation)
    return Shape(text=_format(annotation, metadata))


def _format(annotation: type, metadata: Iterable[Any]) -> Format:
    if issubclass(annotation, StrEnum):
        return choice(f"a {annotation.__name__.lower()}", *(one.value for one in annotation))
    if annotation is datetime:
        return MOMENT
    if annotation is date:
        return DAY
    return next((one for one in metadata if isinstance(one, Format)), TEXT)


def _union(arguments: list[Any], metadata: Iterable[Any]) -> Shape:
    if set(arguments) == {date, datetime}:
        return Shape(text=DAY_OR_MOMENT)
    shapes = [_shape(one, metadata) for one in arguments]
    if len(shapes) == 1:
        return shapes[0]
    return Shape(
        text=next((one.text for one in shapes if one.text), None),
        items=next((one.items for one in shapes if one.items), None),
    )
