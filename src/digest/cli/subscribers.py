"""`digest subscribers`: the table of subscribers in the ledger."""

from collections import Counter
from pathlib import Path

import click

from digest.cli.accounts import now, opened, opened_if_any
from digest.cli.boundary import Reply
from digest.cli.output import table
from digest.cli.run import Run
from digest.cli.session import Session
from digest.content.loading import load
from digest.press.prepare import loaded
from digest.press.subscribers import give_out, listed, take_in, unheeded, write_out


@click.group("subscribers")
def command() -> None:
    """Import, export or list the subscribers in the ledger.

    A publication without a subscribers.csv is sent to them.
    """


@command.command("import", short_help="Take the subscribers of a CSV into the ledger.")
@click.argument("path", type=click.Path(path_type=Path))
@click.pass_obj
def take(run: Run, path: Path) -> Reply:
    """Add the subscribers of the CSV at PATH, change those who are there; nobody is removed."""
    session = Session(run)
    content, _ = loaded(session.root)
    with opened(session, create=True) as accounts:
        done = take_in(accounts, content.publication, path, now())
    text = f"{done.added} added, {done.changed} changed, {done.same} as they were"
    return Reply(done._asdict(), text, unheeded(content))


@command.command("export", short_help="Write the subscribers in the ledger as CSV.")
@click.argument("path", type=click.Path(path_type=Path), required=False)
@click.pass_obj
def give(run: Run, path: Path | None) -> Reply:
    """Write the subscribers as CSV to PATH, a new file, or to standard output."""
    with opened(Session(run)) as accounts:
        if path is None:
            text = "".join(give_out(accounts))
            return Reply({"csv": text}, text)
        write_out(accounts, path)
    return Reply({"path": str(path)}, f"written to {path}")


@command.command("list", short_help="Count the subscribers by role and status.")
@click.pass_obj
def show(run: Run) -> Reply:
    """Count the subscribers by role and status; nobody's address is shown."""
    session = Session(run)
    with opened_if_any(session) as accounts:
        every = listed(accounts) if accounts else ()
        found = Counter((one.subscriber.role, one.subscriber.status) for one in every)
    rows = [(role, status, str(count)) for (role, status), count in sorted(found.items())]
    data = [{"role": role, "status": status, "count": int(count)} for role, status, count in rows]
    text = table(rows, right=[2]) if rows else "nobody is in the ledger"
    content = load(session.root).content
    return Reply({"subscribers": data}, text, unheeded(content) if content else ())
