"""`digest status`: the account of an edition, or of all that were sent."""

import click

from digest.cli import accounting
from digest.cli.accounts import opened
from digest.cli.boundary import Reply
from digest.cli.completion import editions
from digest.cli.run import Run
from digest.cli.session import Session
from digest.press.status import Status, status


@click.command("status")
@click.argument("edition", required=False, shell_complete=editions)
@click.pass_obj
def command(run: Run, edition: str | None) -> Reply:
    """Show who approved EDITION, and what became of every mail of it."""
    session = Session(run)
    with opened(session) as accounts:
        found = status(session.root, session.output, accounts, edition)
    text = "\n".join(map(_text, found)) or "nothing was approved or sent yet"
    return Reply({"runs": [_document(one) for one in found]}, text)


def _document(one: Status) -> dict[str, object]:
    data = accounting.document(one.account, one.standing)
    data["changes"] = [change.model_dump(mode="json") for change in one.changes]
    data["rebuilt"] = one.rebuilt
    return data


def _text(one: Status) -> str:
    lines = [accounting.text(one.account), accounting.approvals(one.standing)]
    lines += [f"  changed since the build: {change.text}" for change in one.changes]
    if one.rebuilt:
        lines.append(f"  the bundle in the output has another seal: {one.rebuilt}")
    return "\n".join(filter(None, lines))
