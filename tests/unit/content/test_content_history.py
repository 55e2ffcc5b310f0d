"""Records as they were on the day of an edition."""

import json
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from digest.content.history import as_of
from digest.content.loading import load
from digest.content.records import Record
from support.samples import COAST

EDITION = "2026-05-04-barriers"
RECORD = "gate-closing-times"
FILE = "records/history.json"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    copytree(COAST, tmp_path / "coast")
    return tmp_path / "coast"


def _resource(root: Path) -> dict[str, Any]:
    """The sample's record, taken out of its file."""
    for path in sorted((root / "records").rglob("*.json*")):
        value = json.loads(path.read_text(encoding="utf-8")) if path.suffix == ".json" else None
        if isinstance(value, dict) and value.get("resourceId") == RECORD:
            path.unlink()
            return dict(value["versions"][-1]["resource"])
    raise AssertionError(f"{RECORD} stands in no file of its own")


def _version(resource: dict[str, Any], made: str | None, **changes: Any) -> dict[str, Any]:
    fields = {**resource, "enrichedAt": made, "retrievedAt": None, **changes}
    return {"version": f"of {made}", "resource": fields}


def _write(root: Path, *versions: Any, name: str = FILE, form: str = "{}") -> None:
    text = json.dumps({"resourceId": RECORD, "versions": versions})
    (root / name).write_text(form.replace("{}", text), encoding="utf-8")


def _then(root: Path) -> Record:
    loaded = load(root)
    assert loaded.content, loaded.problems
    return as_of(loaded.content, loaded.content.editions[EDITION]).records[RECORD]


EARLY, EVE, LATE = "2026-04-01T09:00:00Z", "2026-05-04T20:00:00Z", "2026-06-01T09:00:00Z"


def test_the_last_version_made_by_then(root: Path) -> None:
    resource = _resource(root)
    versions = (
        _version(resource, EARLY, finding="First."),
        _version(resource, EVE, finding="Second."),
        _version(resource, LATE, finding="Third."),
    )
    _write(root, *versions)

    found = _then(root)

    assert (found.finding, found.version) == ("Second.", f"of {EVE}")
    assert len(found.versions) == 3


@pytest.mark.parametrize(
    ("name", "form"),
    [
        ("records/history.json", "[{}]"),
        ("records/history.jsonl", "\n{}\n"),
        ("records/history.json", "\ufeff{}"),
    ],
)
def test_in_every_form_of_a_file(root: Path, name: str, form: str) -> None:
    resource = _resource(root)
    _write(
        root,
        _version(resource, EARLY, finding="First."),
        _version(resource, LATE),
        name=name,
        form=form,
    )

    assert _then(root).finding == "First."


def test_the_day_is_that_of_the_publication(root: Path) -> None:
    resource = _resource(root)
    text = (root / "publication.yaml").read_text(encoding="utf-8")
    zone = "timezone: Pacific/Kiritimati"
    (root / "publication.yaml").write_text(text.replace("timezone: Europe/London", zone))
    _write(root, _version(resource, EARLY, finding="First."), _version(resource, EVE))

    assert _then(root).finding == "First."


@pytest.mark.parametrize(
    "earlier",
    [
        None,
        "no version",
        {"version": "1"},
        {"version": "1", "resource": {"id": RECORD, "enrichedAt": EARLY}},
        {"version": "1", "resource": []},
    ],
)
def test_what_is_no_record_is_passed_over(root: Path, earlier: Any) -> None:
    resource = _resource(root)
    _write(root, _version(resource, EARLY, finding="First."), earlier, _version(resource, LATE))

    assert _then(root).finding == "First."


@pytest.mark.parametrize(
    "changes",
    [
        {"evidenceClass": "gone"},
        {"outcomeClass": "gone"},
        {"publicationDate": "2026-05-05"},
        {"caveats": ""},
        {"enrichedAt": None},
    ],
)
def test_a_version_that_fits_no_more_is_passed_over(root: Path, changes: dict[str, Any]) -> None:
    resource = _resource(root)
    odd = _version(resource, EARLY, **changes)
    _write(root, odd, _version(resource, LATE, finding="Now."))

    assert _then(root).finding == "Now."


def test_without_a_version_from_then_it_stays_as_it_is(root: Path) -> None:
    resource = _resource(root)
    _write(
        root, _version(resource, LATE, finding="One."), _version(resource, LATE, finding="Two.")
    )

    assert _then(root).finding == "Two."


def test_a_last_version_of_no_time_is_the_one_that_counts(root: Path) -> None:
    resource = _resource(root)
    _write(root, _version(resource, EARLY, finding="One."), _version(resource, None))

    assert _then(root).finding == resource["finding"]


def test_of_other_records_nothing_changes(root: Path) -> None:
    content = load(root).content
    assert content

    then = as_of(content, content.editions[EDITION])

    assert then == content
