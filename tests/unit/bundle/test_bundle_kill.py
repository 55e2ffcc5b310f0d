"""A build that is killed at any moment leaves a whole bundle."""

import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from support.tree import ROOT

#: Killed processes tell nothing of the lines they ran.
pytestmark = pytest.mark.no_cover

SCRIPT = ROOT / "tests" / "support" / "killed_writes.py"


def _kills(folder: Path, mode: str) -> list[dict[str, Any]]:
    """What every kill left, from the first line of a write to the last."""
    command = [sys.executable, str(SCRIPT), str(folder), mode]
    environment = {"PYTHONPATH": str(ROOT / "tests")}
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.fixture(scope="module", params=["swap", "rename", "first"])
def kills(request: pytest.FixtureRequest) -> Any:
    # Thousands of fsyncs: in memory where there is such a place, they cost nothing.
    memory = Path("/dev/shm")  # noqa: S108  # a fresh folder with a name nobody knows
    place = memory if memory.is_dir() else None
    with tempfile.TemporaryDirectory(prefix="digest-kills-", dir=place) as folder:
        yield request.param, _kills(Path(folder), request.param)


def test_the_old_bundle_stands_or_the_new_one(kills: Any) -> None:
    mode, rows = kills
    states = Counter(row["state"] for row in rows)

    assert len(rows) > 100
    if mode == "swap":
        assert set(states) == {"old", "new"}
    elif mode == "rename":
        # Between its two renames such a file system has neither; the next build puts it right.
        assert set(states) == {"old", "new", "B003"}
        assert states["B003"] <= 3
    else:
        assert set(states) == {"B003", "new"}


def test_files_of_others_never_leave_their_place(kills: Any) -> None:
    mode, rows = kills
    displaced = [row for row in rows if not row["kept"]]

    assert [row["state"] for row in displaced if mode != "rename"] == []
    assert {row["state"] for row in displaced} <= {"B003"}


def test_the_next_build_works_and_tidies_up(kills: Any) -> None:
    _, rows = kills

    assert {row["next"] for row in rows} == {"next"}
    assert [row for row in rows if not row["kept_next"]] == []
    assert [row for row in rows if row["staging"]] == []
