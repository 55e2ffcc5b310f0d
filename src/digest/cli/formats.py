"""Problems as people, programs, GitHub and SARIF viewers read them."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote

from digest import __version__
from digest.cli.output import colourful, problem_text, shown_path
from digest.problems import Problem, Severity

#: The names both GitHub and SARIF viewers know for a weight.
_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def text(problems: Sequence[Problem], root: Path) -> str:
    """One or two lines a problem, as on the error stream."""
    colour = colourful(sys.stdout)
    return "\n".join(problem_text(problem, root, colour=colour) for problem in problems)


def github(problems: Sequence[Problem], root: Path) -> str:
    """Workflow commands that put each problem beside its line in a pull request."""
    return "\n".join(_command(problem, root) for problem in problems)


def sarif(problems: Sequence[Problem], root: Path) -> str:
    """A SARIF 2.1.0 log of one run; paths are relative to the current folder."""
    codes = sorted({problem.code for problem in problems})
    driver = {
        "name": "digest",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [{"id": code} for code in codes],
    }
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": [_result(problem, root, codes) for problem in problems],
    }
    return json.dumps({"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2)


#: The formats `digest check` writes beside the JSON document every verb can write.
FORMATS: dict[str, Callable[[Sequence[Problem], Path], str]] = {
    "text": text,
    "github": github,
    "sarif": sarif,
}


def tally(problems: Sequence[Problem]) -> str:
    """How many there are of each weight: `1 error, 2 warnings`."""
    counts = Counter(problem.severity for problem in problems)
    words = (f"{counts[one]} {one}{'s' * (counts[one] != 1)}" for one in Severity if counts[one])
    return ", ".join(words) or "no problems"


def _command(problem: Problem, root: Path) -> str:
    properties = {
        "file": shown_path(problem, root),
        "line": problem.line,
        "col": problem.column,
        "title": problem.code,
    }
    told = ",".join(f"{name}={_property(value)}" for name, value in properties.items() if value)
    hint = f"\n{problem.hint}" if problem.hint else ""
    return f"::{_GITHUB[problem.severity]} {told}::{_data(problem.message + hint)}"


def _data(value: object) -> str:
    return str(value).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(value: object) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


def _result(problem: Problem, root: Path, codes: list[str]) -> dict[str, object]:
    hint = f"\n{problem.hint}" if problem.hint else ""
    result: dict[str, object] = {
        "ruleId": problem.code,
        "ruleIndex": codes.index(problem.code),
        "level": problem.severity.value,
        "message": {"text": f"{problem.message}{hint}"},
    }
    path = shown_path(problem, root)
    return result if path is None else {**result, "locations": [_location(problem, path)]}


def _location(problem: Problem, path: str) -> dict[str, object]:
    place: dict[str, object] = {"artifactLocation": {"uri": quote(path)}}
    if problem.line:
        region = {"startLine": problem.line}
        place["region"] = region | ({"startColumn": problem.column} if problem.column else {})
    location: dict[str, object] = {"physicalLocation": place}
    if problem.pointer:
        location["logicalLocations"] = [{"fullyQualifiedName": problem.pointer}]
    return location
