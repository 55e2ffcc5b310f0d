"""JSON Schema agrees with what is read."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from digest.content import yamltext
from digest.press.schema import KINDS, schema
from support.samples import COAST
from support.tree import ROOT

FOLDERS = (COAST, ROOT / "seeds", ROOT / "src" / "digest" / "press" / "starter")


def _yaml(path: Path) -> Any:
    reading, _ = yamltext.read(path.read_text(encoding="utf-8"))
    return reading.value


def _records(folder: Path) -> Iterator[Any]:
    for path in sorted((folder / "records").rglob("*.json")):
        yield json.loads(path.read_text(encoding="utf-8"))
    for path in sorted((folder / "records").rglob("*.jsonl")):
        lines = path.read_text(encoding="utf-8").splitlines()
        yield from (json.loads(line) for line in lines if line)


def _faults(kind: str, data: Any) -> list[str]:
    checker = jsonschema.Draft202012Validator(schema(kind))
    return [error.message for error in checker.iter_errors(data)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_one(kind: str) -> None:
    jsonschema.Draft202012Validator.check_schema(schema(kind))


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_samples_are_accepted(folder: Path) -> None:
    records = list(_records(folder))

    assert records
    assert _faults("publication", _yaml(folder / "publication.yaml")) == []
    assert [f for data in records for f in _faults("record", data)] == []
    assert [f for p in (folder / "editions").iterdir() for f in _faults("edition", _yaml(p))] == []


def test_every_form_of_a_record_is_accepted() -> None:
    bare = json.loads((FOLDERS[2] / "records" / "water.json").read_text(encoding="utf-8"))
    enveloped = {"resourceId": bare["id"], "versions": [{"version": "1", "resource": bare}]}

    assert _faults("record", bare) == []
    assert _faults("record", enveloped) == []
    assert _faults("record", [bare, enveloped]) == []
    assert _faults("record", {**bare, "newField": 1, "geography": None, "sector": ""}) == []


def _set(**fields: Any) -> Callable[[dict[str, Any]], object]:
    return lambda data: data.update(fields)


@pytest.mark.parametrize(
    ("kind", "change"),
    [
        ("publication", _set(schema=2)),
        ("publication", lambda data: data.pop("title")),
        ("publication", _set(titel="typo")),
        ("publication", _set(paper="A5")),
        ("publication", _set(site_url="http://plain.example.org/")),
        ("publication", _set(theme={"accent": "red"})),
        ("publication", lambda data: data["roles"][0].update(id="index")),
        ("publication", lambda data: data["roles"][0].update(limit=0)),
        ("publication", lambda data: data["roles"][0].update(channels=["pdf", ""])),
        ("publication", lambda data: data["outcome_classes"][0].update(tone="loud")),
        ("publication", lambda data: data["sender"].pop("name")),
        ("edition", _set(id="Not An Id")),
        ("edition", _set(dated="4 May 2026")),
        ("edition", _set(records="gate-closing-times")),
        ("edition", lambda data: data["patterns"][0].pop("question")),
        ("edition", lambda data: data["patterns"][0].update(titel="typo")),
    ],
)
def test_what_digest_refuses_a_schema_refuses(
    kind: str, change: Callable[[dict[str, Any]], object]
) -> None:
    path = COAST / "publication.yaml"
    if kind == "edition":
        (path,) = (COAST / "editions").iterdir()
    data = _yaml(path)
    assert _faults(kind, data) == []

    change(data)

    assert _faults(kind, data) != []


@pytest.mark.parametrize(
    "fields",
    [
        {"publicationDate": "yesterday"},
        {"sourceUrl": "ftp://example.org/"},
        {"caveats": ""},
        {"topics": "heat"},
        {"roles": ["planner"]},
        {"roleDetails": {"planner": "text"}},
    ],
    ids=str,
)
def test_a_wrong_record_is_refused(fields: dict[str, Any]) -> None:
    bare = json.loads((FOLDERS[2] / "records" / "water.json").read_text(encoding="utf-8"))

    assert _faults("record", {**bare, **fields}) != []
