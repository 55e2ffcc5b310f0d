"""What is waived is shown in every format, and every format keeps its own law."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft4Validator

from digest.cli import formats
from digest.problems import Problem, Severity
from support.cli import digest
from support.samples import DATA

SCHEMA = json.loads((DATA / "sarif" / "sarif-schema-2.1.0.json").read_text("utf-8"))
SARIF = Draft4Validator(SCHEMA)

#: Text that formats could stumble over.
HOSTILE = "a: b, c%25 ::error::\r\n\u2028 \x1b[2J \x00 ]]> \ud7ff\uffff"

_texts = st.sampled_from([HOSTILE, "x", "::"]) | st.text(min_size=1, max_size=40)
_numbers = st.none() | st.integers(1, 10**6)
PROBLEMS = st.lists(
    st.builds(
        Problem,
        code=st.sampled_from(["E001", "C002", "P030"]),
        message=_texts,
        severity=st.sampled_from(Severity),
        path=st.none() | _texts,
        line=_numbers,
        column=_numbers,
        pointer=st.none() | _texts,
        hint=st.none() | _texts,
        about=st.none() | _texts,
        target=st.none() | st.just("bcdfghjk"),
        waived=st.none() | _texts,
    ),
    max_size=5,
)


def _waive(here: Path) -> None:
    """Waive the first of the sample's two warnings."""
    first = digest("--json", "check", cwd=here).document["problems"][0]
    edition = here / "editions" / "2026-05-04-barriers.yaml"
    waiver = {name: first[key] for name, key in _KEYS.items()} | {"reason": "The study is new."}
    edition.write_text(f"{edition.read_text('utf-8')}waive: {json.dumps([waiver])}\n")


_KEYS = {"code": "code", "at": "about", "target": "target"}


def test_a_warning_is_printed_with_the_waiver_it_needs(here: Path) -> None:
    lines = digest("check", cwd=here).out.splitlines()

    said = next(line for line in lines if line.startswith("  to waive: "))
    edition = here / "editions" / "2026-05-04-barriers.yaml"
    waiver = said.removeprefix("  to waive: ").replace("...", "The study is new.")
    edition.write_text(f"{edition.read_text('utf-8')}waive:\n  - {waiver}\n")

    after = digest("check", cwd=here).out

    assert after.count("note[E001]") == 1
    assert "  waived: The study is new." in after.splitlines()
    assert after.count("to waive: ") == 1
    assert after.splitlines()[-1] == "1 edition, 3 records: 1 warning, 1 note."


def test_strict_tells_how_to_waive_all_the_same(here: Path) -> None:
    done = digest("check", "--strict", cwd=here)

    assert done.out.count("error[E001]") == done.out.count("to waive: ") == 2


def test_strict_passes_once_every_warning_is_waived(here: Path) -> None:
    _waive(here)
    assert digest("check", "--strict", cwd=here).code == 1
    first, second = digest("--json", "check", cwd=here).document["problems"]
    edition = here / "editions" / "2026-05-04-barriers.yaml"
    waivers = [
        {name: one[key] for name, key in _KEYS.items()} | {"reason": "New."}
        for one in (first, second)
    ]
    text = edition.read_text("utf-8").partition("waive:")[0]
    edition.write_text(f"{text}waive: {json.dumps(waivers)}\n")

    done = digest("check", "--strict", cwd=here)

    assert (done.code, done.out.splitlines()[-1]) == (0, "1 edition, 3 records: 2 notes.")


def test_a_document_tells_reason_and_target(here: Path) -> None:
    _waive(here)

    problems = digest("check", "--format", "json", cwd=here).document["problems"]

    waived = [one for one in problems if "waived" in one]
    assert [(one["severity"], one["waived"]) for one in waived] == [("note", "The study is new.")]
    assert all(one["target"] and one["about"] for one in problems)


def test_an_annotation_tells_the_reason(here: Path) -> None:
    _waive(here)

    lines = digest("check", "--format", "github", cwd=here).out.splitlines()

    assert [line.partition(" ")[0] for line in sorted(lines)] == ["::notice", "::warning"]
    assert min(lines).endswith("%0Awaived: The study is new.")


def _log(problems: list[Problem]) -> Any:
    log = json.loads(formats.sarif(problems, Path()))
    assert [f"{one.json_path}: {one.message}" for one in SARIF.iter_errors(log)] == []
    return log["runs"][0]


def test_the_schema_of_sarif_is_one_and_refuses() -> None:
    Draft4Validator.check_schema(SCHEMA)

    assert not SARIF.is_valid({"version": "2.1.0", "runs": [{"results": []}]})


def test_a_log_names_the_reason_as_its_suppression(here: Path) -> None:
    _waive(here)

    log = json.loads(digest("check", "--format", "sarif", cwd=here).out)

    assert list(SARIF.iter_errors(log)) == []
    told = {one["level"]: one["suppressions"] for one in log["runs"][0]["results"]}
    assert told == {
        "note": [{"kind": "inSource", "justification": "The study is new."}],
        "warning": [],
    }


def test_a_rule_says_what_its_page_says_and_one_of_somebody_else_nothing() -> None:
    ours, theirs = _log([Problem(code=code, message="x") for code in ("E009", "X900")])["tool"][
        "driver"
    ]["rules"]

    assert theirs == {"id": "X900"}
    assert ours["fullDescription"]["text"] == (
        "All records of an edition come from one organization. Of a single pattern, C050 says the "
        "same."
    )
    assert ours["help"]["text"] == ours["help"]["markdown"]
    assert "Add what others found" in ours["help"]["text"]


def test_a_log_without_waivers_says_nothing_of_suppressions() -> None:
    (result,) = _log([Problem(code="E001", message="x")])["results"]

    assert "suppressions" not in result


@given(PROBLEMS)
def test_any_log_is_valid(problems: list[Problem]) -> None:
    run = _log(problems)

    assert [one["ruleId"] for one in run["results"]] == [one.code for one in problems]


@given(PROBLEMS)
def test_any_problem_is_one_annotation(problems: list[Problem]) -> None:
    written = formats.github(problems, Path())

    lines = written.split("\n") if problems else []
    assert len(lines) == len(problems)
    for line, problem in zip(lines, problems, strict=True):
        _, head, message = line.split("::", 2)
        kind, _, properties = head.partition(" ")
        assert kind in {"error", "warning", "notice"}
        assert message
        assert f"title={problem.code}" in properties.split(",")
        assert "\x1b" not in line


@pytest.mark.parametrize("form", ["text", "github", "sarif"])
def test_no_format_moves_a_terminal(form: str) -> None:
    problem = Problem(code="E001", message=HOSTILE, path=HOSTILE, about=HOSTILE, target="bcdf")

    written = formats.FORMATS[form]([problem], Path())

    assert not {"\x1b", "\x00"} & set(written)
