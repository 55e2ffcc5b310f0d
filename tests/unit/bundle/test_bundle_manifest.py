"""The list of files and its seal."""

import hashlib
import json
from typing import Any

import pytest

from digest.bundle.manifest import File, Manifest, manifest_of, parse, seal_of
from digest.problems import DigestError
from support.bundles import EDITION, artifact, artifacts, bundle


def _codes(error: DigestError) -> list[str]:
    return [problem.code for problem in error.problems]


def test_files_are_listed_by_name_with_size_and_hash() -> None:
    made = bundle("salt")

    assert [file.path for file in made.files] == ["index.html", "planner.pdf", "planner.txt"]
    assert made.files[2] == File(
        path="planner.txt",
        role="planner",
        channel="txt",
        media_type="application/octet-stream",
        bytes=5,
        sha256=hashlib.sha256(b"salt\n").hexdigest(),
    )
    assert made.files[1].pages == 3


def test_the_document_is_the_contract() -> None:
    document = json.loads(bundle("salt").to_bytes())

    assert list(document) == sorted(["schema", "edition", "seal", "inputs", "tools", "files"])
    assert document["schema"] == 1
    assert document["edition"] == EDITION
    assert set(document["files"][0]) == {
        "path", "role", "channel", "media_type", "bytes", "sha256",
    }  # fmt: skip
    assert document["files"][1]["pages"] == 3


def test_a_narrowed_bundle_says_so() -> None:
    made = manifest_of(EDITION, artifacts("salt"), inputs={}, tools={}, partial=True)

    assert json.loads(made.to_bytes())["partial"] is True
    assert made.seal == bundle("salt").seal


def test_the_seal_can_be_counted_by_anybody() -> None:
    document = json.loads(bundle("salt").to_bytes())
    rows = json.dumps(document["files"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)

    assert document["seal"] == hashlib.sha256(rows.encode()).hexdigest()


def test_the_seal_knows_neither_order_nor_inputs_nor_tools() -> None:
    one = manifest_of(EDITION, artifacts("salt"), inputs={"a": "0" * 64}, tools={"x": "1"})
    other = manifest_of(EDITION, reversed(artifacts("salt")), inputs={}, tools={})

    assert one.seal == other.seal


@pytest.mark.parametrize(
    "change",
    [
        {"path": "planner.md"},
        {"role": "engineer"},
        {"channel": "text"},
        {"media_type": "text/plain"},
        {"bytes": 6},
        {"sha256": "f" * 64},
        {"pages": 2},
    ],
    ids=lambda change: next(iter(change)),
)
def test_every_fact_of_a_file_is_sealed(change: dict[str, Any]) -> None:
    files = bundle("salt").files

    changed = files[2].model_copy(update=change)

    assert seal_of((*files[:2], changed)) != seal_of(files)


def test_a_manifest_comes_back_as_it_was_written() -> None:
    made = bundle("salt")

    assert parse(made.to_bytes()) == made
    assert parse(made.to_bytes()).to_bytes() == made.to_bytes()


def _forged(change: dict[str, Any]) -> bytes:
    return json.dumps(json.loads(bundle("salt").to_bytes()) | change).encode()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"{}",
        b"\xff\xfe{}",
        _forged({"schema": 2}),
        _forged({"seal": "0" * 64}),
        _forged({"files": []}),
        _forged({"edition": "../elsewhere"}),
        _forged({"sealed": True}),
    ],
)
def test_a_broken_or_forged_manifest_is_refused(content: bytes) -> None:
    with pytest.raises(DigestError) as caught:
        parse(content)

    assert _codes(caught.value) == ["B004"]


@pytest.mark.parametrize("path", ["", ".", "..", "a/b", "../a", "a\\b", "manifest.json", "a\0b"])
def test_a_manifest_names_plain_files_alone(path: str) -> None:
    file = bundle("salt").files[0].model_dump() | {"path": path}
    content = _forged({"files": [file], "seal": seal_of([File.model_construct(**file)])})

    with pytest.raises(DigestError) as caught:
        parse(content)

    assert _codes(caught.value) == ["B004"]


def test_two_files_of_one_name_are_refused() -> None:
    twins = (artifact("index.html", b"1"), artifact("index.html", b"2"))

    with pytest.raises(DigestError) as caught:
        manifest_of(EDITION, twins, inputs={}, tools={})

    assert _codes(caught.value) == ["B001"]
    assert "index.html" in str(caught.value)


def test_no_file_takes_the_name_of_the_manifest() -> None:
    with pytest.raises(DigestError) as caught:
        manifest_of(EDITION, [artifact("manifest.json", b"{}")], inputs={}, tools={})

    assert _codes(caught.value) == ["B001"]


def test_an_edition_must_be_a_plain_name() -> None:
    with pytest.raises(ValueError, match="edition"):
        Manifest(edition="../up", seal=seal_of([]), files=())
