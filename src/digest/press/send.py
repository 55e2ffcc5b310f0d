"""An approved edition to every active subscriber of each role, once."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from digest.bundle.approved import copy_of
from digest.content.corpus import Content
from digest.content.publication import Publication
from digest.delivery.approval import Standing, Why
from digest.delivery.audience import Selection, recipients
from digest.delivery.bounces import verp
from digest.delivery.dispatch.crew import Job, Watch, deliver
from digest.delivery.dispatch.letters import Letters, Sign
from digest.delivery.dispatch.links import Links
from digest.delivery.dispatch.shared import Halt, Shared
from digest.delivery.dispatch.times import Times
from digest.delivery.ledger import account, approvals, opening, runs
from digest.delivery.ledger.account import Account
from digest.delivery.ledger.planning import Plan, freeze, rehearse
from digest.delivery.ledger.rows import Claim, Run
from digest.delivery.states import OPEN, Policy, RunState
from digest.delivery.transports import Transport
from digest.press.accounts import Accounts, domain_of, rule_of, subscribers_of
from digest.press.approve import Wish as Word
from digest.press.approve import candidate
from digest.press.choose import edition_of
from digest.press.prepare import loaded
from digest.problems import DigestError, Problem, UsageError

#: How long a mail is tried before it expires.
PATIENCE = timedelta(days=2)

#: How long it waits at once before it looks at the clock again, in seconds.
_LOOK = 30.0

#: What is said of an approval that does not count.
VOID = {
    Why.SEAL: "other bytes were approved",
    Why.AUDIENCE: "it was for other readers",
    Why.REVOKED: "it was taken back",
    Why.APPROVER: "the publication no longer lets them approve",
}

#: States of a run of which something may be out already.
_BEGUN = {RunState.SENDING, RunState.PAUSED, RunState.DONE, RunState.CANCELLED}


class Wish(NamedTuple):
    """Which edition is sent and how; `not_before` and `patience` bound its time.

    Without a policy what has begun goes on with its own, and what begins is sent at least once.
    """

    edition: str
    generation: int = 1
    policy: Policy | None = None
    not_before: datetime | None = None
    patience: timedelta = PATIENCE
    resume_stale: bool = False
    wait: bool = True


class Means(NamedTuple):
    """What mail is posted with; `links` leads to the public pages, `sign` may sign each mail."""

    transport: Transport
    links: str
    connections: int
    names: Callable[[], str]
    verp: bool = False
    sign: Sign | None = None


class Planned(NamedTuple):
    """A run whose audience is frozen, how it stands, and the bundle it is sent from."""

    run: Run
    standing: Standing
    folder: Path
    content: Content


class Sent(NamedTuple):
    """How the account stands after a send, and why it ended early, if it did."""

    account: Account
    halt: Halt | None


def plan(
    root: Path,
    output: Path,
    accounts: Accounts,
    wish: Wish,
    now: datetime,
    *,
    dry: bool = False,
) -> Planned:
    """Freeze whom the edition goes to, unless its sending began already.

    When it is `dry` the ledger is only read: the figures are those it would freeze. Raises
    `DigestError`: what `candidate` raises for a bundle that may not be sent, D022 when other
    bytes are being sent, or by another policy; `UsageError` (U015) for a time when the sending
    has begun.
    """
    content, _ = loaded(root)
    edition = edition_of(content, wish.edition)
    rule = rule_of(content.publication)
    begun = runs.find(accounts.ledger, edition.id, wish.generation)
    if begun is not None and begun.state in _BEGUN:
        _refuse_another_time(begun, wish)
        _refuse_another_policy(begun, wish)
        standing = approvals.standing_of(accounts.ledger, begun, rule)
        return Planned(begun, standing, copy_of(output, begun.seal), content)
    chosen = candidate(root, output, Word(wish.edition, ""))
    publication = content.publication
    not_before = wish.not_before or (begun.not_before if begun else None)
    everybody = subscribers_of(content, accounts.ledger, now)
    people = recipients(everybody, Selection.of(publication, edition.stream), accounts.keys)
    sheet = Plan(
        edition=edition.id,
        generation=wish.generation,
        seal=chosen.manifest.seal,
        domain=domain_of(publication),
        policy=wish.policy or Policy.AT_LEAST_ONCE,
        not_before=not_before,
        expires_at=max(not_before or now, now) + wish.patience,
    )
    step = rehearse if dry else freeze
    run = step(accounts.ledger, sheet, people, accounts.keys, now).run
    standing = approvals.standing_of(accounts.ledger, run, rule)
    return Planned(run, standing, copy_of(output, run.seal), content)


def waiting(accounts: Accounts, planned: Planned) -> int:
    """How many readers something would go to, or may still go to."""
    if planned.run.state is RunState.PLANNED:
        return planned.run.audience.count
    return account.account(accounts.ledger, planned.run.id).of(*OPEN)


def send(
    planned: Planned,
    accounts: Accounts,
    wish: Wish,
    means: Means,
    shared: Shared,
    times: Times,
    watch: Watch,
) -> Sent:
    """Post what was planned, as far as it is approved, and account for every reader.

    Before its time it waits; what is done already is only accounted for. Raises `DigestError`:
    A006 when it is not approved, D101 when the bundle is another, D023 to D025 when the run may
    not start; `WorldError` when the ledger is damaged or refuses.
    """
    ledger = accounts.ledger
    if planned.run.state is RunState.DONE:
        return Sent(account.account(ledger, planned.run.id), None)
    refuse_unapproved(planned)
    opening.look_over(ledger)
    if not _waited(planned.run, shared, times):
        return Sent(account.account(ledger, planned.run.id), shared.halted)
    run = runs.start(ledger, planned.run.id, times.now(), resume_stale=wish.resume_stale)
    if not account.recent(ledger, run.id, limit=1):
        # Whoever restores this copy later is told that its send has begun.
        opening.back_up(ledger, times.now())
    letters = _letters(run, planned, accounts, means)
    job = Job(
        run=run,
        rule=rule_of(planned.content.publication),
        keys=accounts.keys,
        letters=letters,
        transport=means.transport,
        return_to=_return(planned.content.publication, marked=means.verp),
        connections=means.connections,
        names=iter(means.names, ""),
        patient=wish.wait,
    )
    halt = deliver(ledger, job, shared, times, watch)
    found = account.account(ledger, run.id)
    account.assert_adds_up(found)
    return Sent(found, halt)


def _refuse_another_time(begun: Run, wish: Wish) -> None:
    if wish.not_before is not None and begun.state is not RunState.DONE:
        message = f"the sending of {begun.edition} has begun: it waits for no other time"
        hint = "leave --at out; `digest send` goes on at once"
        raise UsageError(Problem(code="U015", message=message, hint=hint))


def _refuse_another_policy(begun: Run, wish: Wish) -> None:
    if begun.state is not RunState.DONE and wish.policy not in {None, begun.policy}:
        message = f"{begun.edition} was started with another policy: {begun.policy}"
        hint = "leave --policy out to go on with it"
        raise DigestError(Problem(code="D022", message=message, hint=hint))


def _waited(run: Run, shared: Shared, times: Times) -> bool:
    """Wait for the run's time by the clock on the wall, which may be set meanwhile."""
    while seconds := runs.wait(run, times.now()).total_seconds():
        if times.wait(shared.stopped, min(seconds, _LOOK)):
            return False
    return not shared.stopped.is_set()


