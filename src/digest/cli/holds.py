"""Pausing and cancelling a send from another terminal."""

from digest.cli import accounting
from digest.cli.accounts import now, opened
from digest.cli.boundary import Reply
from digest.cli.session import Session
from digest.delivery.ledger import runs
from digest.delivery.ledger.account import account
from digest.delivery.ledger.recovery import recover
from digest.press.settle import run_of

_ACTS = {"pause": runs.pause, "cancel": runs.cancel}


def held(session: Session, edition: str, generation: int, act: str) -> Reply:
    """Pause or cancel a run, wherever it is being sent; what is in flight still ends.

    Raises `DigestError`: D021 when nothing was planned, D023 when it is not being sent.
    """
    with opened(session) as accounts:
        run = run_of(accounts, edition, generation)
        _ACTS[act](accounts.ledger, run.id, now(), "by command")
        # A sender that died gives nothing back, and of what is cancelled no send takes over.
        recover(accounts.ledger, now())
        found = account(accounts.ledger, run.id)
    return Reply(accounting.document(found), accounting.text(found))
