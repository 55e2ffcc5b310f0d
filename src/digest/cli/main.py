"""The front door: global options, the list of verbs, one exit code.

Nothing heavy is imported here: a verb's room is opened when the verb is called, and what reports
a failure when there is one.
"""

import os
import signal
import sys
from collections.abc import Sequence
from contextlib import nullcontext, redirect_stdout
from importlib import import_module
from io import StringIO
from types import FrameType
from typing import Any, NoReturn

import click

from digest import __version__
from digest.cli import streams
from digest.cli.run import VERBS, NoSuchVerbError, Run

#: In this variable a shell asks for completion.
COMPLETE = "_DIGEST_COMPLETE"
SHELLS = {"bash", "fish", "zsh"}


class Verbs(click.Group):
    """A group that opens a verb's room on demand and lists verbs without opening any."""

    def list_commands(self, _: click.Context) -> list[str]:
        """The names of the verbs, in the order one needs them."""
        return list(VERBS)

    def get_command(self, _: click.Context, cmd_name: str) -> click.Command | None:
        """The verb of that name, or None."""
        if cmd_name not in VERBS:
            return None
        command = import_module(f"digest.cli.{cmd_name}").command
        if not isinstance(command, click.Command):
            raise TypeError(f"digest.cli.{cmd_name} holds no command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As in click, but a verb nobody knows is compared with all verbs."""
        if not args[0].startswith("-") and args[0] not in VERBS:
            raise NoSuchVerbError(args[0], ctx)
        return super().resolve_command(ctx, args)

    def format_commands(self, _: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of verbs in the help."""
        with formatter.section("Verbs"):
            formatter.write_dl(list(VERBS.items()))


@click.group(
    cls=Verbs,
    subcommand_metavar="VERB [ARGS]...",
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option("-P", "--publication", metavar="DIR", help="The publication's folder.")
@click.option("-o", "--output", metavar="DIR", help="Where bundles go.")
@click.option("--json", is_flag=True, expose_value=False, help="One JSON document on stdout.")
@click.version_option(__version__, message="%(version)s")
@click.pass_obj
def cli(run: Run, publication: str | None, output: str | None) -> None:
    """Turn one frozen edition of evidence records into a digest for every role.

    Global options stand before the verb.
    """
    run.publication, run.output = publication, output


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line (`sys.argv` by default); the exit code."""
    streams.stand()
    words = list(sys.argv[1:] if arguments is None else arguments)
    run = Run(as_json="--json" in words)
    before = signal.signal(signal.SIGTERM, _interrupt)
    try:
        answer = _answer(words, run)
        return answer if isinstance(answer, int) else int(_boundary().deliver(answer, run))
    except BaseException as error:  # noqa: BLE001  # the one place where every failure ends
        return int(_boundary().report(error, run))
    finally:
        signal.signal(signal.SIGTERM, before)


def _answer(words: list[str], run: Run) -> Any:
    """What a verb replies; with --json, the text of a help or a version is a reply as well."""
    _refuse_strange_shells()
    printed = StringIO()
    with redirect_stdout(printed) if run.as_json else nullcontext():
        answer = cli.main(words, prog_name="digest", standalone_mode=False, obj=run)
    if run.as_json and isinstance(answer, int):
        return _boundary().Reply(printed.getvalue().rstrip("\n"), "")
    return answer


def _refuse_strange_shells() -> None:
    """A shell that asks for completion names itself and says which words are typed.

    Click takes that for granted.
    """
    if not (asked := os.environ.get(COMPLETE)):
        return
    shell, _, what = asked.partition("_")
    if shell not in SHELLS or what not in {"source", "complete"}:
        raise click.UsageError(f"{COMPLETE}={asked}: there is no such completion")
    word = os.environ.get("COMP_CWORD", " ")
    sound = word.isdecimal() or (shell == "fish" and (not word or not word.isspace()))
    if what == "complete" and not (sound and "COMP_WORDS" in os.environ):
        raise click.UsageError(f"{COMPLETE} asks to complete what COMP_WORDS does not say")


def _boundary() -> Any:
    return import_module("digest.cli.boundary")


def _interrupt(_number: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt
