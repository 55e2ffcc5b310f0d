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
from digest.delivery.ledger.readers import in_use
from digest.press.accounts import Accounts
from digest.problems import Problem, WorldError
from digest.settings import secret

LEDGER = "ledger.sqlite3"
KEYS = "ledger.keys"


@contextmanager
def opened(session: Session, *, create: bool = False) -> Iterator[Accounts]:
    """The ledger of this run with its keys, closed afterwards.

    With `create` both are made where they are missing, keys for an unused ledger alone. Raises
    `UsageError` and `WorldError` as `open_ledger` and `keyring` do, D033 when there are no keys.
    """
    if create and not session.settings.ledger:
        with suppress(OSError):  # told with the ledger, which cannot be made then
            session.output.mkdir(parents=True, exist_ok=True)
    with open_ledger(_address(session), create=create) as ledger:
        # New keys would know nobody of whom the ledger tells, not even who unsubscribed.
        yield Accounts(ledger, _keyring(session, create=create and not in_use(ledger)))


@contextmanager
def opened_if_any(session: Session) -> Iterator[Accounts | None]:
    """The same; None while there is neither a ledger nor its keys where they are made unasked."""
    places = (session.output / LEDGER, session.output / KEYS)
    if session.settings.ledger or any(os.path.lexists(place) for place in places):
        with opened(session) as accounts:
            yield accounts
    else:
        yield None


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
    if os.path.lexists(path):
        return keys.keyring(path)
    if create:
        return _made(path)
    message = f"the keys of the ledger are missing: there is no {path}"
    hint = (
        "put them back, or name their file with `keys_file`: other keys know none of its readers"
    )
    raise WorldError(Problem(code="D033", message=message, hint=hint))


def _made(path: Path) -> Keyring:
    # Two first approvals at once: one makes the file, the other one reads it.
    with suppress(WorldError):
        return keys.create(path, Key(id="k1", secret=secrets.token_bytes(32)))
    return keys.keyring(path)
