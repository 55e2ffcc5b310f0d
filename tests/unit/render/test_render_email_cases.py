import json
from typing import Any

import pytest

from digest.problems import DigestError, Severity, stop_on_errors
from digest.render.email.compiler import compile_mail
from support.samples import DATA

EMAIL = DATA / "email"
CASES = json.loads((EMAIL / "cases.json").read_text("utf-8"))["mjml"]


def _source(case: dict[str, Any]) -> str:
    return (EMAIL / str(case["file"])).read_text("utf-8")


def _named(want: str) -> list[Any]:
    return [pytest.param(case, id=case["file"]) for case in CASES if case["want"] == want]


def _compiled(source: str) -> str:
    compiled = compile_mail(source)
    stop_on_errors(compiled.problems)
    return compiled.html


@pytest.mark.parametrize("case", _named("accept"))
def test_a_right_mail_is_compiled(case: dict[str, Any]) -> None:
    html = _compiled(_source(case))

    assert [want for want in case["seen"].get("contains", []) if want not in html] == []
    assert [bad for bad in case["seen"].get("absent", []) if bad in html] == []
    assert len(html.encode()) <= case["seen"].get("max_bytes", 100_000)


@pytest.mark.parametrize("case", _named("fix"))
def test_what_can_be_mended_is_mended(case: dict[str, Any]) -> None:
    html = _compiled(_source(case))

    assert [bad for bad in case["fixed"]["absent"] if bad in html] == []


@pytest.mark.parametrize("case", _named("reject"))
def test_a_wrong_mail_is_refused_by_its_rule_and_place(case: dict[str, Any]) -> None:
    with pytest.raises(DigestError) as refused:
        _compiled(_source(case))

    errors = [one for one in refused.value.problems if one.severity is Severity.ERROR]
    assert {one.code for one in errors} == set(case["rules"])
    assert all(one.hint for one in errors)
    assert "line" not in case or errors[0].line == case["line"]


def test_every_kind_of_case_is_tried() -> None:
    assert {case["want"] for case in CASES} == {"accept", "fix", "reject"}
    assert len(CASES) == len(list(EMAIL.glob("*.mjml")))


def test_a_faint_text_is_told_with_its_contrast_and_scheme() -> None:
    with pytest.raises(DigestError, match=r"1\.09:1 in the dark scheme: .light text, light page"):
        _compiled((EMAIL / "dark-half.mjml").read_text("utf-8"))
