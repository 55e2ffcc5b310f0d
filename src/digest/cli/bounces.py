"""`digest bounces`: what came back, noted in the ledger."""

from pathlib import Path

import click

from digest.cli.accounts import now, opened
from digest.cli.boundary import Reply
from digest.cli.run import Run
from digest.cli.session import Session
from digest.press.accounts import domain_of
from digest.press.prepare import loaded
from digest.press.settle import Told, returned


@click.command("bounces")
@click.argument("path", type=click.Path(path_type=Path))
@click.pass_obj
def command(run: Run, path: Path) -> Reply:
    """Note the delivery reports in PATH, a Maildir or an mbox.

    A mailbox that is dead gets no further mail. Nothing is changed in PATH; reading it again
    changes nothing.
    """
    session = Session(run)
    content, _ = loaded(session.root)
    with opened(session) as accounts:
        told = returned(accounts, path, domain_of(content.publication), now())
    return Reply(
        {"kinds": told.kinds, "strangers": told.strangers, "unread": told.unread}, _text(told)
    )


def _text(told: Told) -> str:
    parts = [f"{count} {kind}" for kind, count in told.kinds.items()] or ["no reports of ours"]
    if told.strangers:
        parts.append(f"{told.strangers} about mails that are not ours")
    if told.unread:
        parts.append(f"{told.unread} mails that are no reports")
    return ", ".join(parts)
