"""A test send: the bytes of the bundle to one address, marked, and in no account."""

from datetime import datetime
from pathlib import Path
from typing import NamedTuple
from zoneinfo import ZoneInfo

from digest.bundle import store
from digest.delivery.compiled.letter import Reader
from digest.delivery.compiled.loading import load
from digest.delivery.outcomes import Envelope, Outcome, Row
from digest.delivery.transports import Transport
from digest.press.accounts import domain_of
from digest.press.choose import edition_of, roles_of
from digest.press.prepare import loaded
from digest.press.send import enclosing
from digest.problems import DigestError, Problem, WorldError

#: Stands before the subject, in brackets.
MARK = "Test"


class Wish(NamedTuple):
    """Which digest goes where; without a language in the publication's own."""

    edition: str
    address: str
    role: str
    name: str = ""
    language: str | None = None


class Tried(NamedTuple):
    """What became of a test, and the seal of the bundle it was taken from."""

    role: str
    seal: str
    outcome: Outcome


def trial(
    root: Path, output: Path, wish: Wish, transport: Transport, *, unique: str, now: datetime
) -> Tried:
    """Post a role's mail as it lies in `output` to one address; approval is not asked for.

    `unique` makes the Message-ID one of its own. Its links to unsubscribe lead to the site and do
    nothing. Raises `DigestError`: B003 to B005, D102, D106 for the bundle, M5 for the address;
    `UsageError` (U010) for unknown names; `WorldError` (D130) when the mail was not taken.
    """
    content, _ = loaded(root)
    publication = content.publication
    edition = edition_of(content, wish.edition)
    (role,) = roles_of(content, [wish.role])
    folder = output / edition.id
    manifest, _ = store.read(folder, lambda _: ())
    language = wish.language or publication.language
    letter = load(
        folder,
        role.id if language == publication.language else f"{role.id}.{language}",
        seal=manifest.seal,
        date=now.replace(microsecond=0).astimezone(ZoneInfo(publication.timezone)),
        mark=MARK,
        attach_pdf=enclosing(publication)[role.id],
    )
    site = publication.site_url
    reader = Reader(wish.address, wish.name, unsubscribe_url=site, preferences_url=site)
    mail = letter.to(reader, f"<test.{unique}@{domain_of(publication)}>")
    outcome = _posted(
        transport, Envelope(sender=publication.sender.address, recipient=wish.address), mail
    )
    return Tried(role.id, manifest.seal, outcome)


def _posted(transport: Transport, envelope: Envelope, mail: bytes) -> Outcome:
    session = transport.open()
    if isinstance(session, Outcome):
        raise _refused(session)
    try:
        outcome = session.post(envelope, mail)
    finally:
        session.close()
    if outcome.row is not Row.SENT:
        raise _refused(outcome)
    return outcome


def _refused(outcome: Outcome) -> DigestError:
    said = outcome.reply or outcome.reason
    message = f"the test was not taken ({outcome.phase}): {said}"
    return WorldError(Problem(code="D130", message=message, hint="look at --transport"))
