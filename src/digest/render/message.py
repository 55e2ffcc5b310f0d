"""HTML, text and headers become one mail; the same input gives the same bytes."""

import hashlib
import re
from collections.abc import Iterable
from email.message import EmailMessage
from email.utils import format_datetime

from digest.content.mailboxes import written
from digest.edition.moment import moment
from digest.edition.view import Digest
from digest.problems import DigestError, Problem
from digest.render import headers
from digest.values import Frozen

#: Who a sample mail goes to.
SAMPLE_READER = "reader@example.org"

#: The one value that tells a mail program it may unsubscribe by one request (RFC 8058).
ONE_CLICK = "List-Unsubscribe=One-Click"

#: Where the texts of header fields stand.
PUBLICATION = "publication.yaml"
_PLACES = {"From": "/sender", "Reply-To": "/sender/reply_to", "List-Id": "/title"}

_CID = re.compile(rb"""["'(]cid:([^"')\s]+)""")


class Enclosure(Frozen):
    """A file that travels with the mail: `name` is its file name, or a picture's content id."""

    name: str
    media_type: str
    content: bytes


def message(
    digest: Digest,
    html: bytes,
    text: bytes,
    *,
    to: str = SAMPLE_READER,
    pictures: tuple[Enclosure, ...] = (),
    attachments: tuple[Enclosure, ...] = (),
) -> bytes:
    """The digest's mail by RFC 5322 to one reader: CRLF, ASCII, no line over 76 but for URLs.

    `html` and `text` are UTF-8. Date, Message-ID and boundaries derive from the input. Raises
    `DigestError` M1 when the pictures are not those the HTML shows, M3 to M5 for header values
    that are unfit.
    """
    _match_pictures(html, pictures)
    mark = _mark(digest, html, text, to, (*pictures, *attachments))
    mail = EmailMessage(policy=headers.POLICY)
    for field in _placed(digest, to, mark):
        mail[field.name] = field
    mail.set_content(text.decode(), cte="quoted-printable")
    mail.make_alternative()
    mail.attach(_page(html.decode(), pictures))
    for one in attachments:
        maintype, subtype = one.media_type.split("/")
        mail.add_attachment(one.content, maintype, subtype, filename=one.name)
    # Last: building the parts would move a Content- field of the mail into one of them.
    mail["Content-Language"] = digest.language
    _tidy(mail, mark)
    return mail.as_bytes()


def list_id(digest: Digest) -> str:
    """What names the role's list for good: its role, then the sender's mailbox as labels."""
    local, _, domain = written(digest.mail.sender_address).rpartition("@")
    labels = (
        re.sub(r"[^a-z0-9-]+", "-", part.lower()).strip("-") for part in (digest.stem, local)
    )
    return ".".join([*filter(None, labels), domain])


def _placed(digest: Digest, to: str, mark: str) -> list[headers.Field]:
    """The fields; what is wrong with one is told at the text it is made of."""
    try:
        return _fields(digest, to, mark)
    except DigestError as error:
        raise DigestError(*(_at(digest, problem) for problem in error.problems)) from error


def _at(digest: Digest, problem: Problem) -> Problem:
    for name, pointer in _PLACES.items():
        if name in problem.message.split():
            return problem.model_copy(update={"path": PUBLICATION, "pointer": pointer})
    if "Subject" in problem.message.split():
        return problem.model_copy(update={"pointer": f"{digest.masthead.edition}/subject"})
    return problem


def _fields(digest: Digest, to: str, mark: str) -> list[headers.Field]:
    mail = digest.mail
    domain = written(mail.sender_address).rpartition("@")[2]
    dated = moment(digest.masthead.dated.iso, mail.timezone)
    fields = [
        headers.address_field("From", mail.sender_address, mail.sender_name),
        headers.address_field("To", to),
        headers.text_field("Subject", _given("Subject", mail.subject)),
        headers.token_field("Date", format_datetime(dated)),
        headers.token_field("Message-ID", f"<{mark}@{domain}>"),
        headers.list_field("List-Id", digest.masthead.publication, list_id(digest)),
        headers.uri_field("List-Unsubscribe", mail.unsubscribe_url),
        headers.token_field("List-Unsubscribe-Post", ONE_CLICK),
        headers.token_field("Auto-Submitted", "auto-generated"),
    ]
    if mail.reply_to:
        fields.insert(2, headers.address_field("Reply-To", mail.reply_to))
    return fields


def _given(name: str, value: str) -> str:
    if not value.strip():
        hint = f"give the mail a {name.lower()}"
        raise DigestError(Problem(code="M4", message=f"the mail has no {name}", hint=hint))
    return value


def _page(html: str, pictures: tuple[Enclosure, ...]) -> EmailMessage:
    """The HTML, related to its pictures where it shows any."""
    page = EmailMessage(policy=headers.POLICY)
    page.set_content(html, subtype="html", cte="quoted-printable")
    for picture in pictures:
        maintype, subtype = picture.media_type.split("/")
        page.add_related(picture.content, maintype, subtype, cid=f"<{picture.name}>")
    if pictures:
        page.set_param("type", "text/html")
    return page


def _match_pictures(html: bytes, pictures: tuple[Enclosure, ...]) -> None:
    shown = {cid.decode("ascii", "replace") for cid in _CID.findall(html)}
    names = [picture.name for picture in pictures]
    wrong = sorted(shown.symmetric_difference(names)) + sorted(
        {name for name in names if names.count(name) > 1}
    )
    if wrong:
        message = (
            f"pictures that are shown but not sent, or sent but not shown: {', '.join(wrong)}"
        )
        hint = "send each picture once, and show it by cid:"
        raise DigestError(Problem(code="M1", message=message, hint=hint))


def _mark(
    digest: Digest, html: bytes, text: bytes, to: str, enclosures: Iterable[Enclosure]
) -> str:
    """A name for the mail that changes whenever anything in it does."""
    told = hashlib.sha256()
    said = (digest.mail.model_dump_json(), digest.masthead.model_dump_json(), digest.stem, to)
    for piece in (*(one.encode() for one in said), html, text):
        told.update(len(piece).to_bytes(8, "big") + piece)
    for one in enclosures:
        told.update(
            f"{one.name}\0{one.media_type}\0".encode() + hashlib.sha256(one.content).digest()
        )
    return told.hexdigest()[:32]


def _tidy(mail: EmailMessage, mark: str) -> None:
    """One MIME-Version, and boundaries that no encoded line can hold, the same every time."""
    for place, part in enumerate(mail.walk()):
        if place:
            del part["MIME-Version"]
        if part.is_multipart():
            part.set_boundary(f"=_{mark}.{place}")
