"""Approved mails that tests compile, and what a reader finds in a mail that arrived."""

from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import cache

from digest.delivery.compiled.letter import Letter, Reader
from digest.delivery.compiled.structure import taken_apart
from digest.edition.reader import Sample
from digest.render.email import render as render_mail
from digest.render.message import Enclosure, message
from digest.render.text import render as render_text
from digest.render.theme import Theme
from support.renderings import coast

DATE = datetime(2026, 11, 4, 8, tzinfo=UTC)
IDENTIFIER = "<d1.0123456789abcdef@coast.example.org>"
READER = Reader(
    "ada@example.org",
    "Ada",
    "https://readers.example.org/u/token",
    "https://readers.example.org/p/token",
)

#: Places of every kind: in text, between quotes, at the start and at the end of a line.
TEXT = (
    f"Dear {Sample.NAME},\n\n{Sample.NAME}\n{'x' * 75}{Sample.NAME}!\n"
    f"   {Sample.UNSUBSCRIBE}\n{Sample.PREFERENCES}{Sample.NAME} \n.\n..\n"
    f"a line of = signs and a very long end {'words ' * 30}{Sample.NAME}\n"
)
HTML = (
    "<!doctype html><html><body>\n"
    f"<p title=\"{Sample.NAME}\" lang='en'>Dear {Sample.NAME}</p>"
    f'<a href="{Sample.UNSUBSCRIBE}">no &amp; more</a>{"<b>é</b>" * 40}'
    f"<!--[if mso]><a href='{Sample.PREFERENCES}'>p</a><![endif]-->{Sample.NAME}"
    "</body></html>\n"
)


def approved(html: str = HTML, text: str = TEXT, pictures: tuple[Enclosure, ...] = ()) -> bytes:
    """A mail as a bundle holds it."""
    return message(coast(), html.encode(), text.encode(), pictures=pictures)


@cache
def real() -> bytes:
    """The mail of a role of the coast publication."""
    digest = coast()
    html, text = render_mail(digest, Theme()).content, render_text(digest, Theme()).content
    return message(digest, html, text)


def letter(raw: bytes, mark: str = "") -> Letter:
    """The mail, compiled."""
    return Letter(taken_apart(raw), DATE, mark)


def read(raw: bytes) -> EmailMessage:
    """The mail as Python's own parser reads it."""
    return message_from_bytes(raw, policy=policy.default)


def texts(raw: bytes) -> dict[str, str]:
    """The texts of a mail by their type, with LF."""
    return {
        part.get_content_type(): part.get_content().replace("\r\n", "\n")
        for part in read(raw).walk()
        if part.get_content_maintype() == "text"
    }
