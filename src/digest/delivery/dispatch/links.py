"""The addresses of a reader's own pages, and the tokens in them that only we can make."""

import hmac
import re
from enum import StrEnum

from digest.delivery.identity import Keyring
from digest.values import Frozen

#: How many hexadecimal digits of an HMAC-SHA256 prove a token (128 bits).
PROOF_DIGITS = 32

_TOKEN = re.compile(r"([a-z0-9]{1,16})\.([0-9a-f]{32})\.([0-9a-f]{32})")


class Page(StrEnum):
    """What a reader does there; the path begins with it."""

    UNSUBSCRIBE = "u"
    PREFERENCES = "p"


def token(keys: Keyring, reader: str, page: Page) -> str:
    """The token for one page of a reader: no address in it, without an end of its time."""
    return f"{reader}.{keys.current.digest(page.name.lower(), reader)[:PROOF_DIGITS]}"


def reader_of(keys: Keyring, text: str, page: Page) -> str | None:
    """The reader a token was made for, by any of the keys; None for everything else."""
    found = _TOKEN.fullmatch(text)
    if not found:
        return None
    reader = f"{found[1]}.{found[2]}"
    proofs = [key.digest(page.name.lower(), reader)[:PROOF_DIGITS] for key in keys.keys]
    return reader if any(hmac.compare_digest(one, found[3]) for one in proofs) else None


class Links(Frozen):
    """The public pages below an https address that ends with a slash."""

    base: str
    keys: Keyring

    def to(self, page: Page, reader: str) -> str:
        """The address of a reader's page."""
        return f"{self.base}{page.value}/{token(self.keys, reader, page)}"
