"""Any text of any assigned character reaches a reader of the mail as it was written."""

import re
from email import message_from_bytes, policy
from email.header import decode_header, make_header
from email.message import Message

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from digest.content.publication import Sender
from digest.edition.texts import line, prose
from digest.render import email, text
from digest.render.message import message
from digest.render.theme import Theme
from support.builders import a_content, a_publication, a_record
from support.pages import Page
from support.renderings import digest_of

THEME = Theme()

#: Every assigned character a record may hold: all but controls, halves of pairs and private use.
WORDS = st.text(
    st.characters(exclude_categories=("Cs", "Cc", "Cn", "Co")), min_size=1, max_size=70
).filter(lambda words: bool(words.strip()))


def _dense(said: str) -> str:
    """The text without white space: lines of a text part are broken where they must be."""
    return re.sub(r"\s+", "", said)


def _bytes(part: Message) -> bytes:
    """What a part of a mail holds."""
    content = part.get_payload(decode=True)
    assert isinstance(content, bytes)
    return content


def _phrase(raw: bytes) -> str:
    """The sender's name by RFC 2047, word by word: the library's reader joins spaces."""
    field = str(message_from_bytes(raw, policy=policy.compat32)["From"])
    name = re.sub(r"\s*<desk@sample\.example\.org>$", "", field)
    if "=?" in name:
        return str(make_header(decode_header(name)))
    return re.sub(r"\\(.)", r"\1", re.sub('^"|"$', "", name))


def _arrives(words: str) -> None:
    record = a_record(title=words, finding=words, caveats=words, roles={"engineer": words})
    sender = Sender(name=words, address="desk@sample.example.org")
    publication = a_publication(sender=sender)
    content = a_content(record, publication=publication, subject=words, title=words)
    digest = digest_of(content, "engineer")
    html, plain = email.render(digest, THEME).content, text.render(digest, THEME).content
    raw = message(digest, html, plain)
    mail = message_from_bytes(raw, policy=policy.default)
    plain_part, html_part = mail.iter_parts()
    page, said = Page(_bytes(html_part)), _bytes(plain_part).decode()

    assert [str(one.text_content()) for one in page.root.iter("h1")] == [line(words)]
    assert line(words) in [str(one.text_content()) for one in page.root.iter("h3")]
    assert prose(words) in [str(one.text_content()) for one in page.root.iter("p")]
    assert [one.get("aria-label") for one in page.root.iter("div") if one.get("role")] == [
        line(words)
    ]
    assert _dense(said).count(_dense(words)) >= 4
    assert mail["Subject"] == line(words)
    assert _phrase(raw) == line(words)


@settings(max_examples=100)
@given(WORDS)
@example("p < 0.05 & R&D ]]> {{7*7}} <script>alert(1)</script>")
@example("\\ \" ' =?utf-8?q?x?= \u00a0\u00ad\u200d\ufe0f\u0301\u202e")
@example("a, b; <c@d.example> (e)")
def test_any_words_arrive_as_they_were_written(words: str) -> None:
    _arrives(words)


@pytest.mark.full
@settings(max_examples=3_000)
@given(WORDS)
def test_three_thousand_words_arrive_as_they_were_written(words: str) -> None:
    _arrives(words)
