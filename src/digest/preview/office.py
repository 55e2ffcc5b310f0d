"""What the desk needs to keep accounts and to post a test: whoever opens it brings them."""

from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import datetime
from typing import NamedTuple, Protocol

from digest.content.publication import Publication
from digest.delivery.transports import Transport
from digest.press.accounts import Accounts


class Opens(Protocol):
    """Opens the ledger; with `create` it is made where it is missing."""

    def __call__(self, *, create: bool) -> AbstractContextManager[Accounts]:
        """The ledger with its keys, to be closed."""


class Office(NamedTuple):
    """`accounts` opens the ledger, `transport` posts mail.

    `now` is the moment, `unique` a word that never comes again.
    """

    accounts: Opens
    transport: Callable[[Publication], Transport]
    now: Callable[[], datetime]
    unique: Callable[[], str]
