"""Every problem at once, without rendering anything."""

from pathlib import Path

import pytest

from digest.press.check import check
from digest.problems import Severity, UsageError
from support.builds import EDITION, change, change_role


def test_a_whole_publication_is_looked_at(root: Path) -> None:
    checked = check(root)

    assert checked.editions == (EDITION,)
    assert checked.records == 3
    assert [problem.code for problem in checked.problems] == ["E001", "E001"]
    assert {problem.severity for problem in checked.problems} == {Severity.WARNING}


def test_strict_takes_warnings_for_errors(root: Path) -> None:
    checked = check(root, strict=True)

    assert {problem.severity for problem in checked.problems} == {Severity.ERROR}


def test_an_edition_may_be_named(root: Path) -> None:
    other = root / "editions" / "other.yaml"
    other.write_bytes((root / "editions" / f"{EDITION}.yaml").read_bytes())
    change(root, lambda data: data.update(id="other", title="t" * 130), "editions/other.yaml")

    assert "E002" not in [problem.code for problem in check(root, edition=EDITION).problems]
    assert "E002" in [problem.code for problem in check(root, edition="other").problems]
    assert "E002" in [problem.code for problem in check(root).problems]


def test_an_unknown_edition_is_a_wrong_call(root: Path) -> None:
    with pytest.raises(UsageError):
        check(root, edition="other")


def test_errors_of_files_are_told_without_the_checks(root: Path) -> None:
    change_role(root, "planner", title=3)

    checked = check(root)

    assert checked.editions == ()
    assert [problem.path for problem in checked.problems] == ["publication.yaml"]


def test_an_accent_that_is_too_pale_is_told_at_its_line(root: Path) -> None:
    change(root, lambda data: data.update(theme={"accent": "#ffff00"}))

    (told,) = [one for one in check(root).problems if one.code == "H009"]

    text = (root / "publication.yaml").read_text(encoding="utf-8").splitlines()
    assert "#ffff00" in text[(told.line or 0) - 1]


def test_the_publications_own_templates_are_looked_at(root: Path) -> None:
    (root / "templates" / "text").mkdir(parents=True)
    (root / "templates" / "text" / "digest.txt").write_text("one\n{% if %}\n")

    problems = check(root).problems

    assert ("templates/text/digest.txt", 2) in [(one.path, one.line) for one in problems]
