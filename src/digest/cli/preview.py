"""`digest preview`: the editors' desk."""

import secrets
from contextlib import closing, suppress
from functools import partial

import click

from digest.cli.accounts import now, opened
from digest.cli.boundary import Reply
from digest.cli.post import means as posting
from digest.cli.run import Run
from digest.cli.runners import hire, lasting, processes
from digest.cli.session import Session
from digest.preview.office import Office
from digest.preview.serving import serve
from digest.preview.studio import Means


@click.command("preview")
@click.option(
    "--port", metavar="N", type=click.IntRange(0, 65535), default=0, help="A free one by default."
)
@click.option(
    "--jobs", metavar="N", type=click.IntRange(0, 512), help="How many processes; 0 for none."
)
@click.pass_obj
def command(run: Run, /, port: int, **flags: object) -> Reply:
    """Show what every role gets in every channel while you write; Ctrl-C ends it.

    The address that is printed holds the key: only who has it gets in.
    """
    session = Session(run, **flags)
    addresses: list[str] = []

    def ready(address: str) -> None:
        addresses.append(address)
        click.echo(f"the desk is open at {address}", err=True)

    with closing(lasting(session.settings)) as quick, suppress(KeyboardInterrupt):
        means = Means(
            quick,
            partial(hire, session.settings),
            processes(session.settings),
            reuse=session.settings.cache,
        )
        serve(session.root, session.output, means, _office(session), port=port, ready=ready)
    return Reply({"addresses": addresses}, "")


def _office(session: Session) -> Office:
    return Office(
        accounts=partial(opened, session),
        transport=lambda publication: posting(session, publication).transport,
        now=now,
        unique=partial(secrets.token_hex, 16),
    )
