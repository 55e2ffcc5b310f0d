import html
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree
from lxml import html as parser
from markupsafe import escape

from digest.render.email import engine, gate
from digest.render.email.encoder import encode, plain

HEAD = '<mjml lang="en" dir="ltr"><mj-head><mj-title>{title}</mj-title></mj-head><mj-body>'
BODY = "<mj-section><mj-column>{inside}</mj-column></mj-section></mj-body></mjml>"

#: Every character XML can hold, and those that have gone wrong before.
TEXT = st.text(
    st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff")
    | st.sampled_from("\\\"'&<>\u00a0\u00ad\u200d\ufe0f\u0301\u202e\u0940\n\t")
)


def _mail(inside: str, title: str = "Case") -> etree._Element:
    mjml = HEAD.format(title=title) + BODY.format(inside=inside)
    gate.parse(mjml)
    return parser.document_fromstring(engine.html(encode(mjml)))


def _spaced(text: str) -> str:
    return re.sub(r"[\n\t\r]", " ", text)


@given(TEXT)
@example("résumé – été ❤️ 👩‍💻 नमस्ते")
@example('x" onclick="y')
@example("a\\nb\\u{a0}")
def test_an_attribute_arrives_as_it_was_written(text: str) -> None:
    value = escape(text)
    root = _mail(
        f'<mj-image src="cid:a@b" width="1px" alt="{value}" />'
        f'<mj-text><span title="{value}">x</span></mj-text>'
    )

    assert [one.get("alt") for one in root.iter("img")] == [_spaced(text)]
    assert [one.get("title") for one in root.iter("span")] == [_spaced(text)]


@given(TEXT)
@example('The "big" week')
def test_the_title_arrives_as_it_was_written(text: str) -> None:
    root = _mail("<mj-text>x</mj-text>", title=str(escape(text)))

    assert " ".join(root.findtext(".//title", "").split()) == " ".join(text.split())
    labels = [one.get("aria-label", "") for one in root.iter("div")]
    assert any(" ".join(label.split()) == " ".join(text.split()) for label in labels)


@given(TEXT.map(lambda text: text.strip()).filter(bool))
def test_a_text_arrives_as_it_was_written(text: str) -> None:
    root = _mail(f"<mj-text><b>{escape(text)}</b></mj-text>")

    assert [one.text for one in root.iter("b")] == [text]


@pytest.mark.parametrize(
    ("written", "encoded"),
    [
        ("<a b='say \"hi\"'>", '<a b="say &#34;hi&#34;">'),
        ('<a  b = "é"  c="x"/>', '<a  b ="&#233;"  c="x"/>'),
        ('<a b="1 > 0" c="ž">ž</a>', '<a b="1 > 0" c="&#382;">ž</a>'),
        ('<!-- <a b="é"> -->', '<!-- <a b="é"> -->'),
        ('<a b="&nbsp;&#160;&amp;">', '<a b="&nbsp;&#160;&amp;">'),
        ("<mj-title>é \\ &amp;</mj-title>", "<mj-title>&#233; &#92; &amp;</mj-title>"),
        ("a = 'é'", "a = 'é'"),
    ],
)
def test_only_values_change(written: str, encoded: str) -> None:
    assert encode(written) == encoded


@given(st.text())
def test_a_plain_value_is_printable_ascii(text: str) -> None:
    assert re.fullmatch(r"[ -~]*", plain(text))
    assert html.unescape(plain("\u00a0\\é")) == "\u00a0\\é"
