"""A mail as other programs show it: the bundle's own bytes, changed for looking alone."""

import base64

import pytest

from digest.edition.reader import Sample
from digest.preview.choice import Choice
from digest.preview.personas import PERSONAS, Persona, filled_text
from digest.preview.views import exact, view
from digest.render import email, web
from digest.render.message import Enclosure, message
from digest.render.theme import Theme
from support.renderings import coast

SITE = "https://example.org/review"
PLAIN = Choice()


@pytest.fixture(scope="module")
def mail() -> bytes:
    return email.render(coast(), Theme()).content


def test_without_a_question_it_is_the_same_bytes(mail: bytes) -> None:
    assert view(mail, PLAIN, SITE) == mail
    assert exact(PLAIN)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_scheme_is_answered_and_nothing_else_changes(mail: bytes, scheme: str) -> None:
    seen = view(mail, Choice(look=scheme), SITE).decode()

    assert "prefers-color-scheme" not in seen
    assert ("(min-width:0)" in seen) is (scheme == "dark")
    assert ("(max-width:0)" in seen) is (scheme == "light")
    assert f":root{{color-scheme:{scheme}!important}}" in seen
    body = mail.decode().partition("</head>")[2]
    assert seen.partition("</head>")[2] == body


def test_a_page_may_carry_the_style_of_a_view() -> None:
    page = web.render(coast(), Theme()).content

    seen = view(page, Choice(look="dark"), SITE).decode()

    assert "Content-Security-Policy" in page.decode()
    assert "Content-Security-Policy" not in seen


def test_forced_dark_knows_no_dark_sheet(mail: bytes) -> None:
    seen = view(mail, Choice(look="forced"), SITE).decode()

    assert "data-ogsc" in mail.decode()
    assert "data-ogsc" not in seen
    assert "invert(1)" in seen
    assert "(min-width:0)" not in seen


@pytest.mark.parametrize("persona", PERSONAS[1:], ids=lambda one: one.name)
def test_a_reader_is_put_in_and_no_sample_is_left(mail: bytes, persona: Persona) -> None:
    name = persona.name

    seen = view(mail, Choice(reader=name), SITE).decode()

    assert not [one for one in Sample if one.value in seen]
    assert f"{SITE}/u/" in seen


def test_a_readers_name_is_escaped() -> None:
    assert filled_text(Sample.NAME.value, "long", SITE).startswith("Prof.")
    assert filled_text(f"Dear {Sample.NAME.value}", "nameless", SITE) == "Dear "


def test_attached_pictures_are_put_in_their_places(mail: bytes) -> None:
    shows = mail.replace(b"</body>", b'<img src="cid:logo@example.org" alt="">\n</body>')
    picture = Enclosure(name="logo@example.org", media_type="image/png", content=b"PNG")
    whole = message(coast(), shows, b"text", pictures=(picture,))

    seen = view(shows, PLAIN, SITE, whole)
    blocked = view(shows, Choice(pictures="blocked"), SITE, whole)

    assert f"data:image/png;base64,{base64.b64encode(b'PNG').decode()}".encode() in seen
    assert blocked == shows
