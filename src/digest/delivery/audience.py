"""Who gets which digest: one mail for each mailbox, by role, stream, language and status."""

import unicodedata
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from digest.content.corpus import Subscriber
from digest.content.mailboxes import mailbox
from digest.content.publication import Publication
from digest.delivery.identity import Audience, Keyring, audience
from digest.values import Frozen


class Recipient(NamedTuple):
    """One reader of one edition; the mailbox is the person, the address how they write it."""

    reader: str
    mailbox: str
    address: str
    name: str
    role: str
    language: str

    def __repr__(self) -> str:
        return f"Recipient(reader={self.reader!r}, role={self.role!r})"


class Selection(Frozen):
    """Whom an edition is for: its stream, the roles that have a mail, the languages.

    The first language is the publication's own, which everybody gets who asks for none of them.
    """

    stream: str
    roles: frozenset[str]
    languages: tuple[str, ...]

    @classmethod
    def of(cls, publication: Publication, stream: str) -> "Selection":
        """The selection of an edition in that stream; roles without the mail channel have none."""
        mailed = (one for one in publication.roles if not one.channels or "email" in one.channels)
        roles = frozenset(role.id for role in mailed)
        return cls(stream=stream, roles=roles, languages=publication.all_languages)

    def takes(self, subscriber: Subscriber) -> bool:
        """Whether that subscriber gets this edition."""
        return (
            subscriber.status == "active"
            and subscriber.role in self.roles
            and (not subscriber.streams or self.stream in subscriber.streams)
        )

    def language(self, subscriber: Subscriber) -> str:
        """The language that subscriber is written to in."""
        spoken = subscriber.language
        return spoken if spoken in self.languages and spoken else self.languages[0]


def person(address: str) -> str:
    """The name under which two spellings of one mailbox are equal.

    Spaces around, capitals on both sides of the @, composed letters and hosts in Unicode make no
    other person of somebody. Dots and +tags do: what they mean is the host's affair.
    """
    return unicodedata.normalize("NFC", mailbox(unicodedata.normalize("NFC", address)))


def recipients(
    subscribers: Iterable[Subscriber], selection: Selection, keys: Keyring
) -> Iterator[Recipient]:
    """Those who get the edition, in the order they come; two rows of one person stay two."""
    for subscriber in subscribers:
        if selection.takes(subscriber):
            who = person(subscriber.email)
            yield Recipient(
                reader=keys.reader(who),
                mailbox=who,
                address=subscriber.email,
                name=subscriber.name,
                role=subscriber.role,
                language=selection.language(subscriber),
            )


def audience_of(people: Iterable[Recipient], keys: Keyring) -> Audience:
    """The audience that these recipients are; each mailbox comes once."""
    return audience(keys.current, ((one.mailbox, one.role, one.language) for one in people))
