"""`digest diff`: what changed since another edition."""

from functools import partial
from pathlib import Path
from typing import Any

import click

from digest.cli.accounts import opened
from digest.cli.boundary import Reply
from digest.cli.changes import told
from digest.cli.completion import editions, roles, sides
from digest.cli.marks import block, coloured
from digest.cli.progress import bar
from digest.cli.run import Run
from digest.cli.session import Session
from digest.press.diff import Compared, Question, diff, diff_built
from digest.press.seals import last_approved
from digest.press.sidebyside import Shown, side_by_side
from digest.press.sides import Basis, Part
from digest.problems import WorldError

#: How sharp page pictures are: pixels a point.
SCALE = 1.5


@click.command("diff")
@click.argument("edition", required=False, shell_complete=editions)
@click.option(
    "--against",
    metavar="EDITION|approved",
    shell_complete=sides,
    help="The edition to compare with, by default the one before; or its approved bundle.",
)
@click.option(
    "--role", metavar="ROLE", shell_complete=roles, help="Only what the readers of this role see."
)
@click.option(
    "--pages",
    metavar="DIR",
    type=click.Path(path_type=Path),
    help="Compare bundles, and write their changed pages side by side into DIR.",
)
@click.pass_obj
def command(
    run: Run, edition: str | None, against: str | None, role: str | None, pages: Path | None
) -> Reply:
    """Show what changed in EDITION, in the newest one by default.

    It is compared, as its files are now, with the edition before it as that was on its day.
    """
    session = Session(run)
    question, seals = Question(edition, against, role), partial(_seal, session)
    if pages is None:
        return _reply(diff(session.root, session.output, question, seals), None, None)
    compared = diff_built(session.root, session.output, question, seals)
    with bar(quiet=run.as_json) as progress:
        shown = side_by_side(compared, pages, role=role, scale=SCALE, progress=progress)
    return _reply(compared, pages, shown)


def _seal(session: Session, edition: str) -> str | None:
    """The seal of the edition's last approved bundle; where there is no ledger, none is."""
    try:
        with opened(session) as accounts:
            return last_approved(accounts.ledger, edition)
    except WorldError as error:
        if [problem.code for problem in error.problems] == ["D016"]:
            return None
        raise


def _reply(compared: Compared, folder: Path | None, shown: Shown | None) -> Reply:
    parts = [_heading(compared), told(compared.changes)]
    if folder and shown:
        parts.append(_pages(folder, shown))
    result = _result(compared) | (_drawn(folder, shown) if folder and shown else {})
    return Reply(result, coloured("\n\n".join(parts)), compared.problems)


def _heading(compared: Compared) -> str:
    changes = compared.changes
    before = _named(compared.before, changes.before.dated)
    return block(f"{_named(compared.after, changes.after.dated)}, compared with {before}")


def _named(part: Part, dated: str) -> str:
    """A side by its edition, and where it comes from unless that is the files as they are."""
    return {
        Basis.FILES: part.edition,
        Basis.DAY: f"{part.edition} as it was on {dated}",
        Basis.BUNDLE: f"the bundle of {part.edition}",
        Basis.APPROVED: f"the approved bundle of {part.edition}",
    }[part.basis]


def _pages(folder: Path, shown: Shown) -> str:
    lines = []
    for role, pairs in shown.pairs.items():
        count = sum(sheet.role == role for sheet in shown.sheets)
        lines.append(block(f"{role}: {count} of {pairs} differ", "  "))
    return "\n".join([f"Pages, side by side in {folder}", *(lines or ["  none to compare"])])


def _result(compared: Compared) -> dict[str, Any]:
    changes = compared.changes
    document = changes.model_dump(mode="json", exclude={"schema_version"})
    document["before"]["basis"] = compared.before.basis.value
    document["after"]["basis"] = compared.after.basis.value
    return {"schema": changes.schema_version, "changed": not changes.empty, **document}


def _drawn(folder: Path, shown: Shown) -> dict[str, Any]:
    sheets = [sheet.model_dump(mode="json") for sheet in shown.sheets]
    return {"pages": {"folder": str(folder), "pairs": shown.pairs, "sheets": sheets}}
