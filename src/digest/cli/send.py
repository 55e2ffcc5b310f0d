"""`digest send`: an approved edition to every reader, once."""

import sys

import click

from digest.cli import accounting
from digest.cli.accounts import now, opened
from digest.cli.boundary import Reply
from digest.cli.completion import editions, roles
from digest.cli.gauges import Gauges
from digest.cli.generation import generation
from digest.cli.holds import held
from digest.cli.moments import moment
from digest.cli.post import Wall, means, shared, stoppable
from digest.cli.run import Run
from digest.cli.session import Session
from digest.cli.trials import sent_test
from digest.cli.watch import watching
from digest.delivery.dispatch.shared import Halt, Why
from digest.delivery.ledger.account import Account, account
from digest.delivery.states import OPEN, Policy, RunState, State
from digest.press.accounts import Accounts
from digest.press.send import Planned, Sent, Wish, plan, refuse_unapproved, send, waiting
from digest.problems import Exit, Problem, UsageError


@click.command("send")
@click.argument("edition", shell_complete=editions)
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--dry-run", is_flag=True, help="Say what would be sent, and to how many.")
@click.option("--transport", metavar="URL", help="maildir:PATH, smtp:// or smtps://.")
@click.option(
    "--connections", metavar="N", type=click.IntRange(1, 64), help="How many post at once."
)
@click.option("--rate", metavar="RATE", help="The most mails in any time: 10/s, 500/min.")
@click.option(
    "--policy",
    type=click.Choice([one.value for one in Policy]),
    show_default=Policy.AT_LEAST_ONCE.value,
    help="What happens to a mail of unknown fate.",
)
@click.option("--at", "time", metavar="TIME", help="Not before, such as 2026-11-04T08:00.")
@click.option("--zone", metavar="ZONE", help="The zone of --at; the publication's otherwise.")
@click.option("--resume-stale", is_flag=True, help="Send although its time is long past.")
@click.option("--no-wait", is_flag=True, help="Leave deferred mails to a later send.")
@generation
@click.option("--pause", "hold", flag_value="pause", help="Let no further mail out for now.")
@click.option("--cancel", "hold", flag_value="cancel", help="Let no further mail out, ever.")
@click.option("--to", "address", metavar="ADDRESS", help="Only a test, to this address.")
@click.option(
    "--role", metavar="ROLE", shell_complete=roles, help="With --to: the digest of this role."
)
@click.pass_obj
def command(
    run: Run,
    /,
    edition: str,
    policy: str | None,
    generation: int,
    *,
    time: str | None,
    zone: str | None,
    hold: str | None,
    address: str | None,
    role: str | None,
    yes: bool,
    dry_run: bool,
    resume_stale: bool,
    no_wait: bool,
    **flags: object,
) -> Reply:
    """Send EDITION as it was approved to every active subscriber.

    Run it again to go on after a pause, a crash or a cut. Ctrl-C ends it after the mail in hand.
    """
    session = Session(run, **flags)
    if address or role:
        _refuse_beside_test(hold or ("dry-run" if dry_run else None))
        return sent_test(session, edition, address, role)
    if hold:
        return held(session, edition, generation, hold)
    root = session.root
    with opened(session, create=not dry_run) as accounts:
        wish = Wish(
            edition=edition,
            generation=generation,
            policy=Policy(policy) if policy else None,
            resume_stale=resume_stale,
            wait=not no_wait,
            not_before=moment(root, time, zone),
        )
        planned = plan(root, session.output, accounts, wish, now(), dry=dry_run)
        if planned.run.state is not RunState.DONE:
            refuse_unapproved(planned)
        if dry_run:
            return _dry(session, planned, waiting(accounts, planned))
        if planned.run.state is not RunState.DONE and not yes:
            _ask(run, session, planned, waiting(accounts, planned))
        return _sent(run, session, planned, accounts, wish)


def _sent(run: Run, session: Session, planned: Planned, accounts: Accounts, wish: Wish) -> Reply:
    tools = means(session, planned.content.publication)
    gauges = Gauges(session.settings.metrics_file)
    gauges.begin(account(accounts.ledger, planned.run.id))
    with watching(quiet=run.as_json) as watch:
        state = shared(session, watch.setback)

        def tell(found: Account) -> None:
            watch.account(found)
            gauges.tell(found)

        with stoppable(state):
            sent = send(planned, accounts, wish, tools, state, Wall(), tell)
    return _reply(sent, gauges.problems)


def _refuse_beside_test(other: str | None) -> None:
    if other:
        message = f"--{other} is about a send, --to and --role are about a test"
        raise UsageError(Problem(code="U009", message=message, hint="say one of the two"))


def _ask(run: Run, session: Session, planned: Planned, count: int) -> None:
    """Ask on a terminal; without one somebody must have said yes."""
    if run.as_json or not (sys.stdin.isatty() and sys.stderr.isatty()):
        message = "nobody can be asked whether to send"
        raise UsageError(Problem(code="U014", message=message, hint="say it with --yes"))
    name = means(session, planned.content.publication).transport.name
    question = f"Send {planned.run.edition} to {_readers(planned, count)} through {name}?"
    click.confirm(question, abort=True, err=True)


def _readers(planned: Planned, count: int) -> str:
    everybody = planned.run.audience.count
    left = "" if count == everybody else f"{count} of "
    return f"{left}{everybody} reader{'s' * (everybody != 1)}"


def _dry(session: Session, planned: Planned, count: int) -> Reply:
    name = means(session, planned.content.publication).transport.name
    result = {
        "run": planned.run.model_dump(mode="json"),
        "readers": count,
        "transport": name,
        "approvals": planned.standing.model_dump(mode="json"),
    }
    lines = [
        f"{planned.run.edition}: would go to {_readers(planned, count)} through {name}"
        if count
        else f"{planned.run.edition}: would go to nobody, it is {planned.run.state} already",
        f"  seal {planned.run.seal}",
        accounting.approvals(planned.standing),
    ]
    return Reply(result, "\n".join(lines))


def _reply(sent: Sent, problems: tuple[Problem, ...]) -> Reply:
    found = sent.account
    lines = [accounting.text(found)]
    if sent.halt is not None:
        lines.append(_ended(sent.halt, found))
    result = accounting.document(found)
    result["ended"] = None if sent.halt is None else sent.halt._asdict()
    return Reply(result, "\n".join(lines), problems, code=_code(sent))


def _ended(halt: Halt, found: Account) -> str:
    again = f"`digest send {found.run.edition}` goes on"
    if found.run.state is RunState.CANCELLED:
        return "stopped: cancelled; nothing of it goes out any more"
    if halt.why is Why.ASKED:
        return f"interrupted: {again}"
    return f"stopped: {halt.text}; {again} once that is settled"


def _code(sent: Sent) -> Exit:
    if sent.halt is not None and sent.halt.why is Why.ASKED:
        return Exit.INTERRUPTED
    if sent.halt is not None and sent.halt.text == "not approved":
        return Exit.CONTENT
    if sent.halt is not None and sent.halt.why is Why.TROUBLE:
        return Exit.WORLD
    bad = sent.account.of(*OPEN, State.UNKNOWN, State.FAILED, State.EXPIRED)
    return Exit.MAIL if bad else Exit.DONE
