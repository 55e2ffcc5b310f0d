"""The seal of the bundle of an edition that was approved last."""

from collections.abc import Iterable

from digest.delivery.approval import Approval, unrevoked
from digest.delivery.ledger import runs
from digest.delivery.ledger.approvals import history
from digest.delivery.ledger.database import Ledger


def last_approved(ledger: Ledger, edition: str) -> str | None:
    """The seal that somebody approved last and nobody took back; None when there is none.

    One person's word is enough, however many the publication asks for; of several mails of one
    edition the latest that has an approval counts.
    """
    run = runs.find(ledger, edition)
    generations = range(run.generation, 0, -1) if run else ()
    seals = (standing_seal(history(ledger, edition, one)) for one in generations)
    return next((seal for seal in seals if seal), None)


def standing_seal(lines: Iterable[Approval]) -> str | None:
    """The seal of the last approval in a history, oldest line first, that was not taken back."""
    given = unrevoked(lines)
    return given[-1].seal if given else None
