"""A loader without a single check: it trusts its folder, for tests of what comes after loading."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.content.publication import Publication
from digest.content.records import Record


def quick_content(root: Path) -> Content:
    """The content of a publication folder that is known to be valid; subscribers are left out."""
    publication = _yaml(root / "publication.yaml")
    publication.pop("schema", None)
    records = [_record(document) for path in _files(root) for document in _documents(path)]
    editions = [Edition.model_validate(_yaml(path)) for path in (root / "editions").glob("*.yaml")]
    return Content(
        publication=Publication.model_validate(publication),
        records={record.id: record for record in records},
        editions={edition.id: edition for edition in editions},
    )


def _files(root: Path) -> list[Path]:
    return sorted(path for path in (root / "records").rglob("*.json*") if path.is_file())


def _documents(path: Path) -> Iterator[dict[str, Any]]:
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".jsonl":
        yield from (json.loads(line) for line in text.splitlines() if line.strip())
        return
    document = json.loads(text)
    yield from (document if isinstance(document, list) else [document])


def _record(document: dict[str, Any]) -> Record:
    if "versions" not in document:
        return Record.model_validate({**document, "version": "1", "versions": ["1"]})
    versions = document["versions"]
    names = [str(version["version"]) for version in versions]
    last = versions[-1]["resource"]
    return Record.model_validate({**last, "version": names[-1], "versions": names})


def _yaml(path: Path) -> dict[str, Any]:
    return dict(YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8")))
