"""What happened to editions and their ledger, oldest first."""

from collections.abc import Iterator
from pathlib import Path

from digest.delivery.ledger import events
from digest.delivery.ledger.rows import Event
from digest.press.accounts import Accounts
from digest.press.choose import edition_of
from digest.press.prepare import loaded


def history(
    root: Path, accounts: Accounts | None, edition: str | None = None, *, after: int = 0
) -> Iterator[Event]:
    """The events after a number, of one edition or of all of them and of the ledger, if any.

    Raises `DigestError`: what is wrong with the publication; `UsageError` (U010) for an unknown
    edition.
    """
    wanted = None
    if edition is not None:
        content, _ = loaded(root)
        wanted = edition_of(content, edition).id
    found = events.since(accounts.ledger, after) if accounts else iter(())
    return (one for one in found if wanted in {None, one.edition})
