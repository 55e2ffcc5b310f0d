"""Calls of the program by forks of a process that has imported it: they start at once.

It reads one call a line, `{"words", "cwd", "env", "out", "err"}`, forks a process that is the
program, with these two files as its output and nothing to read, and answers its exit code.
"""

import gc
import io
import json
import os
import pkgutil
import signal
import sys
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from digest import cli
from digest.__main__ import main


def become(call: Mapping[str, Any]) -> None:
    """Stand where the program stands when a shell has just started it."""
    signal.alarm(120)  # seconds: whoever hangs is ended
    os.chdir(call["cwd"])
    os.environ.clear()
    os.environ.update(call["env"])
    files = (os.devnull, os.O_RDONLY), (call["out"], os.O_WRONLY), (call["err"], os.O_WRONLY)
    for number, (name, flags) in enumerate(files):
        opened = os.open(name, flags)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115  # the program's own
    sys.stdout = _output(1)
    sys.stderr = _output(2, errors="backslashreplace", line_buffering=True)
    sys.argv = ["digest", *call["words"]]


def _output(number: int, *, errors: str = "strict", line_buffering: bool = False) -> Any:
    raw = open(number, "wb", closefd=False)  # noqa: SIM115  # the program's own
    return io.TextIOWrapper(raw, encoding="utf-8", errors=errors, line_buffering=line_buffering)


def serve() -> None:
    """Fork for each call until there are no more."""
    orders = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    for order in orders:
        process = os.fork()
        if not process:
            # Whoever waits for the end of these pipes does not wait for the program as well.
            os.close(orders.fileno())
            os.close(answers.fileno())
            become(json.loads(order))
            sys.exit(main())
        _, status = os.waitpid(process, 0)
        print(os.waitstatus_to_exitcode(status), file=answers, flush=True)


if __name__ == "__main__":
    for room in pkgutil.iter_modules(cli.__path__):
        import_module(f"digest.cli.{room.name}")
    gc.freeze()  # what is shared by all is not looked through again at the end of each
    serve()
