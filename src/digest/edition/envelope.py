"""What an inbox shows of a digest before it is opened."""

from digest.content.editions import Edition
from digest.content.publication import Publication, Role
from digest.edition.phrases import Phrases
from digest.edition.texts import line, prose, sentences_within, shorten
from digest.edition.view import Mail

#: The longest subject, in characters before encoding.
SUBJECT = 78

#: The shortest preheader we aim for and the longest there is, in characters.
PREHEADER = (40, 90)


def envelope(publication: Publication, edition: Edition, role: Role, say: Phrases) -> Mail:
    """The mail's subject, preheader, sender and the reason why a reader gets it."""
    name, title = line(publication.title), line(role.title)
    return Mail(
        subject=subject(publication, edition, role, say),
        preheader=preheader(edition, say),
        sender_name=line(publication.sender.name),
        sender_address=publication.sender.address,
        reply_to=publication.sender.reply_to,
        postal_address=prose(publication.postal_address),
        why_you_get_this=say.gettext(
            "You receive this mail because you subscribe to {publication} as {role}.",
            publication=name,
            role=title,
        ),
        timezone=publication.timezone,
    )


def subject(publication: Publication, edition: Edition, role: Role, say: Phrases) -> str:
    """The edition's own subject, or its title between publication and role; one short line."""
    name, title, reader = (line(one.title) for one in (publication, edition, role))
    wished = (
        line(edition.subject or ""),
        say.gettext("{publication}: {title} ({role})", publication=name, title=title, role=reader),
        say.gettext("{title} ({role})", title=title, role=reader),
        title,
    )
    own = shorten(wished[0], SUBJECT)
    fitting = (text for text in wished[1:] if len(text) <= SUBJECT)
    dated = say.gettext("Edition of {date}", date=say.day(edition.dated).text)
    return own or next(fitting, None) or shorten(title, SUBJECT) or dated


def preheader(edition: Edition, say: Phrases) -> str:
    """The edition's own preheader, or how its summary begins; one line that an inbox can show."""
    counts = figures(edition, say)
    own = shorten(line(edition.preheader or ""), PREHEADER[1])
    return own or _beginning(line(edition.summary), counts) or counts


def figures(edition: Edition, say: Phrases) -> str:
    """How many records and patterns the edition holds, in words."""
    records = say.ngettext("{count} record", "{count} records", len(edition.records))
    patterns = say.ngettext("{count} pattern", "{count} patterns", len(edition.patterns))
    return say.listing([records, patterns] if edition.patterns else [records])


def _beginning(summary: str, counts: str) -> str | None:
    shortest, longest = PREHEADER
    whole, cut = sentences_within(summary, longest), shorten(summary, longest)
    if len(whole) >= shortest or cut is None:
        return whole or None
    if len(cut) >= shortest:
        return cut
    longer = f"{whole or cut} · {counts}"
    return longer if len(longer) <= longest else whole or cut
