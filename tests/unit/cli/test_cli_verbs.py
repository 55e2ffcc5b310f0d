"""`init`, `schema`, `doctor` and the words a shell completes."""

import json
from pathlib import Path

import pytest

from digest.cli.run import VERBS
from digest.press.schema import KINDS, schema
from support.cli import digest


def test_init_leads_to_a_build(tmp_path: Path) -> None:
    begun = digest("init", "trees", cwd=tmp_path)
    checked = digest("-P", "trees", "check", "--strict", cwd=tmp_path)
    made = digest("-P", "trees", "build", cwd=tmp_path)

    assert (begun.code, begun.err) == (0, "")
    assert "publication.yaml" in begun.out
    assert "digest -P trees build" in begun.out
    assert (checked.code, checked.out) == (0, "1 edition, 2 records: no problems.\n")
    assert made.code == 0
    assert "error[" not in made.err
    assert "warning[" not in made.err
    assert (tmp_path / "output" / "2026-04-01-shade" / "index.html").is_file()


def test_init_refuses_an_inhabited_folder(here: Path) -> None:
    done = digest("init", ".", cwd=here)
    said = digest("--json", "init", ".", cwd=here)

    assert done.code == 2
    assert "error[I001]" in done.err
    assert (said.code, said.codes) == (2, ["I001"])


def test_init_says_what_it_wrote(tmp_path: Path) -> None:
    result = digest("--json", "init", "trees", cwd=tmp_path).document["result"]

    assert result["folder"] == "trees"
    assert "editions/2026-04-01-shade.yaml" in result["files"]


@pytest.mark.parametrize("kind", KINDS)
def test_a_schema_is_printed_as_it_is(kind: str, tmp_path: Path) -> None:
    assert json.loads(digest("schema", kind, cwd=tmp_path).out) == schema(kind)


def test_all_schemas_are_printed_by_name(tmp_path: Path) -> None:
    plain = json.loads(digest("schema", cwd=tmp_path).out)

    assert plain == {kind: schema(kind) for kind in KINDS}
    assert digest("--json", "schema", cwd=tmp_path).document["result"] == plain


def test_a_sound_machine_ends_well(tmp_path: Path) -> None:
    done = digest("doctor", cwd=tmp_path)

    assert (done.code, done.err) == (0, "")
    assert {line.split()[0] for line in done.out.splitlines()} <= {"ok", "optional"}
    assert list(tmp_path.iterdir()) == []


def test_a_machine_whose_libraries_are_missing_is_told_how_to_mend_it(tmp_path: Path) -> None:
    """As WeasyPrint says it where Pango is missing."""
    fake = tmp_path / "weasyprint"
    fake.mkdir()
    (fake / "__init__.py").write_text('raise OSError("cannot load library libpango-1.0-0")')

    done = digest("doctor", cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)})
    said = digest("--json", "doctor", cwd=tmp_path, env={"PYTHONPATH": str(tmp_path)})

    assert done.code == 3
    assert "error[D003]: weasyprint does not work: OSError: cannot load library" in done.err
    assert "apt-get install libpango-1.0-0" in done.err
    assert (said.code, said.codes) == (3, ["D003"])
    parts = {one["part"]: one["state"] for one in said.document["result"]}
    assert (parts["weasyprint at work"], parts["mjml at work"]) == ("broken", "ok")


def _offered(words: str, cwd: Path) -> list[str]:
    env = {
        "_DIGEST_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }
    done = digest(cwd=cwd, env=env)
    assert done.err == ""
    return [line.partition(",")[2] for line in done.out.splitlines() if line]


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        ("digest ", list(VERBS)),
        ("digest bu", ["build"]),
        ("digest build ", ["2026-05-04-barriers"]),
        ("digest check 2026", ["2026-05-04-barriers"]),
        ("digest check 2027", []),
        ("digest build --role ", ["executive", "planner", "engineer"]),
        ("digest build --role e", ["executive", "engineer"]),
        ("digest build --channel ", ["pdf", "email", "text", "web"]),
        ("digest build --channel w", ["web"]),
        ("digest schema e", ["edition"]),
        ("digest check --format s", ["sarif"]),
        ("digest -P nowhere build --role ", []),
    ],
)
def test_a_shell_is_offered_what_there_is(here: Path, words: str, offered: list[str]) -> None:
    assert _offered(words, here) == offered


def test_completion_follows_the_options_before_the_verb(here: Path) -> None:
    assert _offered("digest -P coast build --role p", here.parent) == ["planner"]


def test_completion_without_a_publication_offers_nothing(tmp_path: Path) -> None:
    assert _offered("digest build --role ", tmp_path) == []


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_every_shell_has_its_script(shell: str, tmp_path: Path) -> None:
    done = digest(cwd=tmp_path, env={"_DIGEST_COMPLETE": f"{shell}_source"})

    assert done.code == 0
    assert "_DIGEST_COMPLETE" in done.out


@pytest.mark.parametrize(
    "asked",
    [
        {"_DIGEST_COMPLETE": "bash_complete"},
        {"_DIGEST_COMPLETE": "fish_complete", "COMP_WORDS": "digest b"},
        {"_DIGEST_COMPLETE": "fish_complete", "COMP_WORDS": "digest b", "COMP_CWORD": " "},
        {"_DIGEST_COMPLETE": "zsh_complete", "COMP_WORDS": "digest b", "COMP_CWORD": "b"},
        {"_DIGEST_COMPLETE": "bash_complete", "COMP_CWORD": "1"},
        {"_DIGEST_COMPLETE": "bash"},
        {"_DIGEST_COMPLETE": "tcsh_source"},
    ],
)
def test_a_shell_that_asks_wrongly_is_told(asked: dict[str, str], tmp_path: Path) -> None:
    done = digest("--version", cwd=tmp_path, env=asked)

    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error[U001]: _DIGEST_COMPLETE")


def test_fish_says_the_word_itself(here: Path) -> None:
    words = {"COMP_WORDS": "digest build --channel ", "COMP_CWORD": ""}

    done = digest(cwd=here, env={"_DIGEST_COMPLETE": "fish_complete", **words})

    assert (done.code, done.err) == (0, "")
    assert "web" in done.out
