"""Which sides are compared, and where they come from."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from digest.bundle import store
from digest.bundle.manifest import manifest_of
from digest.press.diff import Question, diff, diff_built
from digest.press.sides import Basis
from digest.problems import DigestError, UsageError
from digest.render.artifact import Artifact
from support.builds import EDITION, built, change
from support.editions import EARLIER, another

RECORD = "records/gate-closing-times.json"


def _codes(error: DigestError) -> list[str]:
    return [problem.code for problem in error.problems]


def _revise(root: Path, made: str, **changes: str) -> None:
    """Add a version to the sample's first record."""
    path = root / RECORD
    data = json.loads(path.read_text(encoding="utf-8"))
    resource = {**data["versions"][-1]["resource"], "enrichedAt": made, **changes}
    data["versions"].append({"version": "further", "resource": resource})
    path.write_text(json.dumps(data), encoding="utf-8")


def _sides(root: Path, output: Path, question: Question) -> tuple[str, str]:
    compared = diff(root, output, question)
    return compared.before.edition, compared.after.edition


def test_the_newest_edition_is_compared_with_the_one_before(root: Path, output: Path) -> None:
    another(root)
    another(root, "2026-05-01-barriers")

    assert _sides(root, output, Question()) == (EARLIER, EDITION)
    assert _sides(root, output, Question(EARLIER)) == ("2026-05-01-barriers", EARLIER)


def test_the_edition_it_names_as_the_previous_one_goes_first(root: Path, output: Path) -> None:
    another(root)
    first = another(root, "2026-05-01-barriers")
    change(root, lambda data: data.update(previous=first), f"editions/{EDITION}.yaml")

    assert _sides(root, output, Question()) == (first, EDITION)


def test_the_edition_before_is_one_of_the_same_stream(root: Path, output: Path) -> None:
    change(root, lambda data: data["streams"].append({"id": "other", "title": "Other"}))
    first = another(root, "2026-05-01-barriers")
    another(root, stream="other")

    assert _sides(root, output, Question()) == (first, EDITION)
    assert _sides(root, output, Question(against=EARLIER)) == (EARLIER, EDITION)


def test_the_first_edition_of_a_stream_has_none_before(root: Path, output: Path) -> None:
    with pytest.raises(UsageError) as caught:
        diff(root, output, Question())

    assert _codes(caught.value) == ["V001"]
    assert "barriers" in caught.value.problems[0].message


@pytest.mark.parametrize(
    ("question", "hint"),
    [
        (Question(edition="2026-05-04-bariers"), EDITION),
        (Question(against="2026-05-04-bariers"), EDITION),
        (Question(against=EDITION, role="enginer"), "engineer"),
        (Question(against=""), EDITION),
        (Question(against="../coast"), EDITION),
    ],
)
def test_a_name_nobody_knows(root: Path, output: Path, question: Question, hint: str) -> None:
    another(root)

    with pytest.raises(UsageError) as caught:
        diff(root, output, question)

    assert _codes(caught.value) == ["U010"]
    assert hint in str(caught.value.problems[0].hint)


def test_content_with_an_error_is_not_compared(root: Path, output: Path) -> None:
    (root / RECORD).write_text("{", encoding="utf-8")

    with pytest.raises(DigestError) as caught:
        diff(root, output, Question())

    assert {problem.path for problem in caught.value.problems} >= {RECORD}


def test_the_earlier_side_has_the_records_of_its_day(root: Path, output: Path) -> None:
    another(root)
    _revise(root, "2026-05-04T09:00:00Z", finding="Mean closing time rose to 61 minutes.")

    compared = diff(root, output, Question())

    [record] = compared.changes.records
    assert (compared.before.basis, compared.after.basis) == (Basis.DAY, Basis.FILES)
    assert (record.version_before, record.version) == ("external-1", "further")
    assert [text.field for text in record.texts] == ["finding"]
    assert not output.exists()


def test_an_edition_is_compared_with_what_its_last_build_made(root: Path, output: Path) -> None:
    built(root, output, channels=("text",), roles=())
    same = diff(root, output, Question(against=EDITION))
    _revise(root, "2026-04-30T10:00:00Z", caveats="One gate.")

    compared = diff(root, output, Question(against=EDITION))

    assert same.changes.empty
    assert compared.before.basis is Basis.BUNDLE
    assert [text.after for text in compared.changes.records[0].texts] == ["One gate."]


def test_a_bundle_that_is_not_there(root: Path, output: Path) -> None:
    another(root)

    for question in (Question(against=EDITION), Question()):
        with pytest.raises(DigestError) as caught:
            (diff if question.against else diff_built)(root, output, question)
        assert _codes(caught.value) == ["B003"]


