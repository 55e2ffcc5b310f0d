"""`digest status`: the account of an edition, or of all that were sent."""

import json

import click

from digest.cli import accounting
from digest.cli.accounts import now, opened_if_any
from digest.cli.boundary import Reply
from digest.cli.completion import editions
from digest.cli.run import Run
from digest.cli.session import Session
from digest.delivery.ledger.rows import Event
from digest.delivery.states import RunState
from digest.press.history import history
from digest.press.status import Status, status


@click.command("status")
@click.argument("edition", required=False, shell_complete=editions)
@click.option("--events", is_flag=True, help="What happened, a JSON document a line.")
@click.option("--after", type=click.IntRange(0), metavar="N", help="Only events after number N.")
@click.pass_obj
def command(run: Run, edition: str | None, after: int | None, *, events: bool) -> Reply:
    """Show who approved EDITION, and what became of every mail of it."""
    session = Session(run)
    with opened_if_any(session) as accounts:
        if events or after is not None:
            happened = history(session.root, accounts, edition, after=after or 0)
            return _events([_happened(one) for one in happened])
        found = status(session.root, session.output, accounts, now(), edition)
    text = "\n".join(map(_text, found)) or "nothing was approved or sent yet"
    return Reply({"runs": [_document(one) for one in found]}, text)


def _events(happened: list[dict[str, object]]) -> Reply:
    lines = "\n".join(json.dumps(one, ensure_ascii=False) for one in happened)
    return Reply({"events": happened}, lines)


def _happened(one: Event) -> dict[str, object]:
    return {**one._asdict(), "at": one.at.isoformat()}


def _document(one: Status) -> dict[str, object]:
    data = accounting.document(one.account, one.standing)
    data["lapses"] = [
        {"approval": number, "changes": [change.model_dump(mode="json") for change in undone]}
        for number, undone in one.lapses.items()
    ]
    data["changes"] = [change.model_dump(mode="json") for change in one.changes]
    data["rebuilt"] = one.rebuilt
    data["bundled"] = one.bundled
    return data


def _text(one: Status) -> str:
    lines = [accounting.text(one.account), accounting.approvals(one.standing, one.lapses)]
    lines += [f"  changed since the build: {change.text}" for change in one.changes]
    if one.rebuilt:
        lines.append(f"  the bundle in the output has another seal: {one.rebuilt}")
    if one.account.run.state is RunState.PLANNED and not one.bundled:
        lines.append("  there is no bundle of it in the output: none is sent before it is built")
    return "\n".join(filter(None, lines))
