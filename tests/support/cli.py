"""The command line as a shell calls it."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

#: How a process of its own starts the program.
PROGRAM = (sys.executable, "-m", "digest")


class Done(NamedTuple):
    """What a call left behind."""

    code: int
    out: str
    err: str

    @property
    def document(self) -> dict[str, Any]:
        """Standard output as the one JSON document it must be."""
        document = json.loads(self.out)
        assert isinstance(document, dict)
        assert set(document) == {"ok", "result", "problems"}
        assert document["ok"] is (self.code == 0)
        return document

    @property
    def codes(self) -> list[str]:
        """The codes of the problems in the document."""
        return [problem["code"] for problem in self.document["problems"]]


def environment(changes: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment with changes."""
    return {**os.environ, **(changes or {})}


def digest(
    *words: str | Path,
    cwd: Path | None = None,
    env: Mapping[str, str] | None = None,
    wrapper: Sequence[str] = (),
) -> Done:
    """Call `digest` with these words in a process of its own, started by a `wrapper`."""
    done = subprocess.run(
        [*wrapper, *PROGRAM, *map(str, words)],
        cwd=cwd,
        env=environment(env),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    return Done(done.returncode, done.stdout, done.stderr)
