"""A script that kills writes of a bundle at every line and looks at what is left.

It prints one JSON line for each kill. The arguments are a folder to work in, and a mode: `swap`
writes over a bundle, `rename` does so on a file system that cannot exchange two names, `first`
writes where nothing is.
"""

import json
import os
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import digest.bundle
import digest.bundle.store as rooms
from digest.bundle.foreign import names
from digest.problems import DigestError
from support.bundles import EDITION, artifacts, bundle

WATCHED = {
    str(Path(next(iter(digest.bundle.__path__))) / f"{room}.py")
    for room in ("store", "foreign", "swap", "private")
}


def kill_at(limit: int) -> Callable[[FrameType, str, Any], Any]:
    """A trace function that ends this process at the watched line of that number."""
    passed = 0

    def trace(frame: FrameType, event: str, _: Any) -> Any:
        nonlocal passed
        if frame.f_code.co_filename not in WATCHED:
            return None
        if event == "line":
            passed += 1
            if passed == limit:
                os.kill(os.getpid(), signal.SIGKILL)
        return trace

    return trace


def write(output: Path, text: str, limit: int) -> bool:
    """Write a bundle in a child that is killed at a line; whether it got through."""
    child = os.fork()
    if child == 0:
        sys.settrace(kill_at(limit) if limit else None)
        rooms.write(output, bundle(text), artifacts(text))
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status not in {0, signal.SIGKILL}:
        sys.exit(f"the writer ended with {status}")
    return status == 0


def state(output: Path) -> str:
    """The word that the bundle says, or what is wrong with it."""
    try:
        _, files = rooms.read(output / EDITION)
    except DigestError as error:
        return error.problems[0].code
    return files["planner.txt"].decode().strip()


def strangers(output: Path) -> list[object]:
    """What others had put into the bundle's folder: contents, target of the link, inodes."""
    folder = output / EDITION
    note, link, deep = folder / "note.txt", folder / "link", folder / "box" / "deep.txt"
    return [
        (note.read_text(), note.stat().st_ino) if note.is_file() else None,
        (str(link.readlink()), link.lstat().st_ino) if link.is_symlink() else None,
        (deep.read_text(), deep.stat().st_ino) if deep.is_file() else None,
    ]


def prepare(output: Path) -> None:
    """A bundle that says "old", with three things of others in its folder."""
    rooms.write(output, bundle("old"), artifacts("old"))
    folder = output / EDITION
    (folder / "note.txt").write_text("mine")
    (folder / "link").symlink_to("../elsewhere")
    (folder / "box").mkdir()
    (folder / "box" / "deep.txt").write_text("mine too")


def main(root: Path, mode: str) -> None:
    """Kill at line 1, 2, 3 ... until a write gets through."""
    if mode == "rename":
        vars(rooms)["exchange"] = lambda *_: False
    through, limit = False, 0
    while not through:
        limit += 1
        output = root / str(limit)
        if mode != "first":
            prepare(output)
        before = strangers(output)
        through = write(output, "new", limit)
        report = {"limit": limit, "state": state(output), "kept": strangers(output) == before}
        write(output, "next", 0)
        report |= {
            "next": state(output),
            "kept_next": strangers(output) == before,
            "staging": names(output / ".digest" / "staging"),
        }
        sys.stdout.write(json.dumps(report) + "\n")
        shutil.rmtree(output)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
