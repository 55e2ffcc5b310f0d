"""The pages on which readers decide what comes to them, in the words of the house."""

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple
from urllib.parse import quote

from digest.content.publication import Publication, Role
from digest.edition.phrases import SOURCE, Phrases
from digest.edition.texts import line, prose
from digest.edition.view import Link, Look
from digest.values import Frozen

#: What a button says to the service; the names of the fields of the form.
SAVE, LEAVE, RETURN = "save", "unsubscribe", "resubscribe"
ACT, ROLE, STREAMS, LANGUAGE, PAUSE = "act", "role", "stream", "language", "until"

#: How long a reader may pause, in days.
LONGEST_PAUSE = 366


class Option(Frozen):
    """One of several things to choose; `language` is the one its label is in."""

    value: str
    label: str
    language: str
    chosen: bool


class Group(Frozen):
    """Fields that belong together; `kind` is radio, checkbox or date.

    A date has no options but a `value` between `least` and `most`. `error` says what to mend.
    """

    name: str
    kind: str
    label: str
    options: tuple[Option, ...] = ()
    value: str = ""
    least: str = ""
    most: str = ""
    hint: str | None = None
    error: str | None = None


class Button(Frozen):
    """A button; `act` is what it does, `strong` the one most readers came for."""

    act: str
    label: str
    strong: bool = False


class Page(Frozen):
    """One page of the service, all that a template may see of it.

    `said` tells what was done, `wrong` what was not. `groups` and `save` make up a form, each of
    the `buttons` is one of its own; all of them lead to the page itself.
    """

    publication: str
    publisher: str
    postal_address: str
    site: str
    language: str
    content_language: str
    direction: str
    look: Look
    title: str
    said: str | None = None
    wrong: str | None = None
    paragraphs: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    save: Button | None = None
    buttons: tuple[Button, ...] = ()
    links: tuple[Link, ...] = ()
    skip_to_content: str


class Wanted(NamedTuple):
    """What a reader chose, as the form says it; `until` is the text of the date."""

    role: str
    streams: tuple[str, ...]
    language: str
    until: str


def mailed(publication: Publication) -> tuple[Role, ...]:
    """The roles that a reader can have: those that are sent as mail."""
    return tuple(one for one in publication.roles if not one.channels or "email" in one.channels)


