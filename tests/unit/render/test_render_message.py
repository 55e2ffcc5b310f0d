import os
import re
import subprocess
import sys
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest

from digest.edition.reader import Sample
from digest.edition.view import Digest
from digest.problems import DigestError
from digest.render.email import render as render_mail
from digest.render.message import Enclosure, list_id, message
from digest.render.text import render as render_text
from digest.render.theme import Theme
from support.renderings import ROLES, coast, golden

THEME = Theme()
HTML = b"<!doctype html><html><body><p>words</p></body></html>\n"
TEXT = b"words\n"


def _read(raw: bytes) -> EmailMessage:
    return message_from_bytes(raw, policy=policy.default)


def _with(digest: Digest, **changes: object) -> Digest:
    return digest.model_copy(update={"mail": digest.mail.model_copy(update=changes)})


def _real(role: str) -> bytes:
    digest = coast(role)
    return message(digest, render_mail(digest, THEME).content, render_text(digest, THEME).content)


def _raw(name: str, raw: bytes) -> bytes:
    """The field as it stands on the wire, with its folds."""
    found = re.search(rb"(?ms)^%b: (.*?)\r\n(?![ \t])" % name.encode(), raw)
    return found[1] if found else b""


@pytest.mark.parametrize("role", ROLES)
def test_the_message_is_the_one_that_is_kept(role: str) -> None:
    made = _real(role)

    assert made == golden(f"mail/coast-{role}.eml", made)


@pytest.mark.parametrize("role", ROLES)
def test_both_parts_come_back_as_they_went(role: str) -> None:
    digest = coast(role)
    html, text = render_mail(digest, THEME).content, render_text(digest, THEME).content
    parts = list(_read(message(digest, html, text)).iter_parts())

    assert [one.get_content_type() for one in parts] == ["text/plain", "text/html"]
    assert [one.get_payload(decode=True) for one in parts] == [
        one.replace(b"\n", b"\r\n") for one in (text, html)
    ]
    assert {one["content-transfer-encoding"] for one in parts} == {"quoted-printable"}


def test_lines_are_short_and_ascii_and_end_in_crlf() -> None:
    long = b"<p>" + "č".encode() * 30_000 + b" = . </p>\n.\nFrom x\n"
    raw = message(coast(), long, TEXT)

    assert raw.isascii()
    assert not re.search(rb"\r(?!\n)|(?<!\r)\n", raw)
    assert max(map(len, raw.split(b"\r\n"))) <= 76
    assert list(_read(raw).iter_parts())[1].get_payload(decode=True) == long.replace(
        b"\n", b"\r\n"
    )


def test_what_a_mail_needs_stands_in_its_head() -> None:
    mail = _read(message(coast("engineer"), HTML, TEXT))

    assert dict(mail.items()).keys() >= {"From", "To", "Subject", "MIME-Version", "Content-Type"}
    assert mail["From"] == "Coast and River Evidence <digest@coast.example.org>"
    assert mail["To"] == "reader@example.org"
    assert mail["Reply-To"] == "editors@coast.example.org"
    assert mail["Subject"] == coast("engineer").mail.subject
    assert mail["Date"] == "Mon, 04 May 2026 09:00:00 +0100"
    assert re.fullmatch(r"<[0-9a-f]{32}@coast\.example\.org>", mail["Message-ID"])
    assert mail["List-Id"] == "Coast and River Evidence <engineer.digest.coast.example.org>"
    assert mail["List-Unsubscribe"] == f"<{Sample.UNSUBSCRIBE.value}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["Content-Language"] == "en-GB"
    assert [list(part.keys()) for part in mail.iter_parts()] == [
        ["Content-Type", "Content-Transfer-Encoding"]
    ] * 2


def test_without_a_reply_address_there_is_no_such_field() -> None:
    assert "Reply-To" not in _read(message(_with(coast(), reply_to=None), HTML, TEXT))


def test_the_date_is_the_editions_in_the_publications_zone() -> None:
    mail = _read(message(_with(coast(), timezone="Pacific/Kiritimati"), HTML, TEXT))

    assert mail["Date"] == "Mon, 04 May 2026 09:00:00 +1400"


def test_a_long_way_to_unsubscribe_is_not_broken() -> None:
    url = "https://digest.example.org/u/" + "x" * 120
    raw = message(_with(coast(), unsubscribe_url=url), HTML, TEXT)

    assert f"List-Unsubscribe: <{url}>\r\n".encode() in raw


@pytest.mark.parametrize(
    "url", ["http://a.example.org/", "https://a.example.org/ü", "https://a b/", "https://a/>,<b"]
)
def test_an_unfit_way_to_unsubscribe_is_refused(url: str) -> None:
    with pytest.raises(DigestError, match="M3"):
        message(_with(coast(), unsubscribe_url=url), HTML, TEXT)


