"""Colours and a bar on a terminal, and plain lines everywhere else."""

import os
import pty
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest

from digest.cli.output import shown_path, size, table
from digest.problems import Problem
from support.cli import PROGRAM, environment

ESCAPE = "\x1b["


def _on_a_terminal(
    *words: str, cwd: Path, out: bool, env: Mapping[str, str] | None = None
) -> tuple[str, str]:
    """What a terminal shows, and what went past it; `out` puts stdout on the terminal too."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [*PROGRAM, *words],
        cwd=cwd,
        env=environment({"TERM": "xterm-256color", "COLUMNS": "100", **(env or {})}),
        stdout=theirs if out else subprocess.PIPE,
        stderr=theirs,
        text=True,
    ) as process:
        os.close(theirs)
        shown = _read(ours)
        past = process.stdout.read() if process.stdout else ""
    os.close(ours)
    return shown, past


def _read(handle: int) -> str:
    pieces: list[bytes] = []
    while True:
        try:
            piece = os.read(handle, 4096)
        except OSError:  # the other end is closed
            piece = b""
        if not piece:
            return b"".join(pieces).decode()
        pieces.append(piece)


def test_problems_are_coloured_on_a_terminal(here: Path) -> None:
    shown, _ = _on_a_terminal("check", cwd=here, out=True)

    assert f"{ESCAPE}33m{ESCAPE}1mwarning[E001]{ESCAPE}0m: the record" in shown


@pytest.mark.parametrize("verb", [["check"], ["build", "--channel", "text"], ["doctor"]])
def test_no_color_is_respected(here: Path, verb: list[str]) -> None:
    shown, _ = _on_a_terminal(*verb, cwd=here, out=True, env={"NO_COLOR": "1"})

    assert f"{ESCAPE}3" not in shown
    assert f"{ESCAPE}1m" not in shown


def test_a_bar_is_drawn_on_the_terminal_and_the_result_goes_past_it(here: Path) -> None:
    shown, past = _on_a_terminal("build", "--channel", "text", cwd=here, out=False)

    assert "━" in shown
    assert past.splitlines()[-1] == "open  output/2026-05-04-barriers"
    assert ESCAPE not in past


def test_a_document_is_accompanied_by_nothing(here: Path) -> None:
    shown, past = _on_a_terminal("--json", "build", "--channel", "text", cwd=here, out=False)

    assert shown == ""
    assert past.startswith('{\n  "ok": true,')


def test_a_table_is_laid_out_on_a_terminal_too(here: Path) -> None:
    shown, _ = _on_a_terminal("doctor", cwd=here, out=True)

    assert "ok  python       " in shown
    assert " \r\n" not in shown


@pytest.mark.parametrize(
    ("path", "seen"),
    [
        ("records/a.json", "seeds/records/a.json"),
        ("default:templates/web/digest.html", "default:templates/web/digest.html"),
        (None, None),
    ],
)
def test_paths_are_shown_as_seen_from_here(path: str | None, seen: str | None) -> None:
    assert shown_path(Problem(code="X1", message="m", path=path), Path("seeds")) == seen


def test_columns_are_as_wide_as_their_widest_cell() -> None:
    rows = [("a", "1", "x"), ("bcd", "20", "")]

    assert table(rows, right=[1]) == "a     1  x\nbcd  20"


@pytest.mark.parametrize(
    ("count", "text"),
    [(0, "0 B"), (999, "999 B"), (1000, "1 kB"), (63_422, "63 kB"), (2_450_000, "2.5 MB")],
)
def test_sizes_are_told_in_a_persons_words(count: int, text: str) -> None:
    assert size(count) == text
