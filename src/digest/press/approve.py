"""Somebody's word for one seal and one audience, given and taken back."""

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from digest.bundle import approved, store
from digest.bundle.manifest import Manifest
from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.delivery.approval import Approval, Standing
from digest.delivery.audience import Selection, recipients
from digest.delivery.ledger import approvals, runs
from digest.delivery.ledger.planning import Plan, freeze, rebuild
from digest.delivery.ledger.recovery import recover
from digest.delivery.ledger.rows import Run
from digest.delivery.states import Policy, RunState
from digest.press.accounts import Accounts, domain_of, rule_of, subscribers_of
from digest.press.choose import edition_of
from digest.press.makings import changes, outdated
from digest.press.prepare import loaded
from digest.problems import DigestError, Problem
from digest.render.theme import Theme


class Wish(NamedTuple):
    """Who approves which edition; with `seal` only while the bundle has that seal.

    With `correct` the bundle goes to those whom a send under way has not reached.
    """

    edition: str
    name: str
    note: str = ""
    seal: str | None = None
    generation: int = 1
    policy: Policy = Policy.AT_LEAST_ONCE
    correct: bool = False


class Candidate(NamedTuple):
    """A whole bundle that is as a build would make it now, and what it was made from."""

    content: Content
    edition: Edition
    manifest: Manifest
    files: dict[str, bytes]
    noticed: tuple[Problem, ...]


class Approved(NamedTuple):
    """The approval as it was written down, and how the edition stands with it."""

    run: Run
    approval: Approval
    standing: Standing
    problems: tuple[Problem, ...]


def candidate(root: Path, output: Path, wish: Wish) -> Candidate:
    """The bundle that would be approved, looked over; nothing is written.

    Raises `DigestError`: what is wrong with the publication; B003 to B005 for a bundle that is
    missing or damaged; A001 for a partial one, A002 for one that is out of date, A003 when its
    seal is not the one of the wish, A008 for one of another edition. `UsageError` (U010) for an
    unknown edition.
    """
    content, noticed = loaded(root)
    edition = edition_of(content, wish.edition)
    manifest, files = whole(output / edition.id, wish.seal)
    if manifest.edition != edition.id:
        raise DigestError(_foreign(edition, manifest))
    if found := changes(manifest, content, Theme(root.resolve())):
        raise DigestError(outdated(edition.id, found))
    return Candidate(content, edition, manifest, files, noticed)


def approve(
    chosen: Candidate, output: Path, accounts: Accounts, wish: Wish, now: datetime
) -> Approved:
    """Bind a name to the bundle of an edition and to its audience, and keep a copy of it.

    Raises `DigestError`: A004 when nobody would get it; D022 when other bytes are being sent, or
    mails are in hand that it should correct; D023 when its sending is done or was cancelled, D040
    and D042 for what is said. `WorldError` when the disk or the database refuses.
    """
    manifest = chosen.manifest
    rule = rule_of(chosen.content.publication)
    # What is refused changes nothing: a correction makes void what was approved before.
    approvals.admit(wish.name, rule, wish.note)
    approved.keep(output, manifest, chosen.files)
    run = _frozen(chosen, accounts, wish, now)
    given = approvals.approve(
        accounts.ledger,
        edition=manifest.edition,
        generation=wish.generation,
        seal=manifest.seal,
        audience=run.audience,
        name=wish.name,
        rule=rule,
        now=now,
        note=wish.note,
    )
    standing = approvals.standing_of(accounts.ledger, run, rule)
    return Approved(run, given, standing, chosen.noticed)


def revoke(accounts: Accounts, wish: Wish, now: datetime, whose: str | None = None) -> Approval:
    """Take an approval back: all of them, or the word of `whose`. No further mail goes out.

    Raises `DigestError` (D041) when there is nothing to take back.
    """
    return approvals.revoke(
        accounts.ledger,
        edition=wish.edition,
        generation=wish.generation,
        name=wish.name,
        now=now,
        note=wish.note,
        whose=whose,
    )


def whole(folder: Path, seal: str | None = None) -> tuple[Manifest, dict[str, bytes]]:
    """The manifest of a bundle that may be approved, and its files, checked against it.

    Raises `DigestError`: B003 to B005, A001 for a partial bundle, A003 when it has another seal.
    """
    manifest, files = store.read(folder)
    if manifest.partial:
        raise DigestError(
            Problem(
                code="A001",
                message=f"the bundle of {manifest.edition} is partial",
                hint=f"run `digest build {manifest.edition}` without --role and --channel",
            )
        )
    if seal is not None and seal != manifest.seal:
        raise DigestError(
            Problem(
                code="A003",
                message=f"the bundle of {manifest.edition} has another seal than the one named",
                hint=f"look at it again: its seal is {manifest.seal}",
            )
        )
    return manifest, files


def _frozen(chosen: Candidate, accounts: Accounts, wish: Wish, now: datetime) -> Run:
    publication, edition = chosen.content.publication, chosen.edition
    everybody = subscribers_of(chosen.content, accounts.ledger, now)
    people = recipients(everybody, Selection.of(publication, edition.stream), accounts.keys)
    plan = Plan(
        edition=edition.id,
        generation=wish.generation,
        seal=chosen.manifest.seal,
        domain=domain_of(publication),
        policy=wish.policy,
    )
    begun = runs.find(accounts.ledger, edition.id, wish.generation)
    if begun and begun.state in {RunState.DONE, RunState.CANCELLED}:
        raise DigestError(_over(begun))
    if wish.correct and begun and begun.started_at and begun.seal != plan.seal:
        recover(accounts.ledger, now)  # nobody waits for a sender that died
        return rebuild(accounts.ledger, begun.id, plan.seal, accounts.keys, now)
    run = freeze(accounts.ledger, plan, people, accounts.keys, now).run
    if run.audience.count == 0:
        raise DigestError(_nobody(edition))
    return run


def _foreign(edition: Edition, manifest: Manifest) -> Problem:
    return Problem(
        code="A008",
        message=f"the bundle of {edition.id} is one of {manifest.edition}",
        hint=f"run `digest build {edition.id}`: it makes its own again",
    )


def _over(run: Run) -> Problem:
    how = "done already" if run.state is RunState.DONE else "cancelled"
    return Problem(
        code="D023",
        message=f"{run.edition} cannot be approved: its sending is {how}",
        hint=f"a further mail has an approval of its own: --generation {run.generation + 1}",
    )


def _nobody(edition: Edition) -> Problem:
    return Problem(
        code="A004",
        message=f"nobody would get {edition.id}: no active subscriber of stream {edition.stream} "
        "has a role with a mail",
        hint="look at subscribers.csv, or at `digest subscribers list`",
    )


def standing_now(
    accounts: Accounts, content: Content, edition: str, generation: int | None = None
) -> tuple[Run, Standing] | None:
    """What is planned of an edition and how it stands; None when nothing is planned."""
    run = runs.find(accounts.ledger, edition, generation)
    if run is None:
        return None
    return run, approvals.standing_of(accounts.ledger, run, rule_of(content.publication))
