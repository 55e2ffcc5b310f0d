"""Errors cross processes, and every code a user may meet is explained."""

import ast
import importlib
import pickle
import pkgutil
import re
from collections.abc import Iterator

import pytest

import digest
from digest.content.publication import Paper
from digest.problems import DigestError, Exit, Problem
from support.tree import ROOT, modules, relative, syntax

CODE = re.compile(r"[A-Z]\d{1,3}")
EXPLANATION = re.compile(r"^## ([A-Z]\d{1,3})\b", re.MULTILINE)

#: What looks like a code and is none.
PAPERS = {paper.value for paper in Paper}


def _all(kind: type[DigestError]) -> Iterator[type[DigestError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _all(child)


def _error_types() -> list[type[DigestError]]:
    for module in pkgutil.walk_packages(digest.__path__, "digest."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    ours = {kind for kind in _all(DigestError) if kind.__module__.startswith("digest.")}
    return sorted(ours, key=lambda kind: kind.__qualname__)


def _codes_in_source() -> dict[str, str]:
    return {
        node.value: f"{relative(path)}:{node.lineno}"
        for path in modules()
        for node in ast.walk(syntax(path))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and CODE.fullmatch(node.value)
        and node.value not in PAPERS
    }


def _explained() -> list[str]:
    pages = sorted((ROOT / "docs" / "problems").glob("*.md"))
    return [code for page in pages for code in EXPLANATION.findall(page.read_text("utf-8"))]


@pytest.mark.parametrize("kind", _error_types(), ids=lambda kind: kind.__qualname__)
def test_an_error_comes_back_from_another_process_as_it_went(kind: type[DigestError]) -> None:
    problems = (
        Problem(code="C001", message="first", path="records/a.json", line=3, column=7),
        Problem(code="C002", message="second", pointer="/roles/0", hint="mend it"),
    )

    error = pickle.loads(pickle.dumps(kind(*problems)))  # noqa: S301  # our own bytes

    assert type(error) is kind
    assert error.problems == problems
    assert error.exit_code is kind.exit_code
    assert str(error) == str(kind(*problems))
    assert kind.exit_code in set(Exit) - {Exit.DONE}


def test_every_code_is_explained() -> None:
    used = _codes_in_source()

    assert {code: place for code, place in used.items() if code not in _explained()} == {}


def test_every_explained_code_is_in_use() -> None:
    assert sorted(set(_explained()) - set(_codes_in_source())) == []


def test_a_code_is_explained_once() -> None:
    explained = _explained()

    assert sorted({code for code in explained if explained.count(code) > 1}) == []


def test_an_explanation_says_how_to_mend_it() -> None:
    pages = [page.read_text("utf-8") for page in (ROOT / "docs" / "problems").glob("*.md")]
    sections = [part for page in pages for part in re.split(r"^(?=## )", page, flags=re.MULTILINE)]
    short = [
        section.splitlines()[0]
        for section in sections
        if EXPLANATION.match(section) and len(section.split()) < 20
    ]

    assert short == []


def test_the_index_leads_from_every_letter_to_its_page() -> None:
    folder = ROOT / "docs" / "problems"
    index = (folder / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([A-Z, ]+) \|.*\]\((\S+)\) \|$", index, re.MULTILINE)
    pages = {page.name: page.read_text("utf-8") for page in folder.glob("*.md")}
    letters = {
        name: {code[0] for code in EXPLANATION.findall(text)} for name, text in pages.items()
    }

    assert {name: set(row.split(", ")) for row, name in rows} == {
        name: found for name, found in letters.items() if found
    }
