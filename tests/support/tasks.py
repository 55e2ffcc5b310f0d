"""Things a worker may be asked to do, good and bad; importable in any process."""

import os
import signal
import sys
import threading
from pathlib import Path

from digest.bundle.tasks import Task
from digest.problems import DigestError, Problem
from digest.render.artifact import Rendering


class Uncopied(Exception):  # noqa: N818  # its name is what it is
    """An error that pickles and then cannot be put together again."""

    def __init__(self, *, needed: int) -> None:
        super().__init__("uncopied")
        self.needed = needed


def echo(text: str) -> Rendering:
    return Rendering(content=text.encode(), pages=len(text))


def pid() -> Rendering:
    return Rendering(content=str(os.getpid()).encode())


def die(number: int = signal.SIGSEGV) -> Rendering:
    os.kill(os.getpid(), number)
    return Rendering(content=b"alive")


def die_once(mark: str) -> Rendering:
    """Die the first time; the mark in the file system remembers it."""
    if not Path(mark).exists():
        Path(mark).touch()
        die(signal.SIGKILL)
    return Rendering(content=b"second chance")


def leave() -> Rendering:
    os._exit(7)


def eat(megabytes: int) -> Rendering:
    return Rendering(content=bytes(megabytes * 1024 * 1024)[:1])


def spin() -> Rendering:
    while True:
        pass


def hang() -> Rendering:
    threading.Event().wait()
    return Rendering(content=b"woken")


def announce(pipe: str) -> Rendering:
    """Say that it has begun, and never end."""
    Path(pipe).write_text("begun")
    return hang()


def stumble_after(pipe: str) -> Rendering:
    """Fail when somebody has written to the pipe."""
    Path(pipe).read_text()
    raise LookupError("late")


def stumble_and_tell(pipe: str) -> Rendering:
    """Fail, and let the one who waits at the pipe fail later."""
    threading.Timer(0.3, Path(pipe).write_text, ["go"]).start()
    raise ZeroDivisionError("early")


def refuse(code: str) -> Rendering:
    raise DigestError(Problem(code=code, message="no", path="a.json", line=3))


def stumble() -> Rendering:
    raise ZeroDivisionError("font-size: 1e30")


def stumble_badly() -> Rendering:
    raise Uncopied(needed=1)


def chat() -> Rendering:
    print("chatter")  # noqa: T201  # what a careless library does
    sys.stdout.flush()
    os.write(1, b"native chatter\n")
    return Rendering(content=b"said")


def loaded(name: str) -> Rendering:
    """Whether the worker has imported a module before it was asked to."""
    return Rendering(content=str(name in sys.modules).encode())


def task(call: object, *arguments: object, stem: str = "planner", channel: str = "pdf") -> Task:
    """A task that calls one of these."""
    assert callable(call)
    return Task(stem, channel, call, arguments)
