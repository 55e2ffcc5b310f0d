"""Our messages in the hands of programs that know nothing of us."""

import base64
import json
import os
from typing import Any

import pytest

from digest.render.email import render as render_mail
from digest.render.message import Enclosure, message
from digest.render.text import render as render_text
from digest.render.theme import Theme
from support.judges import POSTAL_MIME, judge
from support.postfix import postfix
from support.readers import Reader, mail_of
from support.renderings import ROLES, coast

pytestmark = pytest.mark.full

THEME = Theme()
CZECH = "Týdenní přehled: příliš žluťoučký kůň – 5"


def _sent(role: str) -> tuple[bytes, str, str]:
    digest = coast(role)
    html, text = render_mail(digest, THEME).content, render_text(digest, THEME).content
    return message(digest, html, text), html.decode(), text.decode()


def _read(node: str, raw: bytes) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(judge(node, POSTAL_MIME, raw))
    return read


@pytest.mark.parametrize("role", ROLES)
def test_another_reader_finds_what_was_sent(node: str, role: str) -> None:
    raw, html, text = _sent(role)
    mail = _read(node, raw)

    assert mail["subject"] == coast(role).mail.subject
    assert mail["from"] == {
        "name": "Coast and River Evidence",
        "address": "digest@coast.example.org",
    }
    assert mail["html"].split() == html.split()
    assert mail["text"].split() == text.split()
    assert mail["attachments"] == []


def test_another_reader_finds_names_of_other_letters_and_what_is_enclosed(node: str) -> None:
    html = b'<!doctype html><html><body><img src="cid:logo@coast" alt=""></body></html>\n'
    picture = Enclosure(name="logo@coast", media_type="image/png", content=b"\x89PNG\r\n")
    pdf = Enclosure(
        name="přehled týdne.pdf", media_type="application/pdf", content=b"%PDF\n\0" * 99
    )
    digest = coast()
    named = digest.mail.model_copy(update={"subject": CZECH, "sender_name": "Přehled, s.r.o."})
    raw = message(
        digest.model_copy(update={"mail": named}),
        html,
        "příliš\n".encode(),
        pictures=(picture,),
        attachments=(pdf,),
    )
    mail = _read(node, raw)
    enclosed = {
        one["filename"] or one["contentId"]: base64.b64decode(one["content"])
        for one in mail["attachments"]
    }

    assert mail["subject"] == CZECH
    assert mail["from"]["name"] == "Přehled, s.r.o."
    assert mail["text"].strip() == "příliš"
    assert enclosed == {"<logo@coast>": picture.content, "přehled týdne.pdf": pdf.content}


def test_a_mail_server_hands_back_the_same_bytes(postfix_program: str) -> None:
    assert postfix_program
    if os.geteuid() != 0:
        pytest.skip("only root can start a mail server")
    reader = Reader("ar", "tashghil")
    html, text = mail_of(reader), render_text(reader.digest, THEME).content
    raw = message(reader.digest, html, text)
    with postfix() as server:
        server.post(raw, "reader@example.org")

        assert server.received() == raw
