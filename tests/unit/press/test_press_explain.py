"""What a code means is found for every code, and is the text of its page."""

import re

import pytest

from digest.press.explain import FOLDER, explain, explanations
from digest.problems import UsageError
from digest.render.theme import assets
from support.tree import ROOT

PAGES = sorted((ROOT / "docs" / "problems").glob("*.md"))


def test_every_documented_code_is_explained() -> None:
    headings = [
        code
        for page in PAGES
        for code in re.findall(r"^## ([A-Z]\d+)$", page.read_text("utf-8"), re.MULTILINE)
    ]

    found = explanations()

    assert sorted(found) == sorted(headings)
    assert [one.code for one in found.values() if not one.meaning.endswith((".", ":"))] == []
    assert [one.code for one in found.values() if not one.area or "\n" in one.meaning] == []
    assert [one.code for one in found.values() if "](" in one.text] == []


def test_the_pages_of_a_checkout_are_found() -> None:
    assert sorted(assets(FOLDER).glob("*.md")) == PAGES


def test_an_explanation_is_what_stands_below_its_heading() -> None:
    found = explanations()["E006"]
    page = (ROOT / "docs" / "problems" / "editorial.md").read_text("utf-8")

    assert found.area == "Editorial"
    assert page.partition("## E006\n")[2].partition("\n## ")[0].strip() == found.markdown
    assert found.meaning.startswith("Every record a pattern cites is of a class")


def test_a_link_is_told_by_its_words() -> None:
    found = explanations()["E009"]

    assert "[C050](content.md#c050)" in found.markdown
    assert "Of a single pattern,\nC050 says the same." in found.text


@pytest.mark.parametrize("code", ["e006", " E006 "])
def test_a_code_is_known_however_it_is_written(code: str) -> None:
    assert explain(code).code == "E006"


@pytest.mark.parametrize("code", ["", "E6", "E600", "../editorial", "E006\n## E007", "E" * 9000])
def test_a_code_nobody_knows_is_told(code: str) -> None:
    with pytest.raises(UsageError) as caught:
        explain(code)

    assert [one.code for one in caught.value.problems] == ["U019"]
