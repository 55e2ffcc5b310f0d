"""`digest approve`: a named person's word for the bundle of an edition, or taking it back."""

import click

from digest.cli.accounts import now, opened
from digest.cli.boundary import Reply
from digest.cli.completion import editions
from digest.cli.generation import generation
from digest.cli.run import Run
from digest.cli.session import Session
from digest.delivery.approval import Approval
from digest.press.approve import Approved, Wish, approve, candidate, revoke
from digest.problems import Problem, UsageError


@click.command("approve")
@click.argument("edition", shell_complete=editions)
@click.option("--by", "name", metavar="NAME", required=True, help="Who approves.")
@click.option("--note", default="", help="What they have to say.")
@click.option("--seal", metavar="SEAL", help="Only while the bundle has this seal.")
@generation
@click.option("--correct", is_flag=True, help="Correct a send under way, for who is left.")
@click.option("--revoke", "taken_back", is_flag=True, help="Take the approval back.")
@click.option("--whose", metavar="NAME", help="With --revoke: only this person's word.")
@click.pass_obj
def command(
    run: Run,
    /,
    edition: str,
    name: str,
    note: str,
    seal: str | None,
    generation: int,
    whose: str | None,
    *,
    correct: bool,
    taken_back: bool,
) -> Reply:
    """Approve the bundle of EDITION: exactly its bytes, for exactly its audience.

    Any later change of either makes the approval void. With --revoke no further mail goes out.
    """
    if whose and not taken_back:
        raise UsageError(Problem(code="U009", message="--whose says something with --revoke only"))
    if correct and taken_back:
        raise UsageError(Problem(code="U009", message="--revoke corrects nothing"))
    session = Session(run)
    wish = Wish(edition, name, note, seal, generation, correct=correct)
    if taken_back:
        with opened(session) as accounts:
            return _revoked(revoke(accounts, wish, now(), whose))
    chosen = candidate(session.root, session.output, wish)
    with opened(session, create=True) as accounts:
        return _approved(approve(chosen, session.output, accounts, wish, now()))


def _approved(done: Approved) -> Reply:
    missing = done.standing.missing
    audience = done.run.audience
    lines = [
        f"{done.run.edition}: approved by {done.approval.name}",
        f"seal      {done.run.seal}",
        f"audience  {audience.count} reader{'s' * (audience.count != 1)}, {audience.hash}",
    ]
    if missing:
        lines.append(f"missing   {missing} further approval{'s' * (missing != 1)}")
    result = {
        "approval": done.approval.model_dump(mode="json"),
        "missing": missing,
        "valid": done.standing.valid,
    }
    return Reply(result, "\n".join(lines), done.problems)


def _revoked(taken: Approval) -> Reply:
    whose = f"the approval of {taken.whose}" if taken.whose else "every approval"
    text = f"{taken.edition}: {whose} was taken back by {taken.name}"
    return Reply({"revocation": taken.model_dump(mode="json")}, text)
