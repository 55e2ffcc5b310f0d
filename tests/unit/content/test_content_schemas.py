"""JSON Schemas say to editors what the check says to authors."""

import json
from pathlib import Path
from typing import Any, get_args

import pytest
from jsonschema import Draft202012Validator, FormatChecker

from digest.content import yamltext
from digest.content.descriptions import DESCRIPTIONS
from digest.content.editions import Edition
from digest.content.publication import Publication
from digest.content.records import Record
from digest.content.schemas import Kind, schema
from digest.content.shapes import Shape, shape_of
from support.folders import a_resource, an_envelope
from support.samples import COAST

SEEDS = Path(__file__).parents[3] / "seeds"
KINDS: tuple[Kind, ...] = get_args(Kind)


def _complaints(kind: Kind, value: Any) -> list[str]:
    validator = Draft202012Validator(schema(kind), format_checker=FormatChecker())
    return [f"{one.json_path}: {one.message}" for one in validator.iter_errors(value)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_one(kind: Kind) -> None:
    made = schema(kind)

    Draft202012Validator.check_schema(made)
    assert made["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert made["$id"] == f"urn:digest:schema:{kind}:1"
    assert made["description"]
    assert json.loads(json.dumps(made)) == made


@pytest.mark.parametrize("root", [COAST, SEEDS], ids=["sample", "seeds"])
def test_every_file_of_a_valid_publication_is_valid(root: Path) -> None:
    found = {path: _complaints(kind, value) for path, kind, value in _documents(root)}

    assert len(found) >= 4
    assert {path: complaints for path, complaints in found.items() if complaints} == {}


def _documents(root: Path) -> list[tuple[str, Kind, Any]]:
    records = sorted((root / "records").rglob("*.json"))
    lines = sorted((root / "records").rglob("*.jsonl"))
    editions = sorted((root / "editions").glob("*.yaml"))
    publication = yamltext.read((root / "publication.yaml").read_text("utf-8"))[0].value
    return [
        ("publication", "publication", publication),
        *((str(one), "record", json.loads(one.read_text("utf-8"))) for one in records),
        *(
            (f"{one}:{number}", "record", json.loads(line))
            for one in lines
            for number, line in enumerate(one.read_text("utf-8").splitlines())
        ),
        *(
            (str(one), "edition", yamltext.read(one.read_text("utf-8"))[0].value)
            for one in editions
        ),
    ]


@pytest.mark.parametrize(
    "value",
    [
        a_resource(),
        an_envelope(a_resource()),
        an_envelope({"id": "further", "anything": 1}, a_resource()),
        [],
        [a_resource(), an_envelope(a_resource())],
        a_resource(sector=None, topics=None, evidence="", roles=None, publishedAt=None),
        a_resource(publishedAt="2026-04-01", sourceVerification={"any": [1, {}]}),
        a_resource(publishedAt="2026-04-01T10:00:00Z"),
        a_resource(roleDetails={"engineer": {"fit": "Text", "risks": ["a", "b"]}}),
        {"$schema": "record.schema.json", **a_resource()},
    ],
)
def test_records_of_every_form_are_valid(value: Any) -> None:
    assert _complaints("record", value) == []


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (7, "is not of type 'object'"),
        ([7], "is not of type 'object'"),
        ({}, "'id' is a required property"),
        ({"resourceId": "further"}, "'versions' is a required property"),
        (an_envelope(), "should be non-empty"),
        (an_envelope(a_resource(), {"id": "further"}), "'title' is a required property"),
        (a_resource(title=7), "is not of type 'string'"),
        (a_resource(title="a\nb"), "does not match"),
        (a_resource(title=" "), "does not match"),
        (a_resource(caveats=None), "is not of type 'string'"),
        (a_resource(caveat="x"), "Additional properties are not allowed"),
        (a_resource(publicationDate="2026-02-30"), "is not a 'date'"),
        (a_resource(sourceUrl="ftp://example.org/"), "does not match"),
        (a_resource(id="a b"), "does not match"),
        (a_resource(topics=[7]), "is not valid under any"),
        (a_resource(roleDetails={"engineer": {"fit": 7}}), "is not valid under any"),
    ],
)
def test_what_the_check_refuses_the_schema_refuses(value: Any, said: str) -> None:
    assert said in " ".join(_complaints("record", value))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("schema", 2),
        ("id", "A"),
        ("paper", "A5"),
        ("site_url", "http://example.org"),
        ("site_url", "https://example.org/?q=1"),
        ("site_url", "https://example.org/#top"),
        ("roles", []),
        ("roles", [{"id": "manifest", "title": "x"}]),
        ("roles", [{"id": "a", "title": "x", "limit": 0}]),
        ("roles", [{"id": "a", "title": "x", "channels": ["pdf", ""]}]),
        ("roles", [{"id": "a", "title": "x", "fields": ["caveats"]}]),
        ("freshness", [{"id": "a", "title": "x", "within_days": -1}]),
        ("outcome_classes", [{"id": "a", "title": "x", "tone": "x"}]),
        ("sender", {"name": "x"}),
        ("theme", {"accent": "teal"}),
        ("unknown", 1),
    ],
)
def test_a_publication_is_looked_at(field: str, value: Any) -> None:
    (_, _, publication) = _documents(COAST)[0]

    assert _complaints("publication", publication | {field: value}) != []


def test_every_field_is_described() -> None:
    found: dict[str, set[str]] = {}
    for model in (Publication, Edition, Record):
        _gather(shape_of(model), found)

    assert found == {model: set(fields) for model, fields in DESCRIPTIONS.items()}


def _gather(shape: Shape, found: dict[str, set[str]]) -> None:
    if shape.fields is not None:
        found[shape.model] = set(shape.fields)
        for field in shape.fields.values():
            _gather(field.shape, found)
    if shape.items:
        _gather(shape.items, found)
