"""The words of the account: what a delivery, a run and its policy can be."""

from enum import StrEnum


class State(StrEnum):
    """Where one delivery stands.

    `claimed` belongs to a sender and nothing of it was said to anybody; `in_flight` was announced
    before its first byte went out. `unknown` may have arrived and is decided by a person.
    """

    PENDING = "pending"
    CLAIMED = "claimed"
    IN_FLIGHT = "in_flight"
    SENT = "sent"
    DEFERRED = "deferred"
    FAILED = "failed"
    UNKNOWN = "unknown"
    SUPPRESSED = "suppressed"
    CANCELLED = "cancelled"
    EXPIRED = "expired"


#: States in which a sender owns the delivery.
OWNED = (State.CLAIMED, State.IN_FLIGHT)

#: States that something will still change by itself.
OPEN = (State.PENDING, State.CLAIMED, State.IN_FLIGHT, State.DEFERRED)


class RunState(StrEnum):
    """Where the sending of one generation of an edition stands.

    `draft` has no frozen audience yet. That a run is approved is no state of it: it follows from
    the history of approvals, each time anew.
    """

    DRAFT = "draft"
    PLANNED = "planned"
    SENDING = "sending"
    PAUSED = "paused"
    DONE = "done"
    CANCELLED = "cancelled"


class Policy(StrEnum):
    """What happens to a mail of which nobody can say whether it arrived.

    It is sent again and flagged, with the same Message-ID, or it is left to a person.
    """

    AT_LEAST_ONCE = "at-least-once"
    AT_MOST_ONCE = "at-most-once"


class Word(StrEnum):
    """The ledger's answer to an intent: go on, or why this mail may not go out now."""

    GO = "go"
    SUPPRESSED = "suppressed"
    NOT_APPROVED = "not approved"
    OTHER_SEAL = "other seal"
    PAUSED = "paused"
    CANCELLED = "cancelled"
    EXPIRED = "expired"
    NOT_SENDING = "not sending"
    TOO_FAST = "too fast"

    @property
    def ends(self) -> bool:
        """Whether it holds for the whole run, not for this mail or this moment alone."""
        return self not in {Word.GO, Word.SUPPRESSED, Word.TOO_FAST}
