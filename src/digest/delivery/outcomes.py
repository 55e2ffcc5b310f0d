"""What became of one attempt to post one mail: what to record, and how to go on."""

from enum import StrEnum

from pydantic import Field

from digest.values import Frozen


class Envelope(Frozen):
    """Who a mail comes from and the one mailbox it goes to; neither stays in representations."""

    sender: str = Field(repr=False)
    recipient: str = Field(repr=False)


class Row(StrEnum):
    """What the account records about the mail.

    `untried` is no attempt: nothing was said about this mail, or what was said was the sender's
    fault. `ambiguous` means that the mail was handed over whole and no answer can be relied on.
    """

    SENT = "sent"
    DEFERRED = "deferred"
    FAILED = "failed"
    AMBIGUOUS = "ambiguous"
    UNTRIED = "untried"


class Connection(StrEnum):
    """What may be done with the session: post on, post on after a reset, or only close it."""

    KEEP = "keep"
    RESET = "reset"
    DROP = "drop"


class Pace(StrEnum):
    """What the whole send does: go on, wait before the next connection, or stop for a human."""

    GO_ON = "go on"
    BACK_OFF = "back off"
    PAUSE = "pause"


class Phase(StrEnum):
    """How far it went; from `dot` on the other side has the whole mail."""

    CONNECT = "connect"
    BANNER = "banner"
    EHLO = "ehlo"
    TLS = "tls"
    AUTH = "auth"
    MAIL = "mail"
    RCPT = "rcpt"
    DATA = "data"
    BODY = "body"
    DOT = "dot"


class Outcome(Frozen):
    """What became of an attempt.

    `code`, `enhanced` (RFC 3463, without the line's rest) and `reply` are the server's last word
    that counts: one escaped line without addresses. `reason` is ours, short and always the same
    for the same case. `suppress` says that the mailbox is dead, `policy` that the refusal may
    be about the sender. `at_once` asks for another connection without delay, for the mail was not
    handed over; `doubtful` says that it counts as refused and may have arrived nevertheless.
    """

    row: Row
    connection: Connection
    send: Pace = Pace.GO_ON
    phase: Phase
    code: int | None = None
    enhanced: str | None = None
    reply: str = ""
    reason: str = ""
    suppress: bool = False
    policy: bool = False
    at_once: bool = False
    doubtful: bool = False
