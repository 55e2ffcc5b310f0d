"""Rendering in workers that stay: the theme they opened serves until a file of it changes."""

from collections.abc import Callable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from digest.bundle.tasks import Outcome, Runner, Task
from digest.render.artifact import Rendering
from digest.render.theme import Theme


class Warm:
    """A runner whose workers keep a theme open; `mark` names the state of the theme's files."""

    def __init__(self, runner: Runner, mark: str) -> None:
        self._runner = runner
        self._mark = mark

    def run(self, tasks: Sequence[Task], done: Callable[[Task], None]) -> list[Outcome]:
        """Run tasks of `press.rendering`; see `Runner.run`."""
        return self._runner.run([self._warm(task) for task in tasks], done)

    def _warm(self, task: Task) -> Task:
        given, theme = task.arguments
        return task._replace(call=rendered, arguments=(task.call, given, theme.root, self._mark))


def rendered(call: Callable[..., Rendering], given: Any, root: Path | None, mark: str) -> Any:
    """What the call makes of what is given and the theme of a folder in the state `mark`."""
    return call(given, _theme(root, mark))


@lru_cache(maxsize=1)
def _theme(root: Path | None, mark: str) -> Theme:
    del mark
    return Theme(root)
