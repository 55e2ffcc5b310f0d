"""Enhanced status codes (RFC 3463): which of them say that a mailbox is dead."""

import re

#: Bad addresses, all but those of the sender and the way; and mailboxes that are closed.
_DEAD = re.compile(r"5\.1\.\d{1,3}|5\.2\.1")
_NOT_THE_READERS = frozenset({"5.1.7", "5.1.8", "5.1.9"})


def is_dead(status: str | None) -> bool:
    """Whether nobody will ever read mail to this mailbox: it is to be written to no more."""
    if not status or status in _NOT_THE_READERS:
        return False
    return bool(_DEAD.fullmatch(status))
