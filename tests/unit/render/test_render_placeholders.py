import html
from email import message_from_bytes
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest.edition.reader import Sample
from digest.problems import Severity
from digest.render.email import render as render_mail
from digest.render.email.encoder import plain
from digest.render.message import message
from digest.render.placeholders import clashes, in_markup, in_text, parts
from digest.render.text import render as render_text
from digest.render.theme import Theme
from support.renderings import ROLES, coast

VALUES = {
    Sample.NAME: 'R&D "Desk" <x>',
    Sample.UNSUBSCRIBE: "https://read.example.org/u?a=1&b=2",
    Sample.PREFERENCES: "https://read.example.org/p?a=1&b=2",
}
PRINTED = st.text(st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp")))


def test_samples_survive_escaping_and_encoding() -> None:
    assert all(html.escape(one.value) == one.value == plain(one.value) for one in Sample)
    assert not any(one in other for one in Sample for other in Sample if one is not other)


def test_mail_and_text_hold_the_samples_where_a_readers_values_go() -> None:
    for render in (render_mail, render_text):
        made = render(coast(), Theme()).content.decode("utf-8")
        found = [one for one in parts(made) if isinstance(one, Sample)]
        assert {Sample.UNSUBSCRIBE, Sample.PREFERENCES} <= set(found)
        assert "".join(parts(made)) == made


def test_a_readers_values_are_escaped_for_html() -> None:
    mail = render_mail(coast(), Theme()).content.decode("utf-8")
    filled = in_markup(mail, VALUES)

    assert 'href="https://read.example.org/u?a=1&amp;b=2"' in filled
    assert not any(one.value in filled for one in Sample)
    assert in_markup(f"<p>{Sample.NAME}</p>", VALUES) == (
        "<p>R&amp;D &quot;Desk&quot; &lt;x&gt;</p>"
    )


def test_plain_text_takes_values_as_they_are() -> None:
    assert in_text(f"Dear {Sample.NAME.value},", VALUES) == 'Dear R&D "Desk" <x>,'


@given(PRINTED)
def test_a_value_is_never_read_for_samples_again(value: str) -> None:
    values = dict.fromkeys(Sample, value + Sample.NAME.value)

    assert in_text(Sample.UNSUBSCRIBE.value, values) == value + Sample.NAME.value


def test_a_sample_without_a_value_reaches_nobody() -> None:
    with pytest.raises(KeyError):
        in_text(Sample.UNSUBSCRIBE.value, {Sample.NAME: "x"})


@pytest.mark.parametrize("bad", ["a\nb", "a\r", "\x00", "\u2028", "\ud800"])
def test_a_value_with_a_control_character_is_refused(bad: str) -> None:
    for fill in (in_text, in_markup):
        with pytest.raises(ValueError, match="name holds a control character"):
            fill("x", {Sample.NAME: bad})


@pytest.mark.parametrize("role", ROLES)
def test_our_own_mail_greets_nobody_by_name(role: str) -> None:
    nobody = VALUES | {Sample.NAME: ""}
    for render, fill in ((render_mail, in_markup), (render_text, in_text)):
        made = render(coast(role), Theme()).content.decode("utf-8")

        assert Sample.NAME.value not in made
        assert fill(made, nobody) == fill(made, VALUES)


def _greeting(folder: Path, words: str) -> Theme:
    mail = f"<mj-section><mj-column><mj-text>\n<p>{words}</p></mj-text></mj-column></mj-section>"
    for name, block, text in (
        ("mail/digest.mjml", "omissions", mail),
        ("text/digest.txt", "omissions", f"{words}\n"),
    ):
        path = folder / "templates" / name
        path.parent.mkdir(parents=True)
        path.write_text(
            f'{{% extends "default:{name}" %}}\n{{% block {block} %}}\n{text}{{% endblock %}}',
            encoding="utf-8",
        )
    return Theme(folder)


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("{{ digest.mail.reader_name }}", None),
        ("Good morning", None),
        ("Dear {{ digest.mail.reader_name }},", "Dear ,"),
        ("{{ digest.mail.reader_name }}!", "!"),
    ],
)
def test_a_greeting_that_needs_a_name_is_warned_of(
    words: str, left: str | None, tmp_path: Path
) -> None:
    theme = _greeting(tmp_path, words)
    for render, place in (
        (render_mail, ("templates/mail/digest.mjml", 4)),
        (render_text, ("templates/text/digest.txt", None)),
    ):
        found = render(coast(), theme).problems
        told = f'a reader without a name reads "{left}"'

        assert {(one.code, one.severity) for one in found} <= {("M9", Severity.WARNING)}
        assert [(one.message, (one.path, one.line)) for one in found] == [(told, place)] * bool(
            left
        )


def test_of_the_head_only_what_is_a_readers_own_differs() -> None:
    digest = coast()
    html, text = (render(digest, Theme()).content for render in (render_mail, render_text))
    heads = [
        message_from_bytes(message(digest, html, text, to=f"{name}@example.org"))
        for name in ("one", "two")
    ]
    one, two = (dict(head.items()) for head in heads)
    sampled = {name for name, value in one.items() if any(each in value for each in Sample)}

    assert sampled == {"List-Unsubscribe"}
    assert one.keys() == two.keys()
    # The boundary between the parts is made of the Message-ID.
    assert {name for name in one if one[name] != two[name]} == {
        "To",
        "Message-ID",
        "Content-Type",
    }


@pytest.mark.parametrize("field", ["subject", "preheader", "postal_address", "sender_name"])
def test_an_envelope_cannot_hold_a_sample(field: str) -> None:
    digest = coast()
    mail = digest.mail.model_copy(update={field: f"For {Sample.NAME.value}"})

    assert [one.code for one in clashes(digest.model_copy(update={"mail": mail}))] == ["M8"]


def test_a_publication_cannot_hold_a_sample() -> None:
    assert list(clashes(coast())) == []
    assert [one.code for one in clashes(coast(summary=f"By {Sample.NAME.value}."))] == ["M8"]
