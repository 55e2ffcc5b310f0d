"""A warning somebody answers for is a note, until what it is about changes."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from digest.checks import table
from digest.checks.editorial import no_limits
from digest.checks.subject import Subject, fingerprint
from digest.checks.waivers import Asked, Scope, answered
from digest.content.editions import Waiver
from digest.content.records import Record
from digest.press.check import check
from digest.problems import Problem, Severity
from support.builders import a_content, a_record
from support.builds import built, change
from support.cases import subject
from support.folders import EDITION, LINES, PUBLICATION, RECORD, Folder
from support.strategies import Case, cases

OTHER = "editions/other.yaml"
LEFT_OUT = "operator-flushing-claim"
SILT = "silt-flume-study"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def _found(folder: Folder, code: str, about: str | None = None) -> Problem:
    """The one problem of that code, or the one about something."""
    found = [
        one
        for one in check(folder.root).problems
        if one.code == code and about in {None, one.about}
    ]
    assert len(found) == 1, [str(one) for one in found]
    return found[0]


def _waive(folder: Folder, problem: Problem, file: str = EDITION, **changes: Any) -> None:
    waiver = {"code": problem.code, "at": problem.about, "target": problem.target} | changes
    waiver = {name: value for name, value in waiver.items() if value}
    change(
        folder.root,
        lambda data: data.setdefault("waive", []).append({"reason": "It\nmay stand.", **waiver}),
        file,
    )


def _codes(folder: Folder) -> list[tuple[str, Severity]]:
    return [(one.code, one.severity) for one in check(folder.root).problems]


@pytest.mark.parametrize("at", [SILT, None])
def test_a_waived_warning_is_a_note_with_its_reason(folder: Folder, at: str | None) -> None:
    _waive(folder, _found(folder, "E001", SILT), at=at)

    told = _found(folder, "E001", SILT)

    assert (told.severity, told.waived) == (Severity.NOTE, "It may stand.")
    assert str(told).endswith("\n  waived: It may stand.")
    assert _found(folder, "E001", LEFT_OUT).severity is Severity.WARNING


def test_strict_lets_pass_what_is_waived_and_nothing_else(folder: Folder) -> None:
    _waive(folder, _found(folder, "E001", SILT))

    strict = check(folder.root, strict=True).problems

    assert {(one.about, one.severity) for one in strict} == {
        (SILT, Severity.NOTE),
        (LEFT_OUT, Severity.ERROR),
    }


def test_a_waiver_is_void_once_its_record_changes(folder: Folder) -> None:
    before = _found(folder, "E001", SILT)
    _waive(folder, before)
    folder.replace(LINES, "helps little", "helps nothing")

    after, void = _found(folder, "E001", SILT), _found(folder, "E022")

    assert (after.severity, after.waived) == (Severity.WARNING, None)
    assert after.target not in {None, before.target}
    assert f"target: {after.target}" in (void.hint or "")
    assert (void.path, void.line is not None, void.target) == (EDITION, True, None)


def test_a_waiver_is_void_once_the_warning_says_more(folder: Folder) -> None:
    _waive(folder, _found(folder, "E001", SILT))
    change(
        folder.root,
        lambda data: data["roles"].append({"id": "pilot", "title": "Pilot"}),
        PUBLICATION,
    )

    assert _found(folder, "E001", SILT).severity is Severity.WARNING


def test_other_changes_leave_a_waiver_alone(folder: Folder) -> None:
    _waive(folder, _found(folder, "E001", SILT))
    folder.replace(RECORD, "One gate; the two", "One gate. The two")
    change(folder.root, lambda data: data.update(title="Another title"), EDITION)

    assert _found(folder, "E001", SILT).waived


def test_a_waiver_without_a_target_waives_nothing_and_is_told_its_target(folder: Folder) -> None:
    wanted = _found(folder, "E001", SILT)
    _waive(folder, wanted, target=None)

    assert _found(folder, "E001", SILT).severity is Severity.WARNING
    assert "has no target yet" in _found(folder, "E022").message
    assert f"target: {wanted.target}" in (_found(folder, "E022").hint or "")


@pytest.mark.parametrize(("code", "at"), [("E010", None), ("E001", "gate-closing-times")])
def test_a_waiver_of_what_nobody_says_is_told(folder: Folder, code: str, at: str | None) -> None:
    _waive(folder, Problem(code=code, message="", about=at, target="bcdfghjk"))

    idle = _found(folder, "E023")

    assert f"nothing says {code}" in idle.message
    assert idle.severity is Severity.WARNING


@pytest.mark.parametrize("code", ["E005", "E021", "T21", "P033", "M7", "H007"])
def test_what_only_a_build_can_say_is_not_called_unsaid_before(folder: Folder, code: str) -> None:
    _waive(folder, Problem(code=code, message="", target="bcdfghjk"))

    assert "E023" not in [one.code for one in check(folder.root).problems]


def test_a_whole_build_knows_what_is_not_said_and_a_narrow_one_does_not() -> None:
    waiver = {"code": "T21", "reason": "It may stand.", "target": "bcdfghjk"}
    content = a_content(a_record(), waive=(waiver,))
    subject = Subject(content, content.newest())

    told = {scope: answered((), [Asked(subject, (), scope)]) for scope in Scope}

    assert [one.code for one in told[Scope.BUILT]] == ["E023"]
    assert told[Scope.READ] == told[Scope.PART] == ()


def test_errors_and_notes_cannot_be_waived() -> None:
    for severity in (Severity.ERROR, Severity.NOTE):
        said = Problem(code="X001", message="no", severity=severity, target="bcdfghjk")
        waiver = {"code": "X001", "reason": "It may stand.", "target": "bcdfghjk"}
        content = a_content(a_record(), waive=(waiver,))
        subject = Subject(content, content.newest())

        first, second = answered((), [Asked(subject, (said,))])

        assert first == said
        assert (second.code, "no warning" in second.message) == ("E023", True)


@pytest.mark.parametrize("at", ["silt-first", "/patterns/0", "/patterns/0/evidence"])
def test_a_warning_of_a_pattern_is_bound_to_it_and_its_records(folder: Folder, at: str) -> None:
    folder.replace(LINES, "Example Hydraulics Laboratory", "Example Estuary Board")
    told = _found(folder, "C050")
    _waive(folder, told, at=at)

    assert told.about == "silt-first"
    assert _found(folder, "C050").waived
    folder.replace(RECORD, "One gate; the two", "One gate. The two")
    assert _found(folder, "C050").severity is Severity.WARNING
    assert _found(folder, "E022").severity is Severity.WARNING


def test_a_warning_of_a_field_is_bound_to_that_field(folder: Folder) -> None:
    folder.replace(EDITION, "Two measured winters", "77 measured winters")
    told = _found(folder, "E014")
    _waive(folder, told)

    assert told.about == "/summary"
    assert _found(folder, "E014").waived
    folder.replace(EDITION, "77 measured", "78 measured")
    assert _found(folder, "E014").severity is Severity.WARNING


def test_a_warning_of_a_file_of_records_is_bound_to_the_file(folder: Folder) -> None:
    folder.replace(RECORD, '"sector":', '"sectr":')
    _waive(folder, _found(folder, "C023"))

    assert _found(folder, "C023").waived
    folder.replace(RECORD, "Flood defence", "Flood defences")
    assert _found(folder, "C023").severity is Severity.WARNING


def _another(folder: Folder) -> None:
    folder.write(OTHER, folder.text(EDITION).replace("id: 2026-05-04-barriers", "id: other"))


def test_a_warning_of_all_editions_is_waived_when_all_of_them_waive_it(folder: Folder) -> None:
    folder.append(PUBLICATION, "colour: loud\n")
    _another(folder)
    told = _found(folder, "C023")
    _waive(folder, told)
    assert _found(folder, "C023").severity is Severity.WARNING

    _waive(folder, told, OTHER)

    assert _found(folder, "C023").waived


def test_an_edition_that_does_not_show_a_record_has_no_say_in_it(folder: Folder) -> None:
    folder.replace(RECORD, '"sector":', '"sectr":')
    _another(folder)
    records = ["silt-flume-study", "operator-flushing-claim"]
    change(folder.root, lambda data: data.update(records=records, patterns=[]), OTHER)
    _waive(folder, _found(folder, "C023"))

    assert _found(folder, "C023").waived


def test_a_waiver_of_one_edition_does_not_count_in_another(folder: Folder) -> None:
    _another(folder)
    change(folder.root, lambda data: data.update(title="t" * 130), EDITION)
    change(folder.root, lambda data: data.update(title="t" * 130), OTHER)
    first, _ = (one for one in check(folder.root).problems if one.code == "E002")
    _waive(folder, first)

    told = [one.severity for one in check(folder.root).problems if one.code == "E002"]

    assert told == [Severity.NOTE, Severity.WARNING]


@pytest.mark.parametrize(
    ("waiver", "code", "hint"),
    [
        ({"code": "e001", "reason": "x"}, "C024", "such as E001"),
        ({"code": "E001"}, "C020", "it holds text"),
        ({"code": "E001", "reason": " "}, "C022", "fill it"),
        ({"code": "E001", "reason": "x", "traget": "y"}, "C023", 'did you mean "target"?'),
        ({"code": "E001", "reason": "x", "target": 12345678}, "C021", "put it in quotes"),
        ("E001", "C021", "write a set of fields"),
    ],
)
def test_a_waiver_is_read_like_the_rest(folder: Folder, waiver: Any, code: str, hint: str) -> None:
    change(folder.root, lambda data: data.update(waive=[waiver]), EDITION)

    found = next(one for one in folder.problems() if one.code == code)

    assert (found.path or "").startswith(EDITION)
    assert hint in (found.hint or "")


def test_a_fingerprint_is_a_word_that_tells_its_parts_apart() -> None:
    marks = {fingerprint("a", "bc"), fingerprint("ab", "c"), fingerprint("abc"), fingerprint()}

    assert len(marks) == 4
    assert all(len(mark) == 8 and mark.isalpha() and mark.islower() for mark in marks)


def test_a_record_that_bears_the_id_of_its_edition_is_bound_all_the_same() -> None:
    def target(finding: str) -> str | None:
        return next(
            no_limits(subject(a_record("same", caveats="-", finding=finding), id="same"))
        ).target

    assert target("One.") != target("Another.")


class _Later(Record):
    """A record as a later version of the program knows it."""

    further: str = ""


def test_a_waiver_outlives_a_version_of_the_program_that_knows_more_fields() -> None:
    now = subject(a_record())
    content = now.content.model_copy(
        update={"records": {"one": _Later.model_validate(a_record().model_dump())}}
    )
    (before,), (after,) = (
        [one for one in table.run(each) if one.code == "E001"]
        for each in (now, now._replace(content=content))
    )

    assert before.target == after.target


@given(cases())
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
def test_whoever_answers_for_every_warning_has_none_left(case: Case) -> None:
    before = Subject(case.content, case.edition)
    said = table.run(before)
    waivers = tuple(
        Waiver(code=one.code, at=one.about, target=one.target, reason="It may stand.")
        for one in said
        if one.severity is Severity.WARNING
    )
    edition = case.edition.model_copy(update={"waive": waivers})
    content = case.content.model_copy(update={"editions": {edition.id: edition}})
    after = Subject(content, edition)

    told = answered((), [Asked(after, table.run(after))])

    assert [str(one) for one in told if one.severity is not Severity.NOTE] == []
    assert len(told) == len(said)


def test_check_and_build_tell_the_same_and_waive_the_same(folder: Folder, tmp_path: Path) -> None:
    folder.replace(EDITION, "Two measured winters", "77 measured winters")
    folder.append(PUBLICATION, "colour: loud\n")
    folder.replace(PUBLICATION, "'#0b5f74'", "'#ffcc00'")
    _waive(folder, _found(folder, "E014"))
    _waive(folder, _found(folder, "H009"))
    _waive(folder, _found(folder, "E001", SILT), target="bcdfghjk")

    read = check(folder.root).problems
    made = built(folder.root, tmp_path / "out", channels=()).problems

    assert {one.code for one in read} >= {"C023", "E001", "E014", "E022", "H009"}
    assert sorted(map(str, read)) == sorted(map(str, made))
