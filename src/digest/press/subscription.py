"""What readers decide themselves about their mail: whether it comes, and which."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from digest.content.corpus import Content, Subscriber
from digest.content.loading import SUBSCRIBERS
from digest.content.publication import Publication
from digest.delivery.audience import person
from digest.delivery.identity import Keyring
from digest.delivery.ledger import choices, readers
from digest.delivery.ledger.choices import OWN_WISH
from digest.edition.subscription import (
    LANGUAGE,
    LONGEST_PAUSE,
    PAUSE,
    ROLE,
    STREAMS,
    Wanted,
    mailed,
)
from digest.press.accounts import Accounts
from digest.values import Frozen


class Standing(StrEnum):
    """Whether mail goes to a reader: yes, no as they wish, or no since it came back."""

    GETS = "gets"
    LEFT = "left"
    BLOCKED = "blocked"


class Subscription(Frozen):
    """What a reader gets; `until` is the day on which their mail resumes.

    `returnable` says that who left can come back by themselves, `changeable` that their choice is
    kept in the ledger, where they can change it.
    """

    standing: Standing
    returnable: bool
    changeable: bool
    role: str | None = None
    streams: tuple[str, ...] = ()
    language: str | None = None
    until: date | None = None


class Roster:
    """The readers in a publication's own file, by every name that a key gives them.

    Publications without such a file have none: their readers are in the ledger.
    """

    def __init__(self, content: Content, keys: Keyring) -> None:
        self.kept = SUBSCRIBERS in content.inputs
        self._known: Mapping[str, Subscriber] = dict(_named(content, keys))

    def find(self, reader: str) -> Subscriber | None:
        """The reader of that id."""
        return self._known.get(reader)


def subscription(
    accounts: Accounts, publication: Publication, roster: Roster, reader: str, now: datetime
) -> Subscription:
    """How things stand with the reader that a link names; `WorldError` when the ledger refuses."""
    seen = choices.look(accounts.ledger, accounts.keys, reader)
    if roster.kept:
        return _listed(roster.find(reader), seen)
    row = readers.find(accounts.ledger, seen.row) if seen.row else None
    if row is None:
        return _listed(None, seen)
    one, zone = row.subscriber, ZoneInfo(publication.timezone)
    until = row.paused_until if row.paused_until and row.paused_until > now else None
    standing = _standing(one.status, seen.reason)
    return Subscription(
        standing=standing,
        returnable=standing is Standing.LEFT,
        changeable=True,
        role=one.role,
        streams=one.streams,
        language=one.language or seen.language,
        until=until.astimezone(zone).date() if until else None,
    )


def leave(accounts: Accounts, reader: str, now: datetime) -> bool:
    """Send the reader nothing from now on; whether that is new."""
    return choices.leave(accounts.ledger, accounts.keys, reader, now)


def come_back(accounts: Accounts, reader: str, now: datetime) -> bool:
    """Take back what the reader themself asked for; whether anything changed."""
    return choices.come_back(accounts.ledger, accounts.keys, reader, now)


def wanted_by(one: Subscription, publication: Publication) -> Wanted:
    """The form as it says what a reader gets now."""
    streams = one.streams or tuple(stream.id for stream in publication.streams)
    until = one.until.isoformat() if one.until else ""
    language = one.language if one.language in publication.all_languages else None
    return Wanted(one.role or "", streams, language or publication.language, until)


def change(
    accounts: Accounts, publication: Publication, reader: str, wanted: Wanted, now: datetime
) -> frozenset[str]:
    """Write what a reader chose; the fields that must be mended first, then nothing is written.

    Whoever is not in the table any more changes nothing.
    """
    today = now.astimezone(ZoneInfo(publication.timezone)).date()
    if wrong := frozenset(_faults(publication, wanted, today)):
        return wrong
    if row := choices.look(accounts.ledger, accounts.keys, reader).row:
        chosen = choices.Choice(
            role=wanted.role,
            streams=_streams(publication, wanted.streams),
            language=wanted.language,
            until=_resumes(publication, wanted.until),
        )
        choices.choose(accounts.ledger, row, chosen, now)
    return frozenset()


def _named(content: Content, keys: Keyring) -> Iterator[tuple[str, Subscriber]]:
    for one in content.subscribers:
        for name in keys.readers(person(one.email)):
            yield name, one


def _listed(one: Subscriber | None, seen: choices.Seen) -> Subscription:
    """A reader of the publication's file, or one who stands on no list any more."""
    status = one.status if one else "unsubscribed"
    standing = _standing(status, seen.reason)
    return Subscription(
        standing=standing,
        returnable=standing is Standing.LEFT and status == "active",
        changeable=False,
        role=one.role if one else seen.role,
        streams=one.streams if one else (),
        language=(one.language if one else None) or seen.language,
    )


def _standing(status: str, reason: str | None) -> Standing:
    if reason not in {None, OWN_WISH} or status == "bounced":
        return Standing.BLOCKED
    return Standing.GETS if reason is None and status == "active" else Standing.LEFT


def _faults(publication: Publication, wanted: Wanted, today: date) -> Iterator[str]:
    known = {stream.id for stream in publication.streams}
    if wanted.role not in {role.id for role in mailed(publication)}:
        yield ROLE
    if not known.intersection(wanted.streams):
        yield STREAMS
    if wanted.language not in publication.all_languages:
        yield LANGUAGE
    if wanted.until and not 0 < _days(wanted.until, today) <= LONGEST_PAUSE:
        yield PAUSE


def _days(text: str, today: date) -> int:
    """How many days from today; 0 for what is no date."""
    try:
        return (date.fromisoformat(text) - today) // timedelta(days=1)
    except ValueError:
        return 0


def _streams(publication: Publication, chosen: tuple[str, ...]) -> tuple[str, ...]:
    """Who follows everything follows what comes later as well."""
    kept = tuple(stream.id for stream in publication.streams if stream.id in chosen)
    return () if len(kept) == len(publication.streams) else kept


def _resumes(publication: Publication, until: str) -> datetime | None:
    if not until:
        return None
    zone = ZoneInfo(publication.timezone)
    return datetime.combine(date.fromisoformat(until), time(), zone).astimezone(UTC)
