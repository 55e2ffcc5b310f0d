"""At the desk a code leads to its page, and to nothing else."""

import re

import pytest

from digest.press.explain import Explanation, explanations
from digest.preview.manual import Manual
from digest.problems import Problem
from support.desks import Watched, browser

HOSTILE = """<script>alert(1)</script> &amp; <b>bold</b> [run](javascript:alert(1))
![x](https://x.example.org/y)

- [page](../reference/cli.md#check) and [code](#e006) and [none](#z999)

| a | b |
|---|---|
| `<i>` | **c** |
"""


def test_every_code_has_a_page_whose_links_lead_to_pages() -> None:
    known = explanations()
    manual = Manual(known)
    there = {f"/problems/{code}" for code in known}

    for code, said in known.items():
        leaf = manual.leaf(code)
        assert leaf is not None
        assert (leaf.code, leaf.area) == (code, said.area)
        assert leaf.body.startswith("<p>")
        assert set(re.findall(r'href="([^"]*)"', leaf.body)) <= there


def test_markup_stays_text_and_links_lead_nowhere_else() -> None:
    known = {one: Explanation(code=one, area="A", markdown=HOSTILE) for one in ("X1", "E006")}

    leaf = Manual(known).leaf("X1")

    assert leaf is not None
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; &lt;b&gt;bold&lt;/b&gt;" in leaf.body
    assert '<li>page and <a href="/problems/E006">code</a> and none</li>' in leaf.body
    assert re.findall(r'(?:href|src)="([^"]*)"', leaf.body) == ["/problems/E006"]
    assert "<td><code>&lt;i&gt;</code></td>" in leaf.body


def test_the_desk_serves_what_a_code_means(standing: Watched) -> None:
    answer = browser(standing.studio).get("/problems/E006")

    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "<script" not in answer.text
    assert "Every record a pattern cites is of a class" in answer.text


@pytest.mark.parametrize(
    "code",
    ["E600", "e006", "E0060", "editorial.md", "..%2f..%2fpyproject.toml", "../E006", ""],
)
def test_a_code_nobody_knows_has_no_page(standing: Watched, code: str) -> None:
    assert browser(standing.studio).get(f"/problems/{code}").status_code == 404


def test_who_is_not_inside_reads_no_page(standing: Watched) -> None:
    assert browser(standing.studio, inside=False).get("/problems/E006").status_code == 403


def test_a_problem_leads_to_its_page(standing: Watched) -> None:
    text = browser(standing.studio).get("/").text

    assert 'href="/problems/E001"' in text


def test_a_code_of_somebody_else_leads_nowhere(watched: Watched) -> None:
    said = (Problem(code="X900", message="<b>theirs</b>"),)
    watched.studio.now = watched.studio.now._replace(problems=said)

    text = browser(watched.studio).get("/").text

    assert "error X900" in text
    assert "/problems/" not in text
