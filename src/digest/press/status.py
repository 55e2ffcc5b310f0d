"""How the sending of an edition stands, or of all of them."""

from pathlib import Path
from typing import NamedTuple

from digest.bundle import store
from digest.bundle.manifest import Manifest
from digest.content.corpus import Content
from digest.delivery.approval import Standing
from digest.delivery.ledger import approvals, runs
from digest.delivery.ledger.account import Account, account, assert_adds_up
from digest.delivery.ledger.rows import Run
from digest.press.accounts import Accounts, rule_of
from digest.press.choose import edition_of
from digest.press.makings import Change, changes
from digest.press.prepare import loaded
from digest.problems import DigestError
from digest.render.theme import Theme


class Status(NamedTuple):
    """One run: its account, its approvals, and what changed since its bundle was made.

    `rebuilt` is the seal of the bundle in the output when it is another than the run's.
    """

    account: Account
    standing: Standing
    changes: tuple[Change, ...]
    rebuilt: str | None


def status(
    root: Path, output: Path, accounts: Accounts, edition: str | None = None
) -> tuple[Status, ...]:
    """The runs of an edition, or all runs in the order they were planned.

    Raises `DigestError`: what is wrong with the publication, D026 when an account does not add
    up; `UsageError` (U010) for an unknown edition.
    """
    content, _ = loaded(root)
    wanted = None if edition is None else edition_of(content, edition).id
    found = [run for run in runs.every(accounts.ledger) if wanted in {None, run.edition}]
    return tuple(_status(root, output, accounts, content, run) for run in found)


def _status(root: Path, output: Path, accounts: Accounts, content: Content, run: Run) -> Status:
    one = account(accounts.ledger, run.id)
    assert_adds_up(one)
    standing = approvals.standing_of(accounts.ledger, run, rule_of(content.publication))
    made = _manifest(output / run.edition)
    if made is None:
        return Status(one, standing, (), None)
    return Status(
        one,
        standing,
        changes(made, content, Theme(root.resolve())),
        made.seal if made.seal != run.seal else None,
    )


def _manifest(folder: Path) -> Manifest | None:
    try:
        return store.read(folder, lambda _: ())[0]
    except DigestError:
        return None
