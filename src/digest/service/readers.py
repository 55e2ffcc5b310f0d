"""The pages of one reader, whom the token in the address names and entitles."""

from collections.abc import Callable
from datetime import date, datetime
from typing import NamedTuple
from zoneinfo import ZoneInfo

from starlette.exceptions import HTTPException
from starlette.responses import Response

from digest.delivery.dispatch import links
from digest.delivery.dispatch.links import reader_of, token
from digest.edition.subscription import (
    ACT,
    LANGUAGE,
    LEAVE,
    PAUSE,
    RETURN,
    ROLE,
    SAVE,
    STREAMS,
    Page,
    Voice,
    Wanted,
    mailed,
)
from digest.press import subscription
from digest.press.accounts import Accounts
from digest.press.subscription import Roster, Standing, Subscription
from digest.service.forms import Fields
from digest.service.house import House, Read
from digest.service.replies import shown

#: What a mail program posts on its own (RFC 8058).
ONE_CLICK = ("list-unsubscribe", "one-click")


class _Visit(NamedTuple):
    """One reader at the door: the publication, who they are, and how things stand with them."""

    read: Read
    roster: Roster
    reader: str
    stands: Subscription
    voice: Voice


class Readers:
    """Answers readers; each call asks the ledger anew. Safe to share between threads."""

    def __init__(self, house: House, accounts: Accounts, now: Callable[[], datetime]) -> None:
        self._house = house
        self._accounts = accounts
        self._now = now

    def ask(self, page: links.Page, text: str) -> Response:
        """A look at a page, which changes nothing; `HTTPException` 404 for a token not ours."""
        visit = self._visit(page, text)
        if page is links.Page.UNSUBSCRIBE and visit.stands.standing is not Standing.LEFT:
            choose = self._beside(links.Page.PREFERENCES, visit)
            asked = visit.voice.ask(visit.stands.role, visit.stands.streams, choose)
            return shown(asked, visit.read.pages)
        return shown(self._standing(visit), visit.read.pages)

    def act(self, page: links.Page, text: str, fields: Fields) -> Response:
        """What a reader, or a mail program for them, asks for.

        Raises `HTTPException`: 404 for a token not ours, 400 for a wish nobody understands.
        """
        visit = self._visit(page, text)
        wish = _wish(fields)
        if wish == LEAVE:
            subscription.leave(self._accounts, visit.reader, self._now())
            left = self._visit(page, text)
            gone = left.voice.left(returnable=left.stands.returnable)
            return shown(gone, left.read.pages)
        if wish == RETURN:
            if visit.stands.returnable:
                subscription.come_back(self._accounts, visit.reader, self._now())
            return self._returned(self._visit(page, text))
        if wish == SAVE and page is links.Page.PREFERENCES and visit.stands.changeable:
            return self._saved(visit, fields)
        raise HTTPException(400)

    def _visit(self, page: links.Page, text: str) -> _Visit:
        reader = reader_of(self._accounts.keys, text, page)
        read = self._house.now()
        if reader is None or read.roster is None:
            raise HTTPException(404)
        publication = read.content.publication
        stands = subscription.subscription(
            self._accounts, publication, read.roster, reader, self._now()
        )
        spoken = stands.language if stands.language in publication.all_languages else None
        return _Visit(read, read.roster, reader, stands, Voice(publication, spoken))

    def _standing(self, visit: _Visit) -> Page:
        stands, voice = visit.stands, visit.voice
        if stands.standing is Standing.BLOCKED:
            return voice.blocked()
        if stands.standing is Standing.LEFT:
            return voice.left(returnable=stands.returnable)
        if not stands.changeable:
            return voice.kept()
        wanted = subscription.wanted_by(stands, visit.read.content.publication)
        return voice.choose(wanted, self._today(visit))

    def _returned(self, visit: _Visit) -> Response:
        if visit.stands.standing is not Standing.GETS:
            return shown(self._standing(visit), visit.read.pages)
        page = visit.voice.returned(self._beside(links.Page.PREFERENCES, visit))
        return shown(page, visit.read.pages)

    def _saved(self, visit: _Visit, fields: Fields) -> Response:
        if visit.stands.standing is not Standing.GETS:
            # They left on another page, and this one was still open.
            return shown(self._standing(visit), visit.read.pages, 409)
        publication = visit.read.content.publication
        wanted = _wanted(fields, subscription.wanted_by(visit.stands, publication), visit)
        now = self._now()
        wrong = subscription.change(self._accounts, publication, visit.reader, wanted, now)
        page = visit.voice.choose(wanted, self._today(visit), saved=not wrong, wrong=wrong)
        return shown(page, visit.read.pages, 422 if wrong else 200)

    def _today(self, visit: _Visit) -> date:
        return self._now().astimezone(ZoneInfo(visit.read.content.publication.timezone)).date()

    def _beside(self, page: links.Page, visit: _Visit) -> str:
        """The address of another page of the reader, from one of them."""
        return f"../{page.value}/{token(self._accounts.keys, visit.reader, page)}"


def _wish(fields: Fields) -> str | None:
    name, value = ONE_CLICK
    said = (one.strip().lower() for key in fields if key.lower() == name for one in fields[key])
    if value in said:
        return LEAVE
    return next(iter(fields.get(ACT, ())), None)


def _wanted(fields: Fields, now: Wanted, visit: _Visit) -> Wanted:
    """What the form says; of what it does not ask, for want of a choice, what holds now."""
    publication = visit.read.content.publication
    several = {
        ROLE: len(mailed(publication)) > 1,
        STREAMS: len(publication.streams) > 1,
        LANGUAGE: len(publication.all_languages) > 1,
    }

    def one(name: str, otherwise: str) -> str:
        return next(iter(fields.get(name, ())), "" if several.get(name, True) else otherwise)

    return Wanted(
        role=one(ROLE, now.role),
        streams=fields.get(STREAMS, () if several[STREAMS] else now.streams),
        language=one(LANGUAGE, now.language),
        until=one(PAUSE, ""),
    )
