"""The front door: what is said without a verb, and what is loaded for it."""

import subprocess
import sys
from pathlib import Path

import pytest

from digest import __version__
from digest.cli.run import VERBS
from support.cli import PROGRAM, Done, digest, environment
from support.samples import COAST

LOADED = (
    "import sys\n"
    "from digest.cli.main import main\n"
    "code = main(sys.argv[1:])\n"
    "print(*sorted(sys.modules), file=sys.stderr)\n"
    "sys.exit(code)\n"
)


def _loaded(*words: str, cwd: Path) -> set[str]:
    """The modules that a call loads."""
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *words], cwd=cwd, check=True, capture_output=True, text=True
    )
    return set(done.stderr.split())


def test_the_version_is_told_and_nothing_else() -> None:
    assert digest("--version") == Done(0, f"{__version__}\n", "")


@pytest.mark.parametrize("word", ["--help", "-h"])
def test_help_lists_every_verb(word: str) -> None:
    done = digest(word)

    assert (done.code, done.err) == (0, "")
    assert all(f"  {verb} " in done.out and told in done.out for verb, told in VERBS.items())


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(verb: str) -> None:
    done = digest(verb, "--help")

    assert done.code == 0
    assert done.out.startswith(f"Usage: digest {verb} ")
    assert [line for line in done.out.splitlines()[1:] if line.endswith("...")] == []
    assert "INTEGER" not in done.out


def test_help_loads_nothing_but_click(tmp_path: Path) -> None:
    loaded = _loaded("--help", cwd=tmp_path)

    ours = {name for name in loaded if name.startswith("digest")}
    assert ours == {
        "digest",
        "digest.cli",
        "digest.cli.main",
        "digest.cli.run",
        "digest.cli.streams",
    }
    assert not loaded & {"pydantic", "rich", "jinja2", "ruamel", "babel", "importlib.metadata"}


def test_a_check_loads_no_renderer() -> None:
    loaded = _loaded("check", cwd=COAST)

    assert not loaded & {"weasyprint", "pydyf", "mjml", "fontTools", "distributed", "pikepdf"}


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["bild"], 'hint: did you mean "build"?'),
        (["frobnicate"], "see `digest --help`"),
        ([], "no verb is given"),
        (["--nonsense"], "no such option"),
        (["check", "--nonsense"], "see `digest check --help`"),
        (["check", "--format", "pdf"], "'pdf' is not one of"),
        (["check", "one", "two"], "unexpected extra argument"),
        (["build", "--jobs", "many"], "'many' is not a valid integer"),
        (["build", "--jobs", "-1"], "-1 is not in the range"),
        (["schema", "letter"], "'letter' is not one of"),
        (["init"], "missing argument"),
        (["-P"], "requires an argument"),
        (["check", "--json"], "no such option"),
        (["--json", "check", "--format", "github"], "both claim stdout"),
    ],
)
def test_a_call_that_cannot_work_is_explained(words: list[str], told: str, here: Path) -> None:
    done = digest(*words, cwd=here)
    said = digest("--json", *words, cwd=here)

    assert (done.code, said.code) == (2, 2)
    assert "error[U001]" in done.err or "--json" in words
    assert told in done.err.lower() or "--json" in words
    assert said.codes == ["U001"]
    assert said.document["result"] is None
    assert words or told in said.out
    assert "Traceback" not in done.err + said.err


def test_a_document_is_the_answer_wherever_json_stands(here: Path) -> None:
    assert digest("check", "--json", cwd=here).codes == ["U001"]


@pytest.mark.parametrize("words", [["--version"], ["--help"], ["build", "-h"]])
def test_what_is_printed_before_any_verb_is_a_document_too(words: list[str]) -> None:
    plain, done = digest(*words), digest("--json", *words)

    assert (done.code, done.err, done.codes) == (0, "", [])
    assert done.document["result"] == plain.out.rstrip("\n")


#: What a shell starts for `digest ... >&-` and its like.
CLOSED = (
    "import os, sys; [os.close(int(n)) for n in sys.argv[1]]; os.execv(sys.argv[2], sys.argv[2:])"
)