def test_a_partial_bundle_is_compared_as_far_as_it_goes(root: Path, output: Path) -> None:
    built(root, output, roles=("planner", "executive"))

    compared = diff(root, output, Question(against=EDITION))
    with pytest.raises(DigestError) as caught:
        diff(root, output, Question(against=EDITION, role="engineer"))

    assert compared.changes.empty
    assert [(one.code, one.message) for one in compared.problems] == [
        ("V004", f"the bundle of {EDITION} is partial; compared is executive, planner")
    ]
    assert _codes(caught.value) == ["V008"]


def test_a_bundle_of_some_channels_lacks_no_role(root: Path, output: Path) -> None:
    built(root, output, channels=("text",))

    assert diff(root, output, Question(against=EDITION)).problems == ()


def test_a_spoilt_bundle_is_no_side(root: Path, output: Path) -> None:
    folder = built(root, output).folder
    (folder / "planner.json").write_bytes(b"{}")

    with pytest.raises(DigestError) as caught:
        diff(root, output, Question(against=EDITION))

    assert _codes(caught.value) == ["B005"]


def _rewritten(root: Path, output: Path, change_: Callable[[dict[str, Any]], object]) -> None:
    """Leave a bundle as another version would have written the engineer's digest of it."""
    built(root, output, channels=("text",))
    manifest, files = store.read(output / EDITION)
    data = json.loads(files["engineer.json"])
    change_(data)
    made = [
        Artifact(
            path=file.path,
            role=file.role,
            language="en-GB",
            channel=file.channel,
            media_type=file.media_type,
            content=files[file.path],
        )
        for file in manifest.files
        if file.path != "engineer.json"
    ]
    made.append(made[0].model_copy(update={"path": "engineer.json", "channel": "digest"}))
    made[-1] = made[-1].model_copy(update={"content": json.dumps(data).encode()})
    store.write(output, manifest_of(EDITION, made, inputs={}, tools={}), made)


@pytest.mark.parametrize(
    "change_",
    [
        lambda data: data.clear(),
        lambda data: data.update(further="field"),
        lambda data: data.update(role=None),
        lambda data: data["entries"][0].pop("finding"),
    ],
)
def test_a_digest_of_another_version_is_told(
    root: Path, output: Path, change_: Callable[[dict[str, Any]], object]
) -> None:
    _rewritten(root, output, change_)

    with pytest.raises(DigestError) as caught:
        diff(root, output, Question(against=EDITION))

    [problem] = caught.value.problems
    assert (problem.code, problem.hint) == ("V002", f"build {EDITION} again")
    assert f"{EDITION}/engineer.json" in problem.message


def test_other_words_of_the_house_hinder_nobody(root: Path, output: Path) -> None:
    _rewritten(root, output, lambda data: data["words"].update(further="word"))

    assert diff(root, output, Question(against=EDITION)).changes.empty


def test_only_digests_in_the_language_of_the_publication_are_compared(
    root: Path, output: Path
) -> None:
    change(root, lambda data: data.update(languages=["de"]))
    built(root, output, channels=("text",))

    compared = diff(root, output, Question(against=EDITION))

    assert [digest.stem for digest in compared.before.digests] == [
        "engineer",
        "executive",
        "planner",
    ]
    assert compared.changes.empty


def test_two_bundles_are_compared_as_they_stand(root: Path, output: Path) -> None:
    another(root, summary="Earlier.")
    for edition in (EARLIER, EDITION):
        built(root, output, edition=edition, channels=("text",))
    fresh = diff_built(root, output, Question())
    change(root, lambda data: data.update(summary="Later."), f"editions/{EDITION}.yaml")

    stale = diff_built(root, output, Question())

    assert (fresh.before.basis, fresh.after.basis) == (Basis.BUNDLE, Basis.BUNDLE)
    assert fresh.problems == ()
    assert fresh.changes.texts[0].before == "Earlier."
    assert [one.code for one in stale.problems] == ["V003"]
    assert stale.changes == fresh.changes


def test_one_bundle_has_no_other_pages(root: Path, output: Path) -> None:
    with pytest.raises(UsageError) as caught:
        diff_built(root, output, Question(against=EDITION))

    assert _codes(caught.value) == ["V006"]


def test_nothing_is_written_and_no_file_is_changed(root: Path, output: Path) -> None:
    another(root)
    before = {path: path.read_bytes() for path in root.rglob("*") if path.is_file()}

    diff(root, output, Question())

    assert {path: path.read_bytes() for path in root.rglob("*") if path.is_file()} == before
    assert not output.exists()
