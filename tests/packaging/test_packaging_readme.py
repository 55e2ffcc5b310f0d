"""The first own publication in five minutes, typed in exactly as the README has it."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.tree import ROOT

SECTION = re.compile(r"^## Your first own publication.*?(?=^## )", re.MULTILINE | re.DOTALL)
SENDING = re.compile(r"^## Approve and send.*?(?=^## )", re.MULTILINE | re.DOTALL)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def text() -> str:
    found = SECTION.search((ROOT / "README.md").read_text(encoding="utf-8"))
    assert found
    return found[0]


def _run(folder: Path, script: str, *, fails: bool = False) -> str:
    shell = subprocess.run(
        ["bash", "-e", "-c", script],
        cwd=folder,
        env=os.environ | {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (shell.returncode != 0) is fails, shell.stderr
    return shell.stdout


def test_the_five_minutes_work_as_they_are_written(text: str, tmp_path: Path) -> None:
    begin, write, said, mend = (body for _, body in BLOCK.findall(text))
    folder = tmp_path / "trees"

    _run(tmp_path, begin)
    _run(folder, write)
    assert _run(folder, "digest check", fails=True) == said
    _run(folder, mend)

    bundle = folder / "output" / "2026-05-01-benches"
    manifest = json.loads((bundle / "manifest.json").read_text(encoding="utf-8"))
    assert {"index.html", "planner.pdf", "planner.eml"} <= {
        one["path"] for one in manifest["files"]
    }
    for name in re.findall(r"`((?:index|planner)\.\w+)`", text):
        assert (bundle / name).is_file()


def test_the_edition_is_approved_and_sent_as_it_is_written(text: str, tmp_path: Path) -> None:
    section = SENDING.search((ROOT / "README.md").read_text(encoding="utf-8"))
    assert section
    ((_, send),) = BLOCK.findall(section[0])
    begin, write, _, mend = (body for _, body in BLOCK.findall(text))
    _run(tmp_path, begin.replace("digest check\n", ""))
    folder = tmp_path / "trees"
    _run(folder, write)
    _run(folder, mend)

    said = _run(folder, send)

    readers = len((folder / "subscribers.csv").read_text(encoding="utf-8").splitlines()) - 1
    assert len(list((folder / "output" / "outbox" / "new").iterdir())) == readers
    assert said.count(f"done, {readers} planned") == 2
    (folder / "records" / "benches.json").write_text(
        (folder / "records" / "benches.json").read_text(encoding="utf-8").replace("four", "five"),
        encoding="utf-8",
    )
    assert "changed since the build: records/benches.json was changed" in _run(
        folder, "digest status"
    )


def test_the_table_of_verbs_is_the_list_of_verbs() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    listed = re.findall(r"^\| `digest (\w+)", readme, re.MULTILINE)
    helped = _run(ROOT, "digest --help").partition("Verbs:")[2]

    assert listed == re.findall(r"^  (\w+)  ", helped, re.MULTILINE)
