"""The table of subscribers in the ledger: a file goes in, a file comes out."""

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from digest.content.corpus import Content
from digest.content.loading import SUBSCRIBERS
from digest.content.publication import Publication
from digest.delivery.ledger import exchange, readers
from digest.delivery.ledger.exchange import Imported
from digest.delivery.ledger.readers import Reader
from digest.press.accounts import Accounts
from digest.problems import Problem, Severity, WorldError


def take_in(accounts: Accounts, publication: Publication, path: Path, now: datetime) -> Imported:
    """Add the subscribers of a CSV and change those who are there: all of them or none.

    Raises `DigestError` with the problems of every row, `WorldError` (D132) when the file cannot
    be read.
    """
    try:
        with path.open("rb") as file:
            return exchange.import_csv(
                accounts.ledger,
                file,
                name=path.name,
                publication=publication,
                keys=accounts.keys,
                now=now,
            )
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror or error}"
        raise WorldError(Problem(code="D132", message=message)) from error


def unheeded(content: Content) -> tuple[Problem, ...]:
    """A007 while a file of the publication decides who reads, and not the table."""
    if SUBSCRIBERS not in content.inputs:
        return ()
    return (
        Problem(
            code="A007",
            severity=Severity.WARNING,
            message=f"{SUBSCRIBERS} decides who gets an edition, not the table in the ledger",
            path=SUBSCRIBERS,
            hint=f"move {SUBSCRIBERS} out of the publication to send to the table",
        ),
    )


def give_out(accounts: Accounts) -> Iterator[str]:
    """The table as lines of a CSV that `take_in` reads back unchanged."""
    return exchange.export_csv(accounts.ledger)


def write_out(accounts: Accounts, path: Path) -> None:
    """The same into a new file, which only its owner can read.

    Raises `WorldError` (D133) when the file is there already or the disk refuses; nothing half
    written is left behind.
    """
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
                file.writelines(give_out(accounts))
        except BaseException:
            path.unlink(missing_ok=True)
            raise
    except OSError as error:
        message = f"{path} cannot be written: {error.strerror or error}"
        hint = "name a new file in a folder you may write to"
        raise WorldError(Problem(code="D133", message=message, hint=hint)) from error


def listed(accounts: Accounts) -> Iterator[Reader]:
    """Everybody in the table, by mailbox."""
    return readers.readers(accounts.ledger)
