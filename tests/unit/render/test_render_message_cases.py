"""The thirteen ways a message goes wrong, by their names in `cases.json`."""

import json
import re
from collections.abc import Callable
from datetime import date
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from lxml import html as parser
from pydantic import ValidationError

from digest.edition.reader import Sample
from digest.edition.view import Day, Digest
from digest.problems import DigestError
from digest.render import headers
from digest.render.email import render as render_mail
from digest.render.message import ONE_CLICK, Enclosure, message
from digest.render.text import render as render_text
from digest.render.theme import Theme
from support.renderings import coast
from support.samples import DATA

THEME = Theme()
HTML = b"<!doctype html><html><body><p>words</p></body></html>\n"
TEXT = b"words\n"
CASES = json.loads((DATA / "email" / "cases.json").read_text("utf-8"))["mime"]
WANT = {case["name"]: case for case in CASES}

_Check = Callable[[], None]
CHECKS: dict[str, _Check] = {}


def _case(name: str) -> Callable[[_Check], _Check]:
    def keep(check: _Check) -> _Check:
        CHECKS[name] = check
        return check

    return keep


def _with(**changes: object) -> Digest:
    digest = coast()
    return digest.model_copy(update={"mail": digest.mail.model_copy(update=changes)})


def _read(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw, policy=policy.default)


def _header(raw: bytes, name: str) -> bytes:
    found = re.search(rb"(?ms)^%b: (.*?)\r\n(?![ \t])" % name.encode(), raw)
    assert found
    return found[1]


@_case("long unsubscribe link")
def _long_unsubscribe_link() -> None:
    link, post = "https://digest.example/u/" + "x" * 90, "mailto:u@digest.example?subject="
    wire = headers.uri_field("List-Unsubscribe", link, post + "y" * 80).fold(policy=headers.POLICY)

    assert f"<{link}>," in wire
    assert wire.count("\r\n ") == 1
    assert "=?" not in wire


@_case("one-click")
def _one_click() -> None:
    mail = _read(message(coast(), HTML, TEXT))

    assert mail["List-Unsubscribe-Post"] == ONE_CLICK == "List-Unsubscribe=One-Click"
    assert re.findall(r"<https://[^>]+>", mail["List-Unsubscribe"]) == [
        f"<{Sample.UNSUBSCRIBE.value}>"
    ]


@_case("quoted-printable width")
def _quoted_printable_width() -> None:
    page = b"<p>" + "ž x".encode() * 8_000 + b"</p>\n"
    raw = message(coast(), page, TEXT)
    part = list(_read(raw).iter_parts())[1]

    assert max(map(len, raw.split(b"\r\n"))) <= 76
    assert part.get_payload(decode=True) == page.replace(b"\n", b"\r\n")


@_case("header injection")
def _header_injection() -> None:
    with pytest.raises(DigestError, match="M5"):
        message(_with(subject=WANT["header injection"]["in"]["Subject"]), HTML, TEXT)


@_case("non-ASCII subject")
def _subject_of_other_letters() -> None:
    subject = WANT["non-ASCII subject"]["in"]["Subject"]
    raw = message(_with(subject=subject), HTML, TEXT)

    assert raw.isascii()
    assert all(len(word) <= 75 for word in _header(raw, "Subject").split())
    assert _read(raw)["Subject"] == subject


@_case("non-ASCII display name")
def _name_of_other_letters() -> None:
    name, _, address = WANT["non-ASCII display name"]["in"]["From"][:-1].partition(" <")
    raw = message(_with(sender_name=name, sender_address=address), HTML, TEXT)

    assert _header(raw, "From").endswith(f"?= <{address}>".encode())
    assert _read(raw)["From"].addresses[0].display_name == name


@_case("non-ASCII local part")
def _mailbox_of_other_letters() -> None:
    with pytest.raises(DigestError, match="M5"):
        message(coast(), HTML, TEXT, to=WANT["non-ASCII local part"]["in"]["To"])


@_case("attachment name")
def _attachment_name() -> None:
    case = WANT["attachment name"]
    pdf = Enclosure(name=case["in"], media_type="application/pdf", content=b"%PDF")

    assert case["want"].encode() in message(coast(), HTML, TEXT, attachments=(pdf,))


@_case("tree")
def _tree() -> None:
    page = HTML.replace(b"words", b'<img src="cid:a@b" alt="">')
    picture = Enclosure(name="a@b", media_type="image/png", content=b"\x89PNG")
    pdf = Enclosure(name="a.pdf", media_type="application/pdf", content=b"%PDF")
    mail = _read(message(coast(), page, TEXT, pictures=(picture,), attachments=(pdf,)))
    related = next(part for part in mail.walk() if part.get_content_subtype() == "related")

    assert [part.get_content_type() for part in mail.walk()] == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
        "application/pdf",
    ]
    assert related.get_param("type") == "text/html"
    assert [part["Content-ID"] for part in mail.walk() if part["Content-ID"]] == ["<a@b>"]


@_case("same input twice")
def _same_input_twice() -> None:
    assert message(coast(), HTML, TEXT) == message(coast(), HTML, TEXT)


@_case("Date")
def _date() -> None:
    day = Day(iso=date(2026, 10, 12), text="", short="")
    masthead = coast().masthead.model_copy(update={"dated": day})
    digest = _with(timezone="Europe/Prague").model_copy(update={"masthead": masthead})

    assert _header(message(digest, HTML, TEXT), "Date") == b"Mon, 12 Oct 2026 09:00:00 +0200"
    with pytest.raises(ValidationError):
        Day.model_validate({"iso": "next Monday", "text": "", "short": ""})


@_case("two From headers")
def _two_senders() -> None:
    mail = EmailMessage(policy=headers.POLICY)
    mail["From"] = headers.address_field("From", "a@example.org")
    with pytest.raises(ValueError, match="at most 1"):
        mail["From"] = headers.address_field("From", "b@example.org")


@_case("text part")
def _text_part() -> None:
    digest = coast()
    html, plain = render_mail(digest, THEME).content, render_text(digest, THEME).content.decode()
    page = parser.document_fromstring(html, parser=parser.HTMLParser(encoding="utf-8"))
    said = " ".join(plain.split()).upper()
    headings = [" ".join(one.itertext()) for one in page.iter("h1", "h2", "h3")]

    assert [one for one in headings if " ".join(one.split()).upper() not in said] == []
    assert [one.get("href") for one in page.iter("a") if one.get("href", "") not in plain] == []
    assert Sample.UNSUBSCRIBE.value in plain
    assert "<p" not in plain
    assert "&nbsp;" not in plain


@pytest.mark.parametrize("name", WANT)
def test_a_message_is_as_the_case_wants_it(name: str) -> None:
    CHECKS[name]()


def test_every_case_is_tried() -> None:
    assert set(CHECKS) == set(WANT)
    assert len(WANT) == len(CASES) == 13
