"""Builds of a copy of the sample publication, in this process."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

from digest.bundle.executors import Inline
from digest.bundle.tasks import Outcome, Runner, Task
from digest.press.build import Built, Machine, build
from digest.press.plan import Wish

PLAIN = YAML(typ="safe", pure=True)
EDITION = "2026-05-04-barriers"

#: Channels that are rendered in no time.
QUICK = ("text", "web")

#: Every task of a build in these channels.
ALL = [f"{role}, {channel}" for role in ("engineer", "executive", "planner") for channel in QUICK]

#: The renderer of a channel that notices something.
NOTICING = """
from digest.problems import Problem

def render(digest, theme):
    found = Problem(code="X001", message="seen", severity="{severity}")
    return Rendering(content=b"w", problems=(found,))
"""


class Watched:
    """A runner in this process that remembers what it was given."""

    def __init__(self) -> None:
        self.names: list[str] = []

    def run(self, tasks: Sequence[Task], done: Callable[[Task], None]) -> list[Outcome]:
        self.names += [task.name for task in tasks]
        return Inline().run(tasks, done)


def built(
    root: Path,
    output: Path,
    *,
    edition: str | None = None,
    roles: tuple[str, ...] = (),
    channels: tuple[str, ...] = QUICK,
    reuse: bool = True,
    runner: Runner | None = None,
) -> Built:
    """Build; quick channels and an unhurried runner unless the test says otherwise."""
    machine = Machine(lambda *_: runner or Inline(), reuse=reuse)
    return build(root, output, Wish(edition, roles, channels), machine, lambda *_: None)


def rendered(root: Path, output: Path, **wish: Any) -> list[str]:
    """The names of the tasks that a build had to run."""
    watched = Watched()
    built(root, output, runner=watched, **wish)
    return sorted(watched.names)


def change(root: Path, how: Callable[[Any], object], name: str = "publication.yaml") -> None:
    """Change the data of a YAML file."""
    data = PLAIN.load((root / name).read_text(encoding="utf-8"))
    how(data)
    with (root / name).open("w", encoding="utf-8") as file:
        PLAIN.dump(data, file)


def change_role(root: Path, role: str, **fields: Any) -> None:
    """Change fields of one role of the publication."""
    change(root, lambda data: [r.update(fields) for r in data["roles"] if r["id"] == role])
