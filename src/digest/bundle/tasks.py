"""A rendering to be done somewhere, and what became of it."""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol

from digest.problems import DigestError, Problem, WorldError
from digest.render.artifact import Rendering


class Task(NamedTuple):
    """One artifact to be rendered: `call(*arguments)`, both picklable, gives its rendering.

    `stem` names the digest (role and language), `channel` the channel.
    """

    stem: str
    channel: str
    call: Callable[..., Rendering]
    arguments: tuple[Any, ...]

    @property
    def name(self) -> str:
        """What people call it: `engineering, pdf`."""
        return f"{self.stem}, {self.channel}"


#: A rendering, or the expected failure that came in its place.
Outcome = Rendering | DigestError


class Runner(Protocol):
    """Something that runs tasks: in this process, in others, on other machines."""

    def run(self, tasks: Sequence[Task], done: Callable[[Task], None]) -> list[Outcome]:
        """The outcome of every task, in their order; `done` is called after each, in any order.

        An exception that is no `DigestError` is a bug and is raised, with a note that names
        the task.
        """


def crashed(task: Task, code: int) -> WorldError:
    """A worker died twice over the task; `code` is its exit code, negative for a signal."""
    how = f"signal {-code}" if code < 0 else f"exit code {code}"
    return WorldError(
        Problem(
            code="B030",
            message=f"the worker died while rendering {task.name} ({how})",
            hint="something in this digest breaks a native library; the others are not affected",
        )
    )


def overdue(task: Task, what: str, setting: str) -> WorldError:
    """The task took more time than it is allowed; `setting` is what would allow more."""
    return WorldError(
        Problem(
            code="B031",
            message=f"rendering {task.name} took more than {what}",
            hint=f"simplify the digest, or raise {setting} in digest.toml",
        )
    )


def too_big(task: Task, megabytes: int) -> WorldError:
    """The task wanted more memory than it is allowed."""
    return WorldError(
        Problem(
            code="B032",
            message=f"rendering {task.name} needs more than {megabytes} MB of memory",
            hint="simplify the digest, or raise memory_mb in digest.toml",
        )
    )


def no_worker(error: Exception) -> WorldError:
    """The operating system gives us no child process."""
    return WorldError(
        Problem(
            code="B036",
            message=f"no worker process can be started: {str(error) or type(error).__name__}",
            hint="try fewer with --jobs; `digest doctor` tells whether the libraries are sound",
        )
    )
