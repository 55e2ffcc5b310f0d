"""What counts as claiming what a record warns nobody may claim."""

from typing import Any

import pytest

from digest.checks.claims import unsupported_claim
from digest.problems import Problem
from support.builders import a_pattern
from support.cases import subject, told

CLAIM = "That one mechanism is best on every cluster"
WARNED: dict[str, Any] = {"role_details": {"engineer": {"unsupportedClaims": (CLAIM,)}}}


def _said(**changes: Any) -> list[Problem]:
    return list(unsupported_claim(subject(told(**WARNED | changes), told("two"))))


@pytest.mark.parametrize(
    "text",
    [
        "One mechanism is best on every cluster.",
        "It shows that ONE mechanism was the best, on each cluster!",
        "Not all agree; one mechanism is best on every cluster.",
        "Here is what we know.\nOne mechanism is best on every cluster",
    ],
)
def test_a_claim_is_found_however_it_is_written(text: str) -> None:
    (problem,) = _said(finding=text)

    assert problem.message == f'this says what one warns nobody may claim: "{CLAIM}"'
    assert "roleDetails/engineer/unsupportedClaims" in (problem.hint or "")


@pytest.mark.parametrize(
    "text",
    [
        "No mechanism is best on every cluster.",
        "Nobody has shown that one mechanism is best on every cluster.",
        "Is one mechanism best on every cluster?",
        "Ask whether one mechanism is best on every cluster.",
        "Do not say that one mechanism is best on every cluster.",
        "One cluster runs every mechanism; the best is open.",
        "One mechanism is cheap.",
        "The best mechanism of one cluster differs.",
        "",
    ],
)
def test_what_denies_asks_or_says_something_else_is_no_claim(text: str) -> None:
    assert _said(finding=text or "x") == []


@pytest.mark.parametrize(
    "changes",
    [
        {"title": "One mechanism is best on every cluster"},
        {"sled_relevance": "One mechanism is best on every cluster."},
        {"roles": {"engineer": "One mechanism is best on every cluster."}},
        {"roles": {"sales": "One mechanism is best on every cluster."}},
    ],
)
def test_every_text_of_the_record_is_looked_at(changes: dict[str, Any]) -> None:
    assert len(_said(**changes)) == 1


@pytest.mark.parametrize("field", ["caveats", "evidence"])
def test_evidence_and_limits_say_what_is_not_shown(field: str) -> None:
    assert _said(**{field: "One mechanism is best on every cluster."}) == []


def test_a_detail_of_a_role_is_looked_at() -> None:
    details = {
        "engineer": {"unsupportedClaims": CLAIM},
        "sales": {"fit/use": ("Any site.", "One mechanism is best on every cluster.")},
    }

    (problem,) = _said(role_details=details)

    assert problem.about == "one"


@pytest.mark.parametrize("field", ["title", "summary", "subject", "preheader"])
def test_every_text_of_the_edition_is_looked_at(field: str) -> None:
    changes: dict[str, Any] = {field: "One mechanism is best on every cluster"}
    edition = subject(told(**WARNED), **changes)

    (problem,) = unsupported_claim(edition)

    assert problem.about == f"/{field}"


def test_a_pattern_answers_for_the_records_it_cites() -> None:
    text = "One mechanism is best on every cluster."
    cited = a_pattern("one", "two", summary=text)
    other = a_pattern("two", "three", name="other", summary=text)
    records = (told("one", **WARNED), told("two"), told("three"))

    def said(*patterns: Any) -> list[str | None]:
        found = unsupported_claim(subject(*records, patterns=patterns))
        return [one.about for one in found]

    assert said(cited) == ["first"]
    assert said(other) == []


def test_a_negation_within_the_claim_is_part_of_it() -> None:
    details = {"engineer": {"unsupportedClaims": ("That a fork would cost nothing",)}}

    assert len(_said(role_details=details, finding="A fork costs nothing.")) == 1
    assert _said(role_details=details, finding="A fork will never cost nothing.") == []


def test_what_two_names_alone_have_in_common_is_no_claim() -> None:
    details = {"engineer": {"unsupportedClaims": ("Performance of Vera Rubin systems",)}}

    assert _said(role_details=details, finding="Teams plan a Vera Rubin NVL72 system.") == []


def test_a_script_without_spaces_is_read_by_its_characters() -> None:
    details = {"engineer": {"unsupportedClaims": ("一種機制最好",)}}

    assert len(_said(role_details=details, finding="研究顯示一種機制最好。")) == 1
    assert _said(role_details=details, finding="研究顯示沒有差別。") == []


def test_a_claim_that_is_warned_of_twice_is_told_once() -> None:
    warned = {"unsupportedClaims": (CLAIM, CLAIM)}

    found = _said(
        role_details={"engineer": warned, "sales": warned},
        finding="One mechanism is best on every cluster.",
    )

    assert len(found) == 1