def _letters(run: Run, planned: Planned, accounts: Accounts, means: Means) -> Letters:
    publication = planned.content.publication
    if run.message_date is None:
        raise RuntimeError("a run that was started has no date for its mails")
    return Letters(
        planned.folder,
        seal=run.seal,
        date=run.message_date.astimezone(ZoneInfo(publication.timezone)),
        main=publication.language,
        links=Links(base=means.links, keys=accounts.keys),
        enclosing=enclosing(publication),
        sign=means.sign,
    )


def enclosing(publication: Publication) -> Mapping[str, bool]:
    """Whether the mail of each role encloses the print edition."""
    return {
        role.id: publication.attach_pdf if role.attach_pdf is None else role.attach_pdf
        for role in publication.roles
    }


def _return(publication: Publication, *, marked: bool) -> Callable[[Claim], str]:
    address = publication.sender.address
    if not marked:
        return lambda _: address
    return lambda claim: verp(address, claim.message_id.strip("<>").partition("@")[0])


def refuse_unapproved(planned: Planned) -> None:
    """Raise `DigestError` (A006) unless enough people approved these bytes for these readers."""
    standing = planned.standing
    if standing.valid:
        return
    voided = [
        f"the word of {one.approval.name} is void: {VOID[one.why]}" for one in standing.voided[-3:]
    ]
    names = ", ".join(one.name for one in standing.counting)
    given = [f"only {names} approved it"] if names else []
    said = "; ".join(given + voided) or "nobody approved it"
    number = planned.run.generation
    further = f" --generation {number}" if number > 1 else ""
    raise DigestError(
        Problem(
            code="A006",
            message=f"{planned.run.edition} is not approved: {said}",
            hint=f"{standing.missing} approval{'s' * (standing.missing != 1)} missing: "
            f"`digest approve {planned.run.edition} --by NAME{further}`",
        )
    )