def test_pictures_and_files_stand_where_a_mail_program_looks() -> None:
    html = HTML.replace(b"words", b'<img src="cid:logo@coast" alt="" width="9">')
    picture = Enclosure(name="logo@coast", media_type="image/png", content=b"\x89PNG")
    attached = Enclosure(
        name="přehled týdne.pdf", media_type="application/pdf", content=b"%PDF" * 90
    )
    raw = message(coast(), html, TEXT, pictures=(picture,), attachments=(attached,))
    mail = _read(raw)
    alternative, pdf = mail.iter_parts()
    plain, related = alternative.iter_parts()
    page, image = related.iter_parts()

    types = [one.get_content_type() for one in (mail, alternative, plain, related, page, image)]
    assert types == [
        "multipart/mixed",
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ]
    assert related.get_param("type") == "text/html"
    assert image["Content-ID"] == "<logo@coast>"
    assert pdf.get_filename() == "přehled týdne.pdf"
    assert b"filename*=utf-8''p%C5%99ehled%20t%C3%BDdne.pdf" in raw
    assert (pdf.get_content(), image.get_content()) == (b"%PDF" * 90, b"\x89PNG")
    assert max(map(len, raw.split(b"\r\n"))) <= 78


@pytest.mark.parametrize(
    ("html", "names"),
    [
        (b'<img src="cid:a@b">', []),
        (b"<p>no picture</p>", ["a@b"]),
        (b'<img src="cid:a@b">', ["a@b", "a@b"]),
        (b"<p style='background:url(cid:c@d)'>", ["a@b"]),
    ],
)
def test_every_picture_is_sent_once_and_shown(html: bytes, names: list[str]) -> None:
    pictures = tuple(Enclosure(name=one, media_type="image/png", content=b"x") for one in names)
    with pytest.raises(DigestError, match="M1"):
        message(coast(), html, TEXT, pictures=pictures)


@pytest.mark.parametrize(
    "changes",
    [
        {"subject": "a\nBcc: evil@example.org"},
        {"subject": "a\r\n b"},
        {"subject": "a\x00b"},
        {"subject": "a\u2028b"},
        {"sender_name": "a\r\nBcc: evil@example.org"},
        {"sender_address": "ž@example.org"},
        {"sender_address": "a@b@example.org"},
        {"sender_address": "a@example.org\r\nBcc: evil@example.org"},
        {"sender_address": "a@example.org, evil@example.org"},
        {"reply_to": "a b@example.org"},
    ],
)
def test_no_value_can_end_its_header(changes: dict[str, str]) -> None:
    with pytest.raises(DigestError, match="M5") as refused:
        message(_with(coast(), **changes), HTML, TEXT)

    assert "evil" not in str(refused.value)


@pytest.mark.parametrize("to", ["", "reader", "ž@example.org", "a@example.org\nBcc: b@c.example"])
def test_a_reader_without_an_address_gets_nothing(to: str) -> None:
    with pytest.raises(DigestError, match="M5"):
        message(coast(), HTML, TEXT, to=to)


def test_a_mail_without_a_subject_is_refused() -> None:
    with pytest.raises(DigestError, match="M4"):
        message(_with(coast(), subject=" "), HTML, TEXT)


def test_a_domain_of_other_letters_is_written_in_ascii() -> None:
    raw = message(_with(coast(), sender_address="desk@přehled.example"), HTML, TEXT)

    assert b"<desk@xn--pehled-pib.example>" in raw
    assert b"@xn--pehled-pib.example>\r\nList-Id" in raw


def test_a_list_keeps_its_name_over_editions() -> None:
    later = coast("engineer").masthead.model_copy(update={"edition": "2027", "title": "Other"})

    assert list_id(coast("engineer", masthead=later)) == list_id(coast("engineer"))
    assert list_id(coast("planner")) != list_id(coast("engineer"))
    assert list_id(coast(stem="engineer.de")) == "engineer-de.digest.coast.example.org"


def test_anything_that_changes_changes_the_name_of_the_message() -> None:
    enclosed = (Enclosure(name="a.pdf", media_type="application/pdf", content=b"x"),)
    raws = [
        message(coast(), HTML, TEXT),
        message(coast(), HTML + b" ", TEXT),
        message(coast(), HTML, TEXT + b" "),
        message(coast("planner"), HTML, TEXT),
        message(_with(coast(), subject="Other"), HTML, TEXT),
        message(coast(), HTML, TEXT, to="other@example.org"),
        message(coast(), HTML, TEXT, attachments=enclosed),
    ]

    assert len({_read(raw)["Message-ID"] for raw in raws}) == len(raws)


def test_the_same_input_gives_the_same_bytes_in_every_process() -> None:
    script = (
        "import hashlib; from support.renderings import coast; "
        "from digest.render.message import message; "
        f"print(hashlib.sha256(message(coast(), {HTML!r}, {TEXT!r})).hexdigest())"
    )
    path = os.pathsep.join(sys.path)
    seen = {
        subprocess.run(
            [sys.executable, "-c", script],
            check=True,
            capture_output=True,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": path},
        ).stdout
        for seed in ("1", "2")
    }

    assert len(seen) == 1


def test_a_boundary_cannot_stand_in_a_part() -> None:
    first = _read(message(coast(), HTML, TEXT)).get_boundary() or ""
    raw = message(coast(), HTML, f"--{first}\n".encode())

    assert len(list(_read(raw).iter_parts())) == 2
    assert first.startswith("=_")


def test_long_names_are_folded_between_words() -> None:
    name = "Evidence, " * 12 + "s.r.o."
    raw = message(_with(coast(), sender_name=name), HTML, TEXT)

    assert _read(raw)["From"].addresses[0].display_name == name
    assert all(len(line) <= 76 for line in _raw("From", raw).split(b"\r\n"))