def _with_closed(streams: str, *words: str, cwd: Path) -> tuple[int, str]:
    """The exit code and the errors of a call whose parent closed some standard streams."""
    done = subprocess.run(
        [sys.executable, "-c", CLOSED, streams, *PROGRAM, *words],
        cwd=cwd,
        capture_output=True,
        check=False,
        text=True,
        timeout=120,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("streams", ["0", "1", "2", "01", "12", "012"])
def test_closed_streams_change_no_exit_code(streams: str, here: Path) -> None:
    checked, said = _with_closed(streams, "check", cwd=here)
    wrong, _ = _with_closed(streams, "biuld", cwd=here)
    strict, _ = _with_closed(streams, "check", "--strict", cwd=here)

    assert (checked, wrong, strict) == (0, 2, 1)
    assert "Traceback" not in said


def test_a_bundle_is_built_without_any_stream(here: Path, tmp_path: Path) -> None:
    words = ("-o", str(tmp_path / "shut"), "build", "--jobs", "1", "--channel", "text")
    shut, _ = _with_closed("012", *words, cwd=here)
    digest("-o", tmp_path / "open", *words[2:], cwd=here)

    assert shut == 0
    made, other = (
        {path.name: path.read_bytes() for path in (tmp_path / name).glob("2*/*")}
        for name in ("shut", "open")
    )
    assert made == other


#: What a shell is in whose folder somebody else removed.
GONE = "import os, sys; os.rmdir(os.getcwd()); os.execv(sys.argv[1], sys.argv[1:])"


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (["-P", "coast", "check"], 3, "U008"),
        (["-P", "{here}", "build", "--channel", "text"], 3, "U008"),
        (["-P", "coast", "-o", "{out}", "build", "--channel", "text"], 3, "U008"),
        (["doctor"], 3, "U008"),
        (["init", "coast"], 3, "B010"),
        (["build"], 2, "U006"),
        (["-P", "{here}", "check"], 0, ""),
        (["-P", "{here}", "-o", "{out}", "build", "--jobs", "0", "--channel", "text"], 0, ""),
    ],
)
def test_the_current_folder_may_be_gone(
    words: list[str], code: int, told: str, here: Path, tmp_path: Path
) -> None:
    (tmp_path / "gone").mkdir()
    whole = [word.format(here=here, out=tmp_path / "out") for word in words]

    done = subprocess.run(
        [sys.executable, "-c", GONE, *PROGRAM, *whole],
        cwd=tmp_path / "gone",
        capture_output=True,
        check=False,
        text=True,
        timeout=120,
    )

    assert (done.returncode, "Traceback" in done.stderr) == (code, False)
    assert f"error[{told}]" in done.stderr or not told


def test_the_program_starts_as_a_module_and_by_its_name() -> None:
    script = Path(sys.executable).with_name("digest")

    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)

    assert done.stdout == digest("--version").out


@pytest.mark.parametrize("program", [PROGRAM, (Path(sys.executable).parent / "digest",)])
def test_an_interrupt_while_the_program_loads_is_no_traceback(
    program: tuple[str | Path, ...], tmp_path: Path
) -> None:
    (tmp_path / "click.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")

    done = subprocess.run(
        [*program, "--help"],
        env=environment({"PYTHONPATH": str(tmp_path)}),
        capture_output=True,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (130, b"", b"")


def test_a_missing_publication_is_explained(tmp_path: Path) -> None:
    done = digest("check", cwd=tmp_path)

    assert done.code == 2
    assert "error[U006]: there is no publication here" in done.err
    assert "digest init DIR" in done.err


@pytest.mark.parametrize(
    ("words", "code", "hint"),
    [
        (["check", "--json"], "U001", "it stands before the verb: `digest --json ... check`"),
        (["build", "-P", "coast"], "U001", "it stands before the verb: `digest -P ... build`"),
        (["build", "--output=x"], "U001", "before the verb: `digest --output ... build`"),
        (["-P", "publication.yaml", "check"], "U006", "name its folder: ."),
        (["check", "editions/2026-05-04-barriers.yaml"], "U010", 'mean "2026-05-04-barriers"?'),
    ],
)
def test_a_slip_of_a_newcomer_is_answered_with_what_was_meant(
    words: list[str], code: str, hint: str, here: Path
) -> None:
    done = digest(*words, cwd=here)

    assert done.code == 2
    assert code in done.err + done.out
    assert hint in done.err + done.out


def test_a_publication_nearby_is_named(here: Path) -> None:
    near = digest("check", "coast", cwd=here.parent)
    (here / "publication.yaml").rename(here / "publication.yml")
    misnamed = digest("check", cwd=here)

    assert (near.code, misnamed.code) == (2, 2)
    assert "there is one in coast: name it with --publication coast" in near.err
    assert "rename publication.yml to publication.yaml" in misnamed.err


def test_a_publication_is_found_here_or_in_seeds(here: Path, tmp_path: Path) -> None:
    (tmp_path / "desk").mkdir()
    here.rename(tmp_path / "desk" / "seeds")

    inside = digest("--json", "check", cwd=tmp_path / "desk" / "seeds").document
    above = digest("--json", "check", cwd=tmp_path / "desk").document

    assert inside["result"]["publication"] == "."
    assert above["result"]["publication"] == "seeds"
