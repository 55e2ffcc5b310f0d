"""How the sending of an edition stands, or of all of them."""

from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from digest.bundle import store
from digest.bundle.manifest import Manifest
from digest.content.corpus import Content
from digest.delivery.approval import Standing, standing
from digest.delivery.ledger import approvals, runs
from digest.delivery.ledger.account import Account, account, assert_adds_up
from digest.delivery.ledger.rows import Run
from digest.delivery.states import RunState
from digest.press.accounts import Accounts, audience_now, rule_of
from digest.press.choose import edition_of
from digest.press.lapses import lapses
from digest.press.makings import Change, changes
from digest.press.prepare import loaded
from digest.problems import DigestError
from digest.render.theme import Theme


class Status(NamedTuple):
    """One run: its account, its approvals, and what changed since its bundle was made.

    Until its sending begins, its approvals are held against the bundle in the output and against
    who would get it now; `lapses` is what made them void, by their numbers. `rebuilt` is the seal
    of the bundle in the output when it is another than the run's, `bundled` whether there is one.
    """

    account: Account
    standing: Standing
    lapses: dict[int, tuple[Change, ...]]
    changes: tuple[Change, ...]
    rebuilt: str | None
    bundled: bool


def status(
    root: Path, output: Path, accounts: Accounts | None, now: datetime, edition: str | None = None
) -> tuple[Status, ...]:
    """The runs of an edition, or all runs in the order they were planned; none without a ledger.

    Raises `DigestError`: what is wrong with the publication, D026 when an account does not add
    up; `UsageError` (U010) for an unknown edition.
    """
    content, _ = loaded(root)
    wanted = None if edition is None else edition_of(content, edition).id
    if accounts is None:
        return ()
    found = [run for run in runs.every(accounts.ledger) if wanted in {None, run.edition}]
    views = (_View(root, output, accounts, content, one, now) for one in found)
    return tuple(_status(one) for one in views)


class _View(NamedTuple):
    """A run, and all that it is held against."""

    root: Path
    output: Path
    accounts: Accounts
    content: Content
    run: Run
    now: datetime


def _status(view: _View) -> Status:
    run, ledger = view.run, view.accounts.ledger
    one = account(ledger, run.id)
    assert_adds_up(one)
    made = _manifest(view.output / run.edition)
    rebuilt = made.seal if made and made.seal != run.seal else None
    found, undone = _approved(view, made)
    theme = Theme(view.root.resolve())
    since = changes(made, view.content, theme) if made else ()
    return Status(one, found, undone, since, rebuilt, made is not None)


def _approved(
    view: _View, made: Manifest | None
) -> tuple[Standing, dict[int, tuple[Change, ...]]]:
    """How approval stands and what made it void; once sending has begun, as it was then."""
    run, rule = view.run, rule_of(view.content.publication)
    if run.state is not RunState.PLANNED:
        return approvals.standing_of(view.accounts.ledger, run, rule), {}
    edition = view.content.editions.get(run.edition)
    audience = (
        audience_now(view.content, edition.stream, view.accounts, view.now)
        if edition
        else run.audience
    )
    lines = approvals.history(view.accounts.ledger, run.edition, run.generation)
    seal = made.seal if made else run.seal
    found = standing(lines, seal=seal, audience=audience, rule=rule)
    return found, lapses(view.output, found, made, audience)


def _manifest(folder: Path) -> Manifest | None:
    try:
        return store.read(folder, lambda _: ())[0]
    except DigestError:
        return None
