"""Every check speaks where it must and is silent where it may, costs little and fails never."""

import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from digest.checks import table
from digest.checks.subject import Subject
from digest.checks.table import CHECKS, Check
from digest.content.corpus import Content
from digest.edition.compose import compose
from digest.problems import Severity
from support import strategies
from support.cases import Case, cases
from support.synthetic import synthetic
from support.tree import ROOT

NAMES = [check.__name__ for check in CHECKS]
CODES = re.compile(r"\b[A-Z]\d{1,3}\b")

each_check = pytest.mark.parametrize("check", CHECKS, ids=NAMES)

#: What reads no finished files, and is asked whenever an author saves.
READING = [
    check
    for check in CHECKS
    if not {"mail", "paper", "parity", "fragments"} & set(check.__module__.split("."))
]


@pytest.fixture(scope="module")
def known() -> dict[str, Case]:
    return cases()


def _codes(check: Check) -> set[str]:
    """The codes a check says it tells: one, or from one to another."""
    head = (check.__doc__ or "").partition(":")[0]
    first, *last = CODES.findall(head)
    numbers = range(int(first[1:]), int((last or [first])[0][1:]) + 1)
    return {f"{first[0]}{number:0{len(first) - 1}}" for number in numbers}


def test_every_check_has_its_name_and_its_two_cases(known: dict[str, Case]) -> None:
    assert len(set(NAMES)) == len(NAMES)
    assert sorted(known) == sorted(NAMES)


@each_check
def test_a_check_says_its_code_where_it_must(check: Check, known: dict[str, Case]) -> None:
    said = {problem.code for problem in check(known[check.__name__].fires)}

    assert said
    assert said <= _codes(check)


@each_check
def test_a_check_says_nothing_where_it_may_be_silent(check: Check, known: dict[str, Case]) -> None:
    assert list(check(known[check.__name__].silent)) == []


@each_check
def test_what_a_check_says_is_no_more_than_a_line_and_helps(
    check: Check, known: dict[str, Case]
) -> None:
    for problem in check(known[check.__name__].fires):
        assert "\n" not in problem.message
        assert problem.hint


@each_check
def test_a_check_is_explained_by_its_codes(check: Check) -> None:
    pages = [page.read_text("utf-8") for page in (ROOT / "docs" / "problems").glob("*.md")]
    explained = {code for page in pages for code in re.findall(r"^## (\w+)", page, re.MULTILINE)}

    assert _codes(check) & explained
    if check in READING:
        assert _codes(check) <= explained


def test_the_reference_of_checks_names_every_editorial_code() -> None:
    page = (ROOT / "docs" / "reference" / "checks.md").read_text("utf-8")
    editorial = (ROOT / "docs" / "problems" / "editorial.md").read_text("utf-8")

    assert [
        code for code in re.findall(r"^## (\w+)", editorial, re.MULTILINE) if code not in page
    ] == []


def test_codes_of_finished_files_are_those_of_checks_that_read_them() -> None:
    told = {code for check in CHECKS if check not in READING for code in _codes(check)}

    assert {code for code in told if code.startswith("E")} == table.FINISHED


def _subject(content: Content) -> Subject:
    edition, publication = content.newest(), content.publication
    digests = (compose(content, edition, one, publication.language) for one in publication.roles)
    return Subject(content, edition, tuple(digests))


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(strategies.cases())
def test_checks_answer_for_any_valid_publication(case: strategies.Case) -> None:
    for problem in table.run(_subject(case.content), READING):
        assert problem.severity is not Severity.ERROR
        assert problem.message.isprintable()
        assert bool(problem.target) == (problem.severity is Severity.WARNING)


@contextmanager
def _counted(steps: list[int]) -> Iterator[None]:
    """Counts lines, which unlike seconds are the same on every machine."""

    def count(_frame: FrameType, event: str, _argument: Any) -> Any:
        steps[0] += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        yield
    finally:
        sys.settrace(before)


def _steps(content: Content) -> int:
    subject, steps = _subject(content), [0]
    with _counted(steps):
        table.run(subject, READING)
    return steps[0]


def _alike(content: Content) -> Content:
    """The same edition, its records almost the same."""
    text = next(iter(content.records.values())).finding
    records = {
        name: one.model_copy(update={"finding": f"{text} Number {name}.", "title": "One"})
        for name, one in content.records.items()
    }
    return content.model_copy(update={"records": records})


@pytest.mark.parametrize("change", [lambda content: content, _alike], ids=["uneven", "alike"])
def test_the_cost_of_checks_grows_with_the_records_not_with_their_square(
    change: Callable[[Content], Content],
) -> None:
    few, many = (_steps(change(synthetic(count, 1))) for count in (100, 400))

    assert many < 5 * few