class Voice:
    """Speaks to one reader of a publication, in their language as far as the house speaks it."""

    def __init__(self, publication: Publication, language: str | None = None) -> None:
        say = Phrases(language or publication.language)
        self._say = say if say.translated else Phrases(SOURCE)
        self._publication = publication
        self._title = line(publication.title)

    def ask(self, role: str | None, streams: tuple[str, ...], preferences: str) -> Page:
        """Whether to unsubscribe from what comes to that role about these streams, or all of them.

        `preferences` is the address of the page to choose on.
        """
        gettext, title = self._say.gettext, self._title
        told = (
            gettext(
                "You receive {publication} as {role}.", publication=title, role=self._role(role)
            )
            if role
            else gettext("You receive {publication}.", publication=title)
        )
        link = Link(text=gettext("Change what you receive"), url=preferences)
        button = Button(act=LEAVE, label=gettext("Unsubscribe"), strong=True)
        return self._page(
            gettext("Unsubscribe"),
            paragraphs=(told, *self._topics(streams)),
            buttons=(button,),
            links=(link,),
        )

    def left(self, *, returnable: bool) -> Page:
        """The reader gets nothing, as they wish; they may be able to come back."""
        gettext = self._say.gettext
        gone = gettext(
            "No further mail of {publication} goes to you. A mail that is on its way may still "
            "arrive.",
            publication=self._title,
        )
        if returnable:
            back = Button(act=RETURN, label=gettext("Subscribe again"))
            return self._page(gettext("You are unsubscribed"), paragraphs=(gone,), buttons=(back,))
        write = gettext("To receive {publication} again, write to us.", publication=self._title)
        return self._written(gettext("You are unsubscribed"), gone, write)

    def returned(self, preferences: str) -> Page:
        """The reader is back."""
        gettext = self._say.gettext
        again = gettext("{publication} comes to you as before.", publication=self._title)
        link = Link(text=gettext("Change what you receive"), url=preferences)
        return self._page(gettext("You are subscribed again"), paragraphs=(again,), links=(link,))

    def blocked(self) -> Page:
        """Nothing goes to a mailbox that sent mail back."""
        gettext = self._say.gettext
        why = gettext("Mail to your address came back, so that no further mail goes there.")
        write = gettext("To receive {publication} again, write to us.", publication=self._title)
        return self._written(gettext("No mail goes to you"), why, write)

    def kept(self) -> Page:
        """The list is the publisher's; a reader can only leave it."""
        gettext = self._say.gettext
        why = gettext(
            "The publisher keeps the list of readers of {publication}. To change what you "
            "receive, write to us.",
            publication=self._title,
        )
        page = self._written(gettext("Change what you receive"), why)
        return page.model_copy(update={"buttons": (self._leave(),)})

    def choose(
        self, wanted: Wanted, today: date, *, saved: bool = False, wrong: Iterable[str] = ()
    ) -> Page:
        """The form with what the reader gets or chose; `wrong` names the fields to mend."""
        gettext, bad = self._say.gettext, frozenset(wrong)
        missing = gettext("Nothing is saved yet: please look at what is marked.")
        held = gettext(
            "Your choice is saved. It holds from the next edition on; one that is being sent "
            "already may still come as before."
        )
        return self._page(
            gettext("Change what you receive"),
            said=held if saved else None,
            wrong=missing if bad else None,
            groups=tuple(self._groups(wanted, today, bad)),
            save=Button(act=SAVE, label=gettext("Save"), strong=True),
            buttons=(self._leave(),),
        )

    def trouble(self, status: int) -> Page:
        """What to say in place of a page, by the number of an HTTP status."""
        gettext = self._say.gettext
        home = Link(text=gettext("All editions"), url=self._publication.site_url)
        if status in {404, 410}:
            text = gettext("The address is not complete, or what stood there is gone.")
            return self._page(gettext("There is nothing here"), paragraphs=(text,), links=(home,))
        if status in {429, 500, 503}:
            text = gettext("Nothing was changed. Please try again in a moment.")
            return self._page(gettext("That did not work"), paragraphs=(text,))
        text = gettext("Nothing was changed. Please use the link in your mail.")
        return self._page(gettext("That was not understood"), paragraphs=(text,), links=(home,))

    def _groups(self, wanted: Wanted, today: date, bad: frozenset[str]) -> Iterable[Group]:
        gettext, publication = self._say.gettext, self._publication
        roles = {role.id: role.title for role in mailed(publication)}
        streams = {stream.id: stream.title for stream in publication.streams}
        spoken = {one: Phrases(one).name for one in publication.all_languages}
        if len(roles) > 1 or ROLE in bad:
            told = gettext("Choose one of these.") if ROLE in bad else None
            yield self._one_of(ROLE, gettext("Your role"), roles, wanted.role, told)
        if len(streams) > 1:
            yield Group(
                name=STREAMS,
                kind="checkbox",
                label=gettext("Topics"),
                options=self._options(streams, wanted.streams),
                error=gettext("Choose one at least, or unsubscribe.") if STREAMS in bad else None,
            )
        if len(spoken) > 1:
            told = gettext("Choose one of these.") if LANGUAGE in bad else None
            yield self._one_of(LANGUAGE, gettext("Language"), spoken, wanted.language, told)
        yield self._pause(wanted.until, today, wrong=PAUSE in bad)

    def _one_of(
        self, name: str, label: str, titles: dict[str, str], chosen: str, error: str | None
    ) -> Group:
        options = self._options(titles, (chosen,))
        if name == LANGUAGE:
            options = tuple(one.model_copy(update={"language": one.value}) for one in options)
        return Group(name=name, kind="radio", label=label, options=options, error=error)

    def _options(self, titles: dict[str, str], chosen: tuple[str, ...]) -> tuple[Option, ...]:
        language = self._publication.language
        return tuple(
            Option(value=value, label=line(title), language=language, chosen=value in chosen)
            for value, title in titles.items()
        )

    def _pause(self, until: str, today: date, *, wrong: bool) -> Group:
        say = self._say
        least, most = today + timedelta(days=1), today + timedelta(days=LONGEST_PAUSE)
        days = {"first": say.day(least).text, "last": say.day(most).text}
        told = say.gettext("Choose a day from {first} to {last}, or none.", **days)
        return Group(
            name=PAUSE,
            kind="date",
            label=say.gettext("Pause until"),
            value=until,
            least=least.isoformat(),
            most=most.isoformat(),
            hint=say.gettext("No mail comes before that day. Leave it empty for no pause."),
            error=told if wrong else None,
        )

    def _leave(self) -> Button:
        return Button(act=LEAVE, label=self._say.gettext("Unsubscribe from everything"))

    def _written(self, title: str, *paragraphs: str) -> Page:
        sender = self._publication.sender
        address = sender.reply_to or sender.address
        link = Link(text=address, url=f"mailto:{quote(address, safe='@')}")
        return self._page(title, paragraphs=paragraphs, links=(link,))

    def _topics(self, streams: tuple[str, ...]) -> Iterable[str]:
        """The streams by title where there are several to choose from."""
        titles = {one.id: line(one.title) for one in self._publication.streams}
        followed = [title for stream, title in titles.items() if stream in (streams or titles)]
        if len(titles) > 1 and followed:
            topics = self._say.listing(followed)
            yield self._say.gettext("Topics: {topics}.", topics=topics)

    def _role(self, role: str) -> str:
        titles = {one.id: one.title for one in self._publication.roles}
        return line(titles.get(role, role))

    def _page(self, title: str, **parts: object) -> Page:
        publication, say = self._publication, self._say
        theme = publication.theme
        fixed = {
            "publication": self._title,
            "publisher": line(publication.publisher),
            "postal_address": prose(publication.postal_address),
            "site": publication.site_url,
            "language": say.language,
            "content_language": publication.language,
            "direction": say.direction,
            "look": Look(paper=publication.paper, accent=theme.accent, logo=theme.logo),
            "title": title,
            "skip_to_content": say.gettext("Skip to the content"),
        }
        return Page.model_validate({**fixed, **parts})
