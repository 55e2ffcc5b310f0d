"""What only the desk's own pages know: the key to it, and marks that tell its forms."""

import hmac
import secrets
from typing import NamedTuple


class Keys(NamedTuple):
    """The key of a desk, what a browser that has it carries, and what its forms hold."""

    door: str
    session: str
    form: str

    @classmethod
    def new(cls) -> "Keys":
        """Fresh ones."""
        return cls(*(secrets.token_urlsafe(32) for _ in cls._fields))


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal; the time it takes tells nothing."""
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode("utf-8", "replace"))
