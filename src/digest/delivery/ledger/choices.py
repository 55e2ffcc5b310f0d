"""What readers decide themselves: to go and to come back, as a link's name for them says it."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import Connection, Select, delete, select, update

from digest.delivery.identity import Keyring
from digest.delivery.ledger import events, suppressions
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.locks import gated
from digest.delivery.ledger.tables import delivery, run, subscriber, suppression

#: The reason of a suppression that its reader asked for; only such a one can they take back.
OWN_WISH = "unsubscribed"

#: What the table says of somebody who gets mail, and of somebody who does not want any.
_ACTIVE, _LEFT = "active", "unsubscribed"

#: Every delivery is one of a run; said aloud, it is looked up by run and reader, not searched for.
_EACH_RUN = delivery.c.run.in_(select(run.c.id))


class Seen(NamedTuple):
    """What the ledger knows of a reader.

    `row` is their id in the table of subscribers, `reason` why they are suppressed; `role` and
    `language` are those of their last mail. What there is not is None.
    """

    row: str | None
    reason: str | None
    role: str | None
    language: str | None


class Choice(NamedTuple):
    """What a reader wants: no `streams` are all of them, nothing comes before `until`."""

    role: str
    streams: tuple[str, ...]
    language: str | None
    until: datetime | None


class _Who(NamedTuple):
    """A reader by mailbox, and by every name that a key gives to it, the current one's first."""

    mailbox: str | None
    names: tuple[str, ...]

    def __repr__(self) -> str:
        return f"_Who(names={self.names!r})"


def look(ledger: Ledger, keys: Keyring, reader: str) -> Seen:
    """How the reader stands whom a link names by `reader`, an id made with any of the keys."""
    with ledger.reading() as connection:
        who = _who(connection, keys, reader)
        at = subscriber.c.mailbox == who.mailbox
        row = connection.scalar(select(subscriber.c.reader).where(at))
        last = connection.execute(
            select(delivery.c.role, delivery.c.language)
            .where(_EACH_RUN, delivery.c.reader.in_(who.names))
            .order_by(delivery.c.run.desc())
            .limit(1)
        ).first()
        role, language = last or (None, None)
        return Seen(row, _reason(connection, who), role, language)


def leave(ledger: Ledger, keys: Keyring, reader: str, now: datetime) -> bool:
    """Send the reader nothing from now on; whether that is new. Once done it only reads."""
    with ledger.reading() as connection:
        who = _who(connection, keys, reader)
        if _reason(connection, who) and not connection.scalar(_active(who)):
            return False
    with gated(ledger) as connection:
        who = _who(connection, keys, reader)
        fresh = _reason(connection, who) is None
        if fresh:
            suppressions.add(connection, who.names[0], OWN_WISH, now)
            events.note(connection, now, "unsubscribed", who.names[0], None)
        _restate(connection, who, _ACTIVE, _LEFT, now)
        return fresh


def come_back(ledger: Ledger, keys: Keyring, reader: str, now: datetime) -> bool:
    """Take back what the reader asked for, and nothing else; whether anything changed.

    A mailbox that was suppressed for another reason, such as a hard bounce, stays suppressed.
    """
    with gated(ledger) as connection:
        who = _who(connection, keys, reader)
        own = suppression.c.reader.in_(who.names), suppression.c.reason == OWN_WISH
        lifted = connection.execute(delete(suppression).where(*own)).rowcount > 0
        if lifted:
            events.note(connection, now, "subscribed again", who.names[0], None)
        return _restate(connection, who, _LEFT, _ACTIVE, now) or lifted


def choose(ledger: Ledger, row: str, choice: Choice, now: datetime) -> bool:
    """Write what a reader in the table wants from the next edition on, and nothing else.

    Whether they are there, and active: who left meanwhile stays away.
    """
    values = {
        "role": choice.role,
        "streams": "|".join(choice.streams),
        "language": choice.language,
        "paused_until": choice.until,
        "changed": now,
    }
    at = subscriber.c.reader == row, subscriber.c.status == _ACTIVE
    with gated(ledger) as connection:
        return connection.execute(update(subscriber).where(*at).values(**values)).rowcount > 0


def _who(connection: Connection, keys: Keyring, reader: str) -> _Who:
    """The table knows a reader by the key of the import, a mail by the key of its planning."""
    in_table = select(subscriber.c.mailbox).where(subscriber.c.reader == reader)
    mailed = select(delivery.c.mailbox).where(_EACH_RUN, delivery.c.reader == reader).limit(1)
    mailbox = connection.scalar(in_table) or connection.scalar(mailed)
    names = keys.readers(mailbox) if mailbox else ()
    return _Who(mailbox, tuple(dict.fromkeys((*names, reader))))


def _reason(connection: Connection, who: _Who) -> str | None:
    """Why the reader gets nothing; their own wish comes last, for it alone can be taken back."""
    query = select(suppression.c.reason).where(suppression.c.reader.in_(who.names))
    reasons: list[str] = sorted(connection.scalars(query), key=OWN_WISH.__eq__)
    return reasons[0] if reasons else None


def _active(who: _Who) -> Select[tuple[str]]:
    at = subscriber.c.mailbox == who.mailbox
    return select(subscriber.c.reader).where(at, subscriber.c.status == _ACTIVE)


def _restate(connection: Connection, who: _Who, before: str, after: str, now: datetime) -> bool:
    """Change the status of the reader's row, if it is the one before; whether it was."""
    at = subscriber.c.mailbox == who.mailbox, subscriber.c.status == before
    done = connection.execute(update(subscriber).where(*at).values(status=after, changed=now))
    return done.rowcount > 0
