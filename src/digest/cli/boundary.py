"""Where every run ends: results on stdout, problems on stderr, one exit code."""

import os
import sys
import traceback
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from io import TextIOWrapper
from pathlib import Path
from typing import Any, TextIO

import click

from digest import __version__
from digest.cli.output import colourful, document, problem_text
from digest.cli.run import VERBS, NoSuchVerbError, Run
from digest.content.faults import did_you_mean
from digest.problems import DigestError, Exit, Problem, WorldError


@dataclass(frozen=True)
class Reply:
    """What a verb has to say: JSON-able data, and the same for people.

    `problems` are told on stderr, unless the text, being about them, has `told` them already.
    """

    result: Any
    text: str
    problems: tuple[Problem, ...] = ()
    code: Exit = Exit.DONE
    told: bool = False


def deliver(reply: Reply, run: Run) -> Exit:
    """Print a reply; its exit code. Raises `WorldError` (U007) when stdout takes no more."""
    if run.as_json:
        ok = reply.code is Exit.DONE
        _print(document(ok=ok, result=reply.result, problems=reply.problems), sys.stdout)
    else:
        if not reply.told:
            _tell(reply.problems, run.root)
        _print(reply.text, sys.stdout)
    return reply.code


def report(error: BaseException, run: Run) -> int:
    """Print a failure, whatever it is; its exit code."""
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else int(Exit.BUG)
    problems, code = _understood(error)
    if code is Exit.BUG:
        _print("".join(traceback.format_exception(error)), sys.stderr)
    if run.as_json:
        with suppress(WorldError):  # then it is stdout itself that failed
            _print(document(ok=False, result=None, problems=problems), sys.stdout)
    else:
        _print(_reminder(error), sys.stderr)
        _tell(problems, run.root)
    return int(code)


def _understood(error: BaseException) -> tuple[tuple[Problem, ...], Exit]:
    if isinstance(error, DigestError):
        return error.problems, error.exit_code
    if isinstance(error, click.ClickException):
        return (_usage(error),), Exit.USAGE
    if isinstance(error, click.Abort | KeyboardInterrupt):
        return (Problem(code="U005", message="interrupted"),), Exit.INTERRUPTED
    hint = "please report it, with the traceback and with what `digest doctor` says"
    message = f"this is a bug in digest {__version__}: {type(error).__name__}"
    return (Problem(code="U004", message=message, hint=hint),), Exit.BUG


def _usage(error: click.ClickException) -> Problem:
    message = error.format_message().rstrip(".")
    message = message[:1].lower() + message[1:]
    if isinstance(error, click.exceptions.NoArgsIsHelpError) or message == "missing command":
        message = "no verb is given"
    context = error.ctx if isinstance(error, click.UsageError) else None
    near = did_you_mean(error.name, VERBS) if isinstance(error, NoSuchVerbError) else None
    path = context.command_path if context else "digest"
    hint = near or _misplaced(error) or f"see `{path} --help`"
    return Problem(code="U001", message=message, hint=hint)


def _misplaced(error: click.ClickException) -> str | None:
    """What to say of a global option that stands behind its verb."""
    if not isinstance(error, click.NoSuchOption) or not (context := error.ctx):
        return None
    known = {name for one in context.find_root().command.params for name in one.opts}
    if context.parent is None or error.option_name not in known:
        return None
    return f"it stands before the verb: `digest {error.option_name} ... {context.info_name}`"


def _reminder(error: BaseException) -> str:
    """How the command is called, for somebody who called it otherwise."""
    if not isinstance(error, click.UsageError) or error.ctx is None:
        return ""
    if isinstance(error, click.exceptions.NoArgsIsHelpError):
        return error.ctx.get_help()
    return error.ctx.get_usage()


def _tell(problems: Iterable[Problem], root: Path) -> None:
    colour = colourful(sys.stderr)
    for problem in problems:
        _print(problem_text(problem, root, colour=colour), sys.stderr)


def _print(text: str, stream: TextIO | None) -> None:
    """Write a text and a line end; a reader who has seen enough is no failure."""
    if not text or stream is None:
        return
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace")
    try:
        stream.write(text if text.endswith("\n") else f"{text}\n")
        stream.flush()
    except OSError as error:
        # What is still in the buffer would fail once more when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        if not isinstance(error, BrokenPipeError):
            message = f"the result cannot be written: {error.strerror}"
            raise WorldError(Problem(code="U007", message=message)) from error
