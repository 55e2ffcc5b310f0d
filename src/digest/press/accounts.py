"""What the verbs that keep accounts share: the ledger, its keys, the rule and the readers."""

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from digest.content.corpus import Content, Subscriber
from digest.content.loading import SUBSCRIBERS
from digest.content.publication import Publication
from digest.delivery.approval import Rule
from digest.delivery.audience import Selection, audience_of, recipients
from digest.delivery.identity import Audience, Keyring
from digest.delivery.ledger import readers
from digest.delivery.ledger.database import Ledger


class Accounts(NamedTuple):
    """An open ledger, and the keys that name readers and mails in it."""

    ledger: Ledger
    keys: Keyring


def rule_of(publication: Publication) -> Rule:
    """Who must approve an edition of the publication."""
    said = publication.approvals
    return Rule(required=said.required, approvers=said.approvers)


def subscribers_of(content: Content, ledger: Ledger, now: datetime) -> Iterable[Subscriber]:
    """Everybody who reads: of the publication's file where it has one, else of the ledger."""
    if SUBSCRIBERS in content.inputs:
        return content.subscribers
    return readers.every(ledger, now)


def audience_now(content: Content, stream: str, accounts: Accounts, now: datetime) -> Audience:
    """Everybody who would get the stream's mail; of two rows of one mailbox the first counts."""
    everybody = subscribers_of(content, accounts.ledger, now)
    selection = Selection.of(content.publication, stream)
    rows = [*recipients(everybody, selection, accounts.keys)]
    people = {one.mailbox: one for one in reversed(rows)}
    return audience_of(people.values(), accounts.keys)


def domain_of(publication: Publication) -> str:
    """The host of the sender's address in lower case ASCII, as Message-IDs name it."""
    return publication.sender.address.rpartition("@")[2].lower()
