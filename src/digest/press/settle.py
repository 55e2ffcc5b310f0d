"""Mails of unknown fate: which there are, and what a person, a log or a report says of them."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from digest.delivery import bounces
from digest.delivery.bounces import Bounce, Kind
from digest.delivery.ledger import account, runs, settling
from digest.delivery.ledger.account import Account
from digest.delivery.ledger.rows import Row, Run
from digest.delivery.ledger.settling import Decision, Settled
from digest.delivery.relaylog import decisions
from digest.delivery.states import State
from digest.press.accounts import Accounts
from digest.problems import DigestError, Problem, WorldError


class Told(NamedTuple):
    """What reports said: how many of each kind were of mails of ours, and what was no report."""

    kinds: dict[Kind, int]
    strangers: int
    unread: int


def run_of(accounts: Accounts, edition: str, generation: int | None = None) -> Run:
    """The run of an edition, its last one; `DigestError` (D021) when it has none."""
    run = runs.find(accounts.ledger, edition, generation)
    if run is None:
        message = f"nothing was ever planned for {edition}"
        hint = "approve it first, then send it"
        raise DigestError(Problem(code="D021", message=message, hint=hint))
    return run


def unknown(accounts: Accounts, run: Run) -> Iterator[Row]:
    """The mails of a run that may have arrived and may not."""
    return account.listed(accounts.ledger, run.id, State.UNKNOWN)


def settle(
    accounts: Accounts, run: Run, made: Iterable[Decision], *, by: str, now: datetime
) -> tuple[Settled, Account]:
    """Write decisions down; what became of them, and the account after it.

    Raises `DigestError` (D050) for what cannot be decided so; then nothing is written.
    """
    settled = settling.settle(accounts.ledger, run.id, made, by=by, now=now)
    found = account.account(accounts.ledger, run.id)
    account.assert_adds_up(found)
    return settled, found


def logged(path: Path) -> tuple[Decision, ...]:
    """What a relay's log decides; `WorldError` (D131) when it cannot be read."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            return tuple(decisions(file))
    except OSError as error:
        message = f"the log {path} cannot be read: {error.strerror or error}"
        raise WorldError(Problem(code="D131", message=message)) from error


def returned(accounts: Accounts, path: Path, domain: str, now: datetime) -> Told:
    """Note the delivery reports in a Maildir or mbox; nothing is changed there.

    A hard bounce suppresses the mailbox. `domain` is the one of our Message-IDs. Raises
    `WorldError` (D118) when the reports cannot be read.
    """
    kinds = dict.fromkeys(Kind, 0)
    strangers = unread = 0
    for read in bounces.read(path):
        unread += not read.bounces
        for bounce in read.bounces:
            if _noted(accounts, bounce, domain, now):
                kinds[bounce.kind] += 1
            else:
                strangers += 1
    return Told({kind: count for kind, count in kinds.items() if count}, strangers, unread)


def _noted(accounts: Accounts, bounce: Bounce, domain: str, now: datetime) -> bool:
    """Whether the report is about a mail of ours; then it is written down."""
    if bounce.mark is None:
        return False
    message_id = f"<{bounce.mark}@{domain}>"
    if bounce.kind in {Kind.DELAYED, Kind.DELIVERED}:
        return settling.is_ours(accounts.ledger, message_id)
    return settling.bounced(
        accounts.ledger,
        message_id,
        hard=bounce.kind is Kind.HARD,
        reason=f"{bounce.kind} bounce {bounce.status}",
        keys=accounts.keys,
        now=now,
    )
