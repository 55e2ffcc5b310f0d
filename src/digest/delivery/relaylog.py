"""What a relay's log says of mails: which Message-IDs it took, passed on or returned."""

import re
from collections.abc import Iterable, Iterator

from digest.delivery.ledger.settling import Decision
from digest.delivery.states import State

_OURS = re.compile(r"<d1\.[0-9a-f]{40}@[a-z0-9.-]{1,253}>")

#: How Postfix names a mail in its queue, and what became of it.
_QUEUED = re.compile(r"\]: ([0-9A-Za-z]{6,20}): ")
_STATUS = re.compile(r"\bstatus=(sent|bounced|expired|deferred)\b")

_VERDICTS = {"sent": State.SENT, "bounced": State.FAILED, "expired": State.FAILED}


def decisions(lines: Iterable[str]) -> Iterator[Decision]:
    """What a log decides: a mail it names was taken; one it returned failed.

    Understands the log of Postfix, where a line with the Message-ID names the mail in its queue
    and later lines tell its status; in any other log a line with the Message-ID means that the
    mail was taken. The last word on a mail counts. Lines without one of our Message-IDs, and
    mails in queues that are not ours, are passed over.
    """
    queue: dict[str, str] = {}
    found: dict[str, State] = {}
    for line in lines:
        mail = _QUEUED.search(line)
        if ours := _OURS.search(line):
            found.setdefault(ours[0], State.SENT)
            if mail:
                queue[mail[1]] = ours[0]
        status = _STATUS.search(line)
        if mail and status and status[1] in _VERDICTS and mail[1] in queue:
            found[queue[mail[1]]] = _VERDICTS[status[1]]
    return (Decision(key, verdict) for key, verdict in found.items())
