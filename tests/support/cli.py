"""The command line as a shell calls it."""

import atexit
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any, NamedTuple

from support.nursery import Nursery, nursery

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
    if wrapper or any(name.startswith("PYTHON") for name in env or ()):
        return _started([*wrapper, *PROGRAM, *map(str, words)], cwd, environment(env))
    with NamedTemporaryFile() as out, NamedTemporaryFile() as err:
        call = {
            "words": list(map(str, words)),
            "cwd": str(cwd or Path.cwd()),
            "env": environment(env),
            "out": out.name,
            "err": err.name,
        }
        code = _warm().ask(call)
        return Done(code, *(file.read().decode("utf-8") for file in (out, err)))


def _started(command: Sequence[str], cwd: Path | None, env: Mapping[str, str]) -> Done:
    done = subprocess.run(
        command, cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=120
    )
    return Done(done.returncode, done.stdout, done.stderr)


@cache
def _warm() -> Nursery:
    """The one process that forks for all calls; it ends with this one."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(nursery("support.calling"))
