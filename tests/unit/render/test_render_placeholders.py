import html

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest.edition.reader import Sample
from digest.render.email import render as render_mail
from digest.render.email.encoder import plain
from digest.render.placeholders import clashes, in_markup, in_text, parts
from digest.render.text import render as render_text
from digest.render.theme import Theme
from support.renderings import coast

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


def test_a_publication_cannot_hold_a_sample() -> None:
    assert list(clashes(coast())) == []
    assert [one.code for one in clashes(coast(summary=f"By {Sample.NAME.value}."))] == ["M8"]
