"""What is imported is declared, what is declared is needed, each for a reason written down."""

import ast
import re
import sys
import tomllib
from importlib.metadata import packages_distributions

from support.tree import ROOT, modules, syntax

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
NAME = re.compile(r"[A-Za-z0-9._-]+")

#: Declared without an import: their files are read, not their modules.
DATA = {"font-source-sans-pro", "font-source-serif-pro"}


def _names(requirements: list[str]) -> set[str]:
    found = (NAME.match(requirement) for requirement in requirements)
    return {_normal(name[0]) for name in found if name}


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _imported() -> set[str]:
    tops: set[str] = set()
    for path in modules():
        for node in ast.walk(syntax(path)):
            if isinstance(node, ast.Import):
                tops |= {alias.name.partition(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom):
                tops.add((node.module or "").partition(".")[0])
    return tops - sys.stdlib_module_names - {"digest"}


def test_the_package_imports_what_it_declares() -> None:
    known = packages_distributions()
    imported = {_normal(known[top][0]) for top in _imported()}

    assert imported == _names(PROJECT["project"]["dependencies"]) - DATA


def test_every_dependency_has_its_reason() -> None:
    page = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    told = {
        _normal(name)
        for row in re.findall(r"^\| ([^|]+) \|", page, re.MULTILINE)
        for name in row.split(", ")
    }
    groups = PROJECT["dependency-groups"].values()
    declared = [
        *PROJECT["build-system"]["requires"],
        *PROJECT["project"]["dependencies"],
        *(one for extra in PROJECT["project"]["optional-dependencies"].values() for one in extra),
        *(one for group in groups for one in group),
    ]

    assert sorted(_names(declared) - told) == []
    assert sorted(told - _names(declared) - {"package", "editables"}) == []
