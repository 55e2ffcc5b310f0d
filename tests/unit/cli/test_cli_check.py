"""`digest check`: problems as people, programs, GitHub and SARIF viewers read them."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from digest.cli.formats import SARIF_SCHEMA, github
from digest.problems import Problem
from support.cli import PROGRAM, digest

LINES = "records/two-more.jsonl"


def _spoil(here: Path) -> None:
    """Give the publication an error and a warning with places."""
    text = (here / "publication.yaml").read_text(encoding="utf-8")
    (here / "publication.yaml").write_text(
        text.replace("paper: A4", "paper: A5").replace("streams:", "colour, loud: 1\nstreams:")
    )


def test_a_sound_publication_ends_well(here: Path) -> None:
    done = digest("check", cwd=here)

    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[0].startswith(f"{LINES}:1:555: warning[E001]: ")
    assert done.out.splitlines()[-1] == "1 edition, 3 records: 2 warnings."


def test_strict_takes_warnings_for_errors(here: Path) -> None:
    done = digest("check", "--strict", cwd=here)

    assert done.code == 1
    assert done.out.count("error[E001]") == 2
    assert done.out.splitlines()[-1] == "1 edition, 3 records: 2 errors."


def test_print_editions_are_made_and_looked_at_when_asked(here: Path) -> None:
    (here / "templates" / "print").mkdir(parents=True)
    (here / "templates" / "print" / "about.html").write_text('<img src="a.png" alt="A">')
    (here / "templates" / "print" / "ledger.html").write_text("")

    plain, printed = (digest("--json", "check", *words, cwd=here) for words in ([], ["--print"]))

    assert (plain.code, {code[0] for code in plain.codes}) == (0, {"E"})
    assert printed.code == 1
    assert {"P002", "P008"} <= set(printed.codes)


def test_a_finished_print_edition_is_read_back(here: Path) -> None:
    (here / "templates" / "print").mkdir(parents=True)
    (here / "templates" / "print" / "entry.html").write_text(
        '<article class="entry" id="{{ entry.anchor }}"><h3>{{ entry.title }}</h3></article>'
    )

    done = digest("check", "--print", cwd=here)

    roles = ("engineer", "executive", "planner")
    assert done.code == 1
    assert all(f"error[P036]: {role}.pdf: its outline" in done.out for role in roles)


def test_a_sound_print_edition_is_no_problem(here: Path) -> None:
    done = digest("check", "--print", cwd=here)

    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[-1] == "1 edition, 3 records: 2 warnings."


def test_an_error_ends_badly_and_every_problem_is_told(here: Path) -> None:
    _spoil(here)

    done = digest("check", cwd=here)

    assert (done.code, done.err) == (1, "")
    places = [line.split(": ")[0] for line in done.out.splitlines() if "[C0" in line]
    assert len(places) == 2
    assert all(place.startswith("publication.yaml:") for place in places)


def test_paths_are_seen_from_where_one_stands(here: Path) -> None:
    done = digest("-P", "coast", "check", cwd=here.parent)

    assert done.out.startswith(f"coast/{LINES}:1:555: ")


@pytest.mark.parametrize("words", [["--json", "check"], ["check", "--format", "json"]])
def test_a_document_holds_all_problems(here: Path, words: list[str]) -> None:
    _spoil(here)

    done = digest(*words, cwd=here)

    assert (done.code, done.err) == (1, "")
    assert done.document["result"] == {"publication": ".", "editions": [], "records": 0}
    assert {problem["severity"] for problem in done.document["problems"]} == {"error", "warning"}
    assert all(problem["path"] == "publication.yaml" for problem in done.document["problems"])


def test_a_sound_document(here: Path) -> None:
    document = digest("--json", "check", cwd=here).document

    assert document["result"]["editions"] == ["2026-05-04-barriers"]
    assert len(document["problems"]) == 2


def test_annotations_for_github(here: Path) -> None:
    _spoil(here)

    done = digest("-P", "coast", "check", "--format", "github", cwd=here.parent)

    first, second = sorted(done.out.splitlines())
    assert first.startswith("::error file=coast/publication.yaml,line=14,col=8,title=C0")
    assert second.startswith("::warning file=coast/publication.yaml,line=15,")
    assert "%0A" in first


@pytest.mark.parametrize(
    ("raw", "escaped"),
    [("%", "%25"), ("a\nb", "a%0Ab"), ("a\rb", "a%0Db"), ("a: b, c", "a: b, c")],
)
def test_annotations_escape_what_would_end_them(raw: str, escaped: str) -> None:
    line = github([Problem(code="X1", message=raw, path="a,b:c.json")], Path())

    assert line == f"::error file=a%2Cb%3Ac.json,title=X1::{escaped}"


def _sarif(here: Path, *words: str) -> Any:
    done = digest(*words, "check", "--format", "sarif", cwd=here.parent)
    assert done.err == ""
    return json.loads(done.out)


def test_a_sarif_log_is_valid(here: Path) -> None:
    _spoil(here)

    log = _sarif(here, "-P", "coast")

    assert (log["version"], log["$schema"]) == ("2.1.0", SARIF_SCHEMA)
    (run,) = log["runs"]
    driver = run["tool"]["driver"]
    assert driver["name"] == "digest"
    rules = [rule["id"] for rule in driver["rules"]]
    assert sorted(set(rules)) == rules
    for result in run["results"]:
        assert rules[result["ruleIndex"]] == result["ruleId"]
        assert result["level"] in {"error", "warning", "note"}
        assert result["message"]["text"]
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert place["artifactLocation"] == {"uri": "coast/publication.yaml"}
        assert place["region"]["startLine"] > 0
        assert place["region"]["startColumn"] > 0


def test_a_sarif_log_of_nothing_is_one_too(here: Path) -> None:
    text = (here / "publication.yaml").read_text(encoding="utf-8")
    changed = text.replace("intro: What the", "when_no_takeaway: omit\n    intro: What the")
    (here / "publication.yaml").write_text(changed.replace("    when_no_takeaway: include\n", ""))

    (run,) = _sarif(here, "-P", "coast")["runs"]

    assert run["results"] == []
    assert run["tool"]["driver"]["rules"] == []


def test_an_unknown_edition_is_a_wrong_call(here: Path) -> None:
    done = digest("check", "2026-05-04-barrier", cwd=here)

    assert done.code == 2
    assert "error[U010]" in done.err
    assert "did you mean" in done.err


def test_a_reader_who_has_seen_enough_is_no_problem(here: Path) -> None:
    """The pipe is closed before a word is written, so every write fails."""
    script = f'exec 3>&1; ({PROGRAM[0]} -m digest check; echo "$?" >&3) | true'

    done = subprocess.run(
        ["bash", "-c", script], cwd=here, capture_output=True, text=True, check=True
    )

    assert (done.stdout, done.stderr) == ("0\n", "")


def test_a_result_that_cannot_be_written_is_told(here: Path) -> None:
    script = f"{PROGRAM[0]} -m digest check > /dev/full"

    done = subprocess.run(
        ["bash", "-c", script], cwd=here, capture_output=True, text=True, check=False
    )

    assert done.returncode == 3
    assert "error[U007]" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_terminal_is_told_nothing_that_moves_it(here: Path) -> None:
    text = (here / "publication.yaml").read_text(encoding="utf-8")
    (here / "publication.yaml").write_text(f'{text}"\\e]0;owned\\a\\e[2Jx": 1\n')

    done = digest("check", cwd=here)

    assert "owned" in done.out
    assert "\x1b" not in done.out
    assert "\x07" not in done.out


def test_a_locale_without_letters_loses_no_line(here: Path) -> None:
    (here / "records" / "ключ.json").write_text("{")

    done = digest("check", cwd=here, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})

    assert done.code == 1
    assert "\\u043a" in done.out
    assert "Traceback" not in done.err


def test_a_code_is_explained_where_no_publication_is(tmp_path: Path) -> None:
    done = digest("check", "--explain", "e006", cwd=tmp_path)

    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("E006 (Editorial)\n\nEvery record a pattern cites")
    told = digest("--json", "check", "--explain", "E006", cwd=tmp_path).document["result"]
    assert (told["code"], told["area"]) == ("E006", "Editorial")
    assert done.out.endswith(f"{told['text']}\n")


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["E600"], "U019"),
        (["E006", "--strict"], "U001"),
        (["E006", "--format", "sarif"], "U001"),
        (["E006", "an-edition"], "U001"),
    ],
)
def test_what_cannot_be_explained_is_told(tmp_path: Path, words: list[str], code: str) -> None:
    done = digest("check", "--explain", *words, cwd=tmp_path)

    assert done.code == 2
    assert f"error[{code}]" in done.err
