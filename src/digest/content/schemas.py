"""JSON Schemas of an author's files, for editors that complete and check while one types."""

from typing import Any, Literal

from digest.content.descriptions import DESCRIPTIONS
from digest.content.editions import Edition
from digest.content.publication import Publication
from digest.content.records import ROLE_FIELDS, Record
from digest.content.shapes import Field, Shape, shape_of

Kind = Literal["record", "publication", "edition"]

#: How many versions of a resource the schema tells apart: it looks at the last one alone.
_VERSIONS = 20

#: What the shapes of single fields cannot say.
_FURTHER: dict[tuple[str, str], dict[str, Any]] = {
    **{
        ("Publication", name): {"minItems": 1}
        for name in ("streams", "roles", "evidence_classes", "outcome_classes", "freshness")
    },
    ("Publication", "languages"): {"uniqueItems": True},
    ("Role", "fields"): {"uniqueItems": True, "items": {"enum": list(ROLE_FIELDS)}},
    ("Role", "channels"): {"uniqueItems": True, "minItems": 1},
    ("Edition", "records"): {"uniqueItems": True, "minItems": 1},
    ("Pattern", "evidence"): {"uniqueItems": True, "minItems": 2},
}


def schema(kind: Kind) -> dict[str, Any]:
    """The JSON Schema (2020-12) of a kind of file.

    It is a little stricter than the check, which only warns of unknown fields, and knows nothing
    of what stands in other files.
    """
    body = {"record": _record_file, "publication": _publication, "edition": _edition}[kind]()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:digest:schema:{kind}:1",
        "title": f"digest {kind}",
        **body,
    }


def _publication() -> dict[str, Any]:
    body = _object(shape_of(Publication))
    version = {"const": 1, "description": "The version of this form of file."}
    return {
        "description": "The lasting title: publisher, roles, vocabularies and sender.",
        **body,
        "properties": {"schema": version, **body["properties"]},
        "required": ["schema", *body["required"]],
    }


def _edition() -> dict[str, Any]:
    description = "A dated choice of records and patterns in one stream."
    return {"description": description, **_object(shape_of(Edition))}


def _record_file() -> dict[str, Any]:
    item = {"$ref": "#/$defs/item"}
    return {
        "description": "One record, or a list of them; each in an envelope of versions or bare.",
        "if": {"type": "array"},
        "then": {"items": item},
        "else": item,
        "$defs": {
            "item": {
                "type": "object",
                "if": {"anyOf": [{"required": ["versions"]}, {"required": ["resourceId"]}]},
                "then": {"$ref": "#/$defs/envelope"},
                "else": {"$ref": "#/$defs/resource"},
            },
            "envelope": _envelope(),
            "version": _version(),
            "resource": _resource(),
        },
    }


def _envelope() -> dict[str, Any]:
    last = {"$ref": "#/$defs/version"}
    cases = [
        {
            "if": {"minItems": count, "maxItems": count},
            "then": {"prefixItems": [{}] * (count - 1), "items": last}
            if count > 1
            else {"items": last},
        }
        for count in range(1, _VERSIONS + 1)
    ]
    versions = {
        "type": "array",
        "minItems": 1,
        "description": "All versions of the resource; the last one counts.",
        "allOf": cases,
    }
    return {
        "type": "object",
        "properties": {
            "$schema": {"type": "string"},
            "resourceId": {"type": "string", "description": "The id of the resource."},
            "versions": versions,
        },
        "required": ["resourceId", "versions"],
        "additionalProperties": False,
    }


def _version() -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "version": {"type": "string", "pattern": r"\S", "description": "Its name."},
            "resource": {"$ref": "#/$defs/resource"},
        },
        "required": ["version", "resource"],
        "additionalProperties": False,
    }


def _resource() -> dict[str, Any]:
    body = _object(shape_of(Record))
    return {**body, "properties": {"$schema": {"type": "string"}, **body["properties"]}}


def _object(shape: Shape) -> dict[str, Any]:
    fields = shape.fields or {}
    return {
        "type": "object",
        "properties": {name: _field(shape, name, field) for name, field in fields.items()},
        "required": [name for name, field in fields.items() if field.required],
        "additionalProperties": False,
    }


def _field(owner: Shape, name: str, field: Field) -> dict[str, Any]:
    body = {**_value(field.shape), **_FURTHER.get((owner.model, name), {})}
    described = {"description": DESCRIPTIONS[owner.model][name]}
    if field.required:
        return {**described, **body}
    return {**described, "anyOf": [body, {"enum": [None, ""] if field.shape.text else [None]}]}


def _value(shape: Shape) -> dict[str, Any]:
    forms = list(_forms(shape))
    return forms[0] if len(forms) == 1 else {"anyOf": forms} if forms else {}


def _forms(shape: Shape) -> list[dict[str, Any]]:
    forms: list[dict[str, Any]] = []
    if shape.text:
        forms.append({"type": "string", **shape.text.schema})
    if shape.number:
        least = {} if shape.least is None else {"minimum": shape.least}
        forms.append({"type": "integer", **least})
    if shape.truth:
        forms.append({"type": "boolean"})
    if shape.items:
        forms.append({"type": "array", "items": _value(shape.items)})
    if shape.values:
        forms.append({"type": "object", "additionalProperties": _value(shape.values)})
    if shape.fields is not None:
        forms.append(_object(shape))
    return forms
