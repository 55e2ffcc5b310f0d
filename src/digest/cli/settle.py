"""`digest settle`: decide the mails of unknown fate."""

from collections.abc import Iterable
from pathlib import Path

import click

from digest.cli import accounting
from digest.cli.accounts import now, opened
from digest.cli.boundary import Reply
from digest.cli.completion import editions
from digest.cli.output import table
from digest.cli.run import Run
from digest.cli.session import Session
from digest.delivery.ledger.recovery import recover
from digest.delivery.ledger.rows import Row
from digest.delivery.ledger.settling import VERDICTS, Decision
from digest.delivery.states import State
from digest.press.settle import logged, run_of, settle, unknown
from digest.problems import Exit, Problem, UsageError


@click.command("settle")
@click.argument("edition", shell_complete=editions)
@click.option(
    "--as", "verdict", type=click.Choice([one.value for one in VERDICTS]), help="What they became."
)
@click.option(
    "--id", "numbers", metavar="N", type=int, multiple=True, help="Only this mail; repeatable."
)
@click.option(
    "--log", metavar="FILE", type=click.Path(path_type=Path), help="A log of the relay decides."
)
@click.option("--by", "name", metavar="NAME", help="Who decides.")
@click.option("--generation", metavar="N", type=click.IntRange(1), help="Not of the last one.")
@click.pass_obj
def command(
    run: Run,
    /,
    edition: str,
    verdict: str | None,
    numbers: tuple[int, ...],
    *,
    log: Path | None,
    name: str | None,
    generation: int | None,
) -> Reply:
    """Show the mails of EDITION that may have arrived and may not, or decide them.

    Without --as and --log they are listed, by numbers and ids, without the persons.
    """
    session = Session(run)
    with opened(session) as accounts:
        one = run_of(accounts, edition, generation)
        recover(accounts.ledger, now())
        rows = tuple(unknown(accounts, one))
        if verdict is None and log is None:
            return _listed(rows)
        if not name or (verdict and log):
            message = "a decision takes the name of a person, and --as or --log"
            raise UsageError(Problem(code="U017", message=message, hint="give --by, and one"))
        made = logged(log) if log else _said(rows, numbers, verdict or "")
        settled, found = settle(accounts, one, made, by=name, now=now())
    lost = [str(key) for key in settled.missing if not log]
    problems = [_missing(key) for key in lost]
    result = {**accounting.document(found), "settled": len(settled.done), "missing": lost}
    text = f"{len(settled.done)} settled\n{accounting.text(found)}"
    bad = found.of(State.UNKNOWN)
    return Reply(result, text, tuple(problems), Exit.MAIL if bad else Exit.DONE)


def _said(rows: Iterable[Row], numbers: tuple[int, ...], verdict: str) -> list[Decision]:
    wanted = numbers or tuple(row.id for row in rows)
    return [Decision(number, State(verdict)) for number in wanted]


def _listed(rows: tuple[Row, ...]) -> Reply:
    data = [{**row._asdict(), "updated": row.updated and row.updated.isoformat()} for row in rows]
    lines = [(str(row.id), row.role, row.message_id, row.reason or "") for row in rows]
    text = table(lines, right=[0]) if rows else "nothing is unknown"
    return Reply({"unknown": data}, text, code=Exit.MAIL if rows else Exit.DONE)


def _missing(key: str) -> Problem:
    message = f"the run has no mail {key}"
    return Problem(code="U018", message=message, hint="`digest settle EDITION` lists them")
