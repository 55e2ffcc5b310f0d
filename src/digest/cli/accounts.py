"""Opens the ledger and its keys, as the settings say."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path

from digest.cli.session import Session
from digest.delivery import keys
from digest.delivery.identity import Key, Keyring
from digest.delivery.ledger.opening import open_ledger
from digest.press.accounts import Accounts
from digest.problems import WorldError
from digest.settings import secret

LEDGER = "ledger.sqlite3"
KEYS = "ledger.keys"


@contextmanager
def opened(session: Session, *, create: bool = False) -> Iterator[Accounts]:
    """The ledger of this run with its keys, closed afterwards.

    With `create` both are made where they are missing. Raises `UsageError` and `WorldError` as
    `open_ledger` and `keyring` do.
    """
    with open_ledger(_address(session), create=create) as ledger:
        yield Accounts(ledger, _keyring(session, create=create))


def now() -> datetime:
    """The moment of this call, in UTC."""
    return datetime.now(UTC)


def _address(session: Session) -> str:
    if session.settings.ledger:
        return session.settings.ledger
    return f"sqlite:///{session.output.absolute() / LEDGER}"


def _keyring(session: Session, *, create: bool) -> Keyring:
    if text := secret("keys"):
        return keys.parse(text)
    path = session.settings.keys_file or session.output / KEYS
    if create and not os.path.lexists(path):
        return _made(path)
    return keys.keyring(path)


def _made(path: Path) -> Keyring:
    # Two first approvals at once: one makes the file, the other one reads it.
    with suppress(WorldError):
        return keys.create(path, Key(id="k1", secret=secrets.token_bytes(32)))
    return keys.keyring(path)
