"""`digest build`: the bundle of an edition."""

from functools import partial

import click

from digest.bundle.manifest import File
from digest.cli.boundary import Reply
from digest.cli.completion import editions, every_channel, roles
from digest.cli.output import size, table
from digest.cli.progress import bar
from digest.cli.run import Run
from digest.cli.runners import hire
from digest.cli.session import Session
from digest.press.assemble import INDEX
from digest.press.build import Built, Machine, build
from digest.press.plan import Wish


@click.command("build")
@click.argument("edition", required=False, shell_complete=editions)
@click.option(
    "--role",
    metavar="ROLE",
    multiple=True,
    shell_complete=roles,
    help="Only this role; repeatable.",
)
@click.option(
    "--channel",
    metavar="CHANNEL",
    multiple=True,
    shell_complete=every_channel,
    help="Only this channel; repeatable.",
)
@click.option(
    "--jobs", metavar="N", type=click.IntRange(0, 512), help="How many processes; 0 for none."
)
@click.option("--scheduler", metavar="URL", help="Render on a cluster: tcp://host:port.")
@click.option("--cache/--no-cache", default=None, help="Reuse what did not change (default).")
@click.pass_obj
def command(  # click prints the options
    run: Run,
    /,
    edition: str | None,
    role: tuple[str, ...],
    channel: tuple[str, ...],
    **flags: object,
) -> Reply:
    """Make the bundle of EDITION, of the newest one by default.

    A build that --role or --channel narrow replaces the bundle and is marked as partial.
    """
    session = Session(run, **flags)
    machine = Machine(partial(hire, session.settings), reuse=session.settings.cache)
    wish = Wish(edition, role, channel)
    with bar(quiet=run.as_json) as progress:
        built = build(session.root, session.output, wish, machine, progress)
    return Reply(_result(built), _text(built), built.problems)


def _result(built: Built) -> dict[str, object]:
    return {
        "folder": str(built.folder),
        "index": _index(built),
        "rendered": built.rendered,
        "reused": built.reused,
        "manifest": built.manifest.document,
    }


def _text(built: Built) -> str:
    files = built.manifest.files
    made = f"{built.rendered} rendered, {built.reused} unchanged"
    whole = "a partial bundle, not for approval" if built.manifest.partial else "the bundle"
    return "\n".join(
        [
            f"{built.folder}: {whole}, {len(files)} files ({made})",
            table([_row(file) for file in files], right=[1, 2]),
            f"seal  {built.manifest.seal}",
            f"open  {_index(built) or built.folder}",
        ]
    )


def _row(file: File) -> tuple[str, str, str]:
    pages = "" if file.pages is None else f"{file.pages} page{'s' * (file.pages != 1)}"
    return (f"  {file.path}", size(file.bytes), pages)


def _index(built: Built) -> str | None:
    names = {file.path for file in built.manifest.files}
    return str(built.folder / INDEX) if INDEX in names else None
