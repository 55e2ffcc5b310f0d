"""Problems as people, programs, GitHub and SARIF viewers read them."""

import json
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from urllib.parse import quote

from digest import __version__
from digest.checks.waivers import waiver_of
from digest.cli.output import colourful, problem_text, shown_path, written
from digest.press.explain import Explanation, explanations
from digest.problems import Problem, Severity

#: The names both GitHub and SARIF viewers know for a weight.
_GITHUB = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def text(problems: Sequence[Problem], root: Path) -> str:
    """A few lines a problem: as on the error stream, then how a warning would be waived."""
    colour = colourful(sys.stdout)
    return "\n".join(
        problem_text(problem, root, colour=colour) + _waiver(problem) for problem in problems
    )


def github(problems: Sequence[Problem], root: Path) -> str:
    """Workflow commands that put each problem beside its line in a pull request."""
    return "\n".join(_command(problem, root) for problem in problems)


def sarif(problems: Sequence[Problem], root: Path) -> str:
    """A SARIF 2.1.0 log of one run; paths are relative to the current folder."""
    codes = sorted({problem.code for problem in problems})
    known = explanations()
    driver = {
        "name": "digest",
        "version": __version__,
        "semanticVersion": __version__,
        "rules": [_rule(code, known.get(code)) for code in codes],
    }
    results = [_result(problem, root, codes) for problem in problems]
    if any(problem.waived for problem in problems):
        # Whoever tells one result's suppressions must tell them of all results.
        results = [
            {**result, "suppressions": _suppressions(problem)}
            for result, problem in zip(results, problems, strict=True)
        ]
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "results": results,
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
    return f"::{_GITHUB[problem.severity]} {told}::{_data(_said(problem))}"


def _waiver(problem: Problem) -> str:
    waiver = waiver_of(problem)
    return f"\n  to waive: {waiver}" if waiver else ""


def _said(problem: Problem) -> str:
    """The message, and on a line of its own why it is waived, or how to mend it."""
    further = f"waived: {problem.waived}" if problem.waived else problem.hint
    return f"{problem.message}\n{further}" if further else problem.message


def _data(value: object) -> str:
    escaped = str(value).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return written(escaped)


def _property(value: object) -> str:
    return _data(value).replace(":", "%3A").replace(",", "%2C")


def _rule(code: str, known: Explanation | None) -> dict[str, object]:
    """A code, and what its page says of it; a code of somebody else's has none."""
    if known is None:
        return {"id": code}
    return {
        "id": code,
        "fullDescription": {"text": known.meaning},
        "help": {"text": known.text, "markdown": known.text},
    }


def _result(problem: Problem, root: Path, codes: list[str]) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": problem.code,
        "ruleIndex": codes.index(problem.code),
        "level": problem.severity.value,
        "message": {"text": _said(problem)},
    }
    if problem.target:
        result["partialFingerprints"] = {"target/v1": problem.target}
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


def _suppressions(problem: Problem) -> list[dict[str, str]]:
    """Why a result is no alarm: the reason stands in the edition's own file."""
    if not problem.waived:
        return []
    return [{"kind": "inSource", "justification": problem.waived}]
