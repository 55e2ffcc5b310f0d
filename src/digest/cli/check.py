"""`digest check`: every problem, each with its place."""

from functools import partial

import click

from digest.cli.boundary import Reply
from digest.cli.completion import editions
from digest.cli.formats import FORMATS, tally
from digest.cli.run import Run
from digest.cli.runners import hire
from digest.cli.session import Session
from digest.press.check import Checked, check
from digest.press.explain import explain
from digest.problems import Exit, errors

#: The formats in which text that is about no place can be written.
PLAIN = ("text", "json")


@click.command("check")
@click.argument("edition", required=False, shell_complete=editions)
@click.option("--strict", is_flag=True, help="Warnings count as errors, unless they are waived.")
@click.option("--print", "prints", is_flag=True, help="Make every print edition and look at it.")
@click.option(
    "--format",
    "form",
    type=click.Choice([*FORMATS, "json"]),
    default="text",
    show_default=True,
    help="How problems are written on stdout.",
)
@click.option("--explain", "code", metavar="CODE", help="Tell what a code means, and no more.")
@click.pass_obj
def command(
    run: Run, edition: str | None, form: str, code: str | None, *, strict: bool, prints: bool
) -> Reply:
    """Show every problem of the publication, or of one EDITION of it."""
    if form == "json":
        run.as_json = True
    elif run.as_json and form != "text":
        raise click.UsageError(f"--json and --format {form} both claim stdout")
    if code is not None:
        return _explained(code, alone=not (edition or strict or prints or form not in PLAIN))
    session = Session(run)
    hired = partial(hire, session.settings)
    checked = check(session.root, edition=edition, strict=strict, prints=prints, hire=hired)
    text = FORMATS["text" if run.as_json else form](checked.problems, session.root)
    if form == "text":
        text = "\n".join(filter(None, [text, _summary(checked)]))
    return Reply(
        result=_result(session, checked),
        text=text,
        problems=checked.problems,
        code=Exit.CONTENT if errors(checked.problems) else Exit.DONE,
        told=True,
    )


def _explained(code: str, *, alone: bool) -> Reply:
    if not alone:
        raise click.UsageError("--explain looks at no edition; give nothing but a code")
    found = explain(code)
    text = f"{found.code} ({found.area})\n\n{found.text}"
    return Reply({"code": found.code, "area": found.area, "text": found.text}, text)


def _result(session: Session, checked: Checked) -> dict[str, object]:
    return {
        "publication": str(session.root),
        "editions": list(checked.editions),
        "records": checked.records,
    }


def _summary(checked: Checked) -> str:
    editions_, records = len(checked.editions), checked.records
    if not editions_:
        return f"{tally(checked.problems)}."
    seen = f"{editions_} edition{'s' * (editions_ != 1)}, {records} record{'s' * (records != 1)}"
    return f"{seen}: {tally(checked.problems)}."
