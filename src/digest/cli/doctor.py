"""`digest doctor`: what this machine lacks, or what a sender's domain must publish."""

import click

from digest.cli.boundary import Reply
from digest.cli.output import table
from digest.cli.run import Run
from digest.cli.senders import told
from digest.cli.session import Session
from digest.press.doctor import doctor
from digest.problems import Exit


@click.command("doctor")
@click.option("--sender", metavar="DOMAIN", help="What the sender's domain must publish instead.")
@click.pass_obj
def command(run: Run, sender: str | None) -> Reply:
    """Look at libraries, packages, fonts and folders, and say how to mend what is missing."""
    if sender is not None:
        return told(Session(run), sender)
    findings = doctor(Session(run).output)
    problems = tuple(finding.problem for finding in findings if finding.problem)
    rows = [(finding.state.value, finding.part, finding.detail) for finding in findings]
    return Reply(
        result=[finding.model_dump(mode="json", exclude={"problem"}) for finding in findings],
        text=table(rows),
        problems=problems,
        code=Exit.WORLD if problems else Exit.DONE,
    )
