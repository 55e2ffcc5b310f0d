"""JSON Schema of the files an author writes, for editors that complete and check."""

from collections.abc import Callable
from typing import Any

from digest.content.editions import Edition
from digest.content.loading import SCHEMA
from digest.content.publication import Publication
from digest.content.records import Record
from digest.content.shapes import Shape, shape_of

DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema(kind: str) -> dict[str, Any]:
    """The schema of a `record`, `publication` or `edition` file; KeyError for anything else.

    It accepts what `digest` reads without an error, as far as a schema can tell: whether an id
    exists or a date is plausible is for `digest check`. Unknown keys, which are warnings there,
    are errors here in the files that people write, and nothing in exported records.
    """
    return {"$schema": DIALECT, "title": f"digest {kind}", **KINDS[kind]()}


def _publication() -> dict[str, Any]:
    body = _object(shape_of(Publication), closed=True)
    version = {"const": SCHEMA, "description": "the version of the files"}
    body["properties"] = {"schema": version, **body["properties"]}
    body["required"] = ["schema", *body["required"]]
    return body


def _edition() -> dict[str, Any]:
    return _object(shape_of(Edition), closed=True)


def _record() -> dict[str, Any]:
    one: dict[str, Any] = {"anyOf": [{"$ref": "#/$defs/resource"}, {"$ref": "#/$defs/envelope"}]}
    return {
        "anyOf": [*one["anyOf"], {"type": "array", "items": one}],
        "$defs": {"resource": _object(shape_of(Record), closed=False), "envelope": _envelope()},
    }


def _envelope() -> dict[str, Any]:
    version = {
        "type": "object",
        "properties": {"version": {"type": "string"}, "resource": {"$ref": "#/$defs/resource"}},
        "required": ["version", "resource"],
    }
    return {
        "type": "object",
        "properties": {
            "resourceId": {"type": "string"},
            "versions": {"type": "array", "items": version, "minItems": 1},
        },
        "required": ["resourceId", "versions"],
    }


KINDS: dict[str, Callable[[], dict[str, Any]]] = {
    "record": _record,
    "publication": _publication,
    "edition": _edition,
}


def _object(shape: Shape, *, closed: bool) -> dict[str, Any]:
    fields = shape.fields or {}
    return {
        "type": "object",
        "properties": {
            name: _value(field.shape, closed=closed)
            if field.required
            else _optional(field.shape, closed=closed)
            for name, field in fields.items()
        },
        "required": [name for name, field in fields.items() if field.required],
        **({"additionalProperties": False} if closed else {}),
    }


def _optional(shape: Shape, *, closed: bool) -> dict[str, Any]:
    """Null and blank count as absent."""
    if shape.free:
        return {}
    absent: list[Any] = [None, ""] if shape.text else [None]
    return {"anyOf": [_value(shape, closed=closed), {"enum": absent}]}


def _value(shape: Shape, *, closed: bool) -> dict[str, Any]:
    options = list(_options(shape, closed=closed))
    return options[0] if len(options) == 1 else {"anyOf": options} if options else {}


def _options(shape: Shape, *, closed: bool) -> list[dict[str, Any]]:
    """Every form a value may have."""
    found: list[dict[str, Any]] = []
    if shape.text:
        found.append({"type": "string", "description": shape.text.name, **shape.text.schema})
    if shape.number:
        least = {} if shape.least is None else {"minimum": shape.least}
        found.append({"type": "integer", **least})
    if shape.truth:
        found.append({"type": "boolean"})
    if shape.items:
        found.append({"type": "array", "items": _value(shape.items, closed=closed)})
    if shape.values:
        found.append(
            {"type": "object", "additionalProperties": _value(shape.values, closed=closed)}
        )
    if shape.fields is not None:
        found.append(_object(shape, closed=closed))
    return found
