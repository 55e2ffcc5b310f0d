"""`digest serve`: the public pages of a publication."""

import sys
import time
from collections.abc import Iterable
from contextlib import ExitStack

import click

from digest.cli.accounts import now, opened
from digest.cli.boundary import Reply
from digest.cli.output import colourful, problem_text
from digest.cli.run import Run
from digest.cli.session import Session
from digest.delivery.ledger.lasting import hold_open
from digest.press.accounts import Accounts
from digest.press.public import Scope
from digest.problems import Problem, Severity, WorldError
from digest.service.app import Means, application
from digest.service.limits import Allowance
from digest.service.server import listen, proxies, run

#: How long a reader waits for the ledger while somebody else writes, in seconds.
PATIENCE = 10


@click.command("serve")
@click.option(
    "--host", metavar="ADDRESS", default="127.0.0.1", show_default=True, help="Where to listen."
)
@click.option(
    "--port",
    metavar="N",
    type=click.IntRange(0, 65535),
    default=8080,
    show_default=True,
    help="0: a free one.",
)
@click.option("--trust", multiple=True, metavar="ADDRESS", help="A proxy; may be repeated.")
@click.option(
    "--archive",
    type=click.Choice([one.value for one in Scope]),
    default=Scope.SENT.value,
    show_default=True,
    help="Which editions everybody may read.",
)
@click.option(
    "--requests",
    metavar="RATE",
    default="300/min",
    show_default=True,
    help="The most requests from one address.",
)
@click.pass_obj
def command(
    run_: Run, host: str, port: int, trust: tuple[str, ...], archive: str, requests: str
) -> Reply:
    """Serve the pages to unsubscribe and to choose, and the archive, until Ctrl-C or SIGTERM.

    A proxy that speaks https stands before it.
    """
    session, scope = Session(run_), Scope(archive)
    allowance, trusted = Allowance.parse(requests), proxies(trust)

    def tell(problems: Iterable[Problem]) -> None:
        for one in problems:
            click.echo(problem_text(one, run_.root, colour=colourful(sys.stderr)), err=True)

    with ExitStack() as stack:
        accounts = _accounts(session, scope, stack)
        if accounts is None:
            tell((_nobody(),))
        means = Means(
            root=session.root,
            output=session.output,
            accounts=accounts,
            scope=scope,
            allowance=allowance,
            tell=tell,
            now=now,
            clock=time.monotonic,
        )
        app, listener = application(means), listen(host, port)
        shown = _address(host, listener.getsockname()[1])
        click.echo(f"serving {shown} until Ctrl-C", err=True)
        run(app, listener, trusted)
    return Reply({"address": shown}, "")


def _accounts(session: Session, scope: Scope, stack: ExitStack) -> Accounts | None:
    """The ledger, whose locks nobody waits long for; None where it may be missing and is."""
    try:
        accounts = stack.enter_context(opened(session))
    except WorldError as error:
        if scope is not Scope.SENT and {one.code for one in error.problems} == {"D016"}:
            return None
        raise
    hold_open(accounts.ledger, PATIENCE)
    return accounts


def _address(host: str, port: int) -> str:
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _nobody() -> Problem:
    return Problem(
        code="S005",
        severity=Severity.WARNING,
        message="there is no ledger: nobody can unsubscribe here",
        hint="name the ledger that mail is sent from, with the setting `ledger`",
    )
