import quopri
import re
import string
from contextlib import suppress
from email import message_from_bytes, policy
from email.message import EmailMessage

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest.delivery.compiled import quoted
from digest.delivery.compiled.letter import Reader
from digest.delivery.compiled.structure import taken_apart
from digest.delivery.lines import Whole, check_lines, stuffed
from digest.edition.reader import Sample
from digest.problems import DigestError
from digest.render.message import SAMPLE_READER, Enclosure
from digest.render.placeholders import in_markup, in_text
from support.letters import (
    DATE,
    HTML,
    IDENTIFIER,
    READER,
    TEXT,
    approved,
    letter,
    read,
    real,
    texts,
)

SAMPLE = Reader(SAMPLE_READER, "", Sample.UNSUBSCRIBE, Sample.PREFERENCES)

#: What has broken encoders before, and anything else one can say on one line.
HOSTILE = st.lists(
    st.one_of(
        st.sampled_from(
            [".", "..", "=", " ", "  ", "=3D", "--=_", "é", "日", "😀", "From ", "&", "<",
             '"', "'", "%%", "x" * 70, Sample.NAME.value, ", ", '" <x@y.zz>, "', "=?utf-8?q?x?="]
        ),
        st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]),
    ),
    max_size=60,
).map("".join)  # fmt: skip
URLS = st.text(string.ascii_letters + string.digits + "-._~:/?#[]@!$&'()*+,;=%", max_size=400).map(
    lambda tail: f"https://readers.example.org/{tail}"
)


def _values(reader: Reader) -> dict[Sample, str]:
    return {
        Sample.NAME: reader.name,
        Sample.UNSUBSCRIBE: reader.unsubscribe_url,
        Sample.PREFERENCES: reader.preferences_url,
    }


def _field(raw: bytes, name: str) -> bytes:
    found = re.search(rb"(?ms)^%b: (.*?)\r\n(?![ \t])" % name.encode(), raw)
    assert found
    return found[1]


def _letters(text: str) -> str:
    """The text without spaces: Python's parser puts some between the words of a long name."""
    return "".join(text.split())


LETTER = letter(approved())
SMALL = approved("<p>x</p>\n", "x\n")


@settings(max_examples=200, deadline=None)
@given(name=HOSTILE, unsubscribe=URLS, preferences=URLS)
def test_any_value_arrives_as_it_is(name: str, unsubscribe: str, preferences: str) -> None:
    _arrives(name, unsubscribe, preferences)


@pytest.mark.parametrize(
    "value", [".", "..", "x" * 400, "=3D", "--boundary", "\U0001f469\u200d\U0001f52c", "="]
)
def test_what_mails_are_made_of_arrives_as_a_name(value: str) -> None:
    _arrives(value, f"https://readers.example.org/u/{'x' * 380}", "https://readers.example.org/..")


@pytest.mark.full
@settings(max_examples=3000, deadline=None)
@given(name=HOSTILE, unsubscribe=URLS, preferences=URLS)
def test_thousands_of_values_arrive_as_they_are(
    name: str, unsubscribe: str, preferences: str
) -> None:
    _arrives(name, unsubscribe, preferences)


def _arrives(name: str, unsubscribe: str, preferences: str) -> None:
    reader = Reader("ada@example.org", name, unsubscribe, preferences)

    sent = LETTER.to(reader, IDENTIFIER)

    values = _values(reader)
    assert texts(sent) == {
        "text/plain": in_text(TEXT, values),
        "text/html": in_markup(HTML, values),
    }
    assert read(sent)["List-Unsubscribe"] == f"<{unsubscribe}>"
    (to,) = read(sent)["To"].addresses
    assert to.addr_spec == "ada@example.org"
    assert _letters(to.display_name) == _letters(name)
    _lines_are_right(sent)


def _lines_are_right(found: bytes) -> None:
    sent = bytes(found)
    check_lines(sent)
    assert not isinstance(found, Whole) or stuffed(sent) == found.wire
    assert sent.isascii()
    body = sent.partition(b"\r\n\r\n")[2].split(b"\r\n")
    assert max(map(len, body)) <= 76
    assert not [line for line in body if line.endswith((b" ", b"\t"))]
    wire = stuffed(sent).split(b"\r\n")
    assert not [line for line in wire if line.startswith(b".") and not line.startswith(b"..")]
    unstuffed = b"\r\n".join(line.removeprefix(b".") for line in wire)
    assert unstuffed == sent


@settings(max_examples=60, deadline=None)
@given(name=HOSTILE)
def test_it_is_the_mail_that_would_be_made_for_this_reader_alone(name: str) -> None:
    """Compiled is the same as plain substitution and a whole new encoding."""
    reader = READER._replace(name=name)
    values = _values(reader)
    alone = approved(in_markup(HTML, values), in_text(TEXT, values))

    assert texts(LETTER.to(reader, IDENTIFIER)) == texts(alone)


def test_for_the_sample_reader_it_is_the_approved_mail() -> None:
    raw = real()
    own = _field(raw, "Message-ID").decode()

    sent = letter(raw).to(SAMPLE, own)

    assert texts(sent) == texts(raw)
    heads = [one.partition(b"\r\n\r\n")[0].split(b"\r\n") for one in (raw, sent)]
    different = [pair for pair in zip(*heads, strict=True) if pair[0] != pair[1]]
    assert different == [
        (b"Date: Mon, 04 May 2026 09:00:00 +0100", b"Date: Wed, 04 Nov 2026 08:00:00 +0000")
    ]


def test_what_is_the_readers_own_stands_in_the_head() -> None:
    mail = read(letter(real()).to(READER, IDENTIFIER))

    assert mail["To"] == "Ada <ada@example.org>"
    assert mail["Message-ID"] == IDENTIFIER
    assert mail["Date"].datetime == DATE
    assert mail["List-Unsubscribe"] == f"<{READER.unsubscribe_url}>"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert mail["Subject"] == read(real())["Subject"]


@pytest.mark.parametrize(
    "name",
    [
        'Evil" <x@y.zz>, "',
        "a, b@c.example",
        "x\\",
        "(c)",
        "=?utf-8?q?=3Cx=40y=2Ezz=3E?=",
        "Ö" * 200,
    ],
)
def test_a_name_makes_no_second_recipient(name: str) -> None:
    sent = LETTER.to(READER._replace(name=name), IDENTIFIER)

    (to,) = read(sent)["To"].addresses
    assert (_letters(to.display_name), to.addr_spec) == (_letters(name), "ada@example.org")
    assert max(map(len, sent.split(b"\r\n"))) <= 76


def test_a_long_address_to_unsubscribe_stays_whole() -> None:
    url = "https://readers.example.org/u/" + "a" * 400

    sent = LETTER.to(READER._replace(unsubscribe_url=url), IDENTIFIER)

    assert _field(sent, "List-Unsubscribe") == f"<{url}>".encode()


def test_values_of_one_reader_are_not_values_of_the_next() -> None:
    first = LETTER.to(READER, IDENTIFIER)
    LETTER.to(READER._replace(name="Grace", address="grace@example.org"), IDENTIFIER)

    assert LETTER.to(READER, IDENTIFIER) == first
    assert b"Grace" not in first


def test_no_sample_reaches_a_reader() -> None:
    for raw in (real(), approved()):
        sent = letter(raw).to(READER, IDENTIFIER)
        said = [*texts(sent).values(), *map(str, read(sent).values())]
        assert [one for one in Sample if any(one.value in text for text in said)] == []


def test_a_test_mail_says_so_in_its_subject() -> None:
    mail = read(letter(real(), mark="Test").to(READER, IDENTIFIER))

    assert mail["Subject"] == f"[Test] {read(real())['Subject']}"


def test_a_test_mail_marks_a_subject_of_other_letters() -> None:
    raw = re.sub(rb"Subject: .*?\r\n", b"Subject: =?utf-8?q?=C3=9Cber?=\r\n =?utf-8?q?_Tore?=\r\n",
                 real())  # fmt: skip

    assert read(letter(raw, mark="Prüfung").to(READER, IDENTIFIER))["Subject"] == (
        "[Prüfung] Über Tore"
    )


def test_a_picture_travels_as_it_was() -> None:
    html = HTML.replace("<p ", '<img src="cid:logo@example.org" alt=""><p ')
    picture = Enclosure(name="logo@example.org", media_type="image/png", content=bytes(range(256)))

    sent = letter(approved(html, TEXT, (picture,))).to(READER, IDENTIFIER)

    (found,) = [one for one in read(sent).walk() if one.get_content_type() == "image/png"]
    assert found.get_content() == picture.content
    assert found["Content-ID"] == "<logo@example.org>"


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"name": "a\r\nBcc: e@x.example"}, "D105"),
        ({"name": "a\x00"}, "D105"),
        ({"name": "a\u2028b"}, "D105"),
        ({"name": "\ud800"}, "D105"),
        ({"unsubscribe_url": "https://x.example/\r\nX: y"}, "D105"),
        ({"unsubscribe_url": "javascript:alert(1)"}, "D105"),
        ({"unsubscribe_url": "https://x.example/" + "a" * 900}, "D105"),
        ({"preferences_url": "https://x.example/ü"}, "D105"),
        ({"preferences_url": "javascript:alert(1)"}, "D105"),
        ({"address": "ü@x.example"}, "M5"),
        ({"address": "a@x.example>\r\nRCPT TO:<b@x.example"}, "M5"),
    ],
)
def test_what_would_be_something_else_on_arrival_is_refused(
    changes: dict[str, str], code: str
) -> None:
    with pytest.raises(DigestError) as error:
        LETTER.to(READER._replace(**changes), IDENTIFIER)

    (problem,) = error.value.problems
    assert problem.code == code
    assert "x.example" not in str(problem)


@pytest.mark.parametrize("identifier", ["", "x@y", "<x>", "<a b@c>", "<a@c>\r\nX: y", "<ü@c>"])
def test_an_identifier_is_one(identifier: str) -> None:
    with pytest.raises(ValueError, match="no Message-ID"):
        LETTER.to(READER, identifier)


def test_a_reader_is_not_in_representations() -> None:
    assert "ada" not in repr(READER).lower()


@pytest.mark.parametrize(
    "html",
    [
        f"<a href={Sample.UNSUBSCRIBE}>x</a>",
        f"<style>p::after {{content: '{Sample.NAME}'}}</style>",
        f"<script>let a = '{Sample.NAME}'</script>",
    ],
)
def test_values_stand_only_where_escaping_protects(html: str) -> None:
    with pytest.raises(DigestError, match="D102"):
        letter(approved(f"<p>{html}</p>\n"))


@pytest.mark.parametrize(
    "change",
    [
        (b"To: ", b"X-To: "),
        (b"Subject: ", b"To: "),
        (b"Reply-To: ", b"Reply-To: Reader Q. Sample "),
        (b"\r\n", b"\n"),
        (b"quoted-printable", b"base64"),
        (b'charset="utf-8"', b'charset="latin-1"'),
        (b"boundary=", b"border="),
        (b".0--\r\n", b".0\r\n"),
        (b"Auto-Submitted: auto", b"Auto-Submitted: " + b"a" * 999),
        (b"Auto-Submitted", b"\xc3\xbcber"),
        (b"Auto-Submitted:", b"no field"),
        (b"gates", b"=FF=FE"),
    ],
)
def test_a_mail_that_is_none_of_ours_is_refused(change: tuple[bytes, bytes]) -> None:
    old, new = change
    raw = real()
    assert old in raw

    with pytest.raises(DigestError, match="D102"):
        letter(raw.replace(old, new))


@settings(max_examples=200, deadline=None)
@given(cut=st.integers(0, 3000), junk=st.binary(max_size=30))
def test_no_mail_breaks_the_reader_of_mails(cut: int, junk: bytes) -> None:
    raw = SMALL
    with suppress(DigestError):
        taken_apart(raw[:cut] + junk + raw[cut + len(junk) :])


def test_a_part_without_a_head_is_refused() -> None:
    raw = SMALL.replace(b"Content-Type: text/html", b"\r\nContent-Type: text/html")
    for broken in (raw, SMALL.replace(b"\r\n\r\n", b"\r\n")):
        with pytest.raises(DigestError, match="D102"):
            letter(broken)


def test_most_of_a_mail_is_everybodys() -> None:
    compiled = letter(real())

    assert 0.95 < compiled.size / len(compiled.to(READER, IDENTIFIER)) < 1


@pytest.mark.parametrize("before", range(60, 80))
@pytest.mark.parametrize("end", ["", "x", "xxx", " ", ".", "="])
def test_a_value_that_just_fits_is_not_cut_within_a_letter(before: int, end: str) -> None:
    text = "x" * before + "é" + end

    encoded = quoted.value(text) + b"=\r\n"

    assert quopri.decodestring(encoded).decode() == text
    assert max(map(len, encoded.split(b"\r\n"))) <= 76


def test_compiled_mails_are_read_as_those_of_the_library() -> None:
    """One structure, whoever made it."""
    shapes = [
        [one.get_content_type() for one in _walk(raw)]
        for raw in (real(), letter(real()).to(READER, IDENTIFIER))
    ]

    assert shapes[0] == shapes[1]


def _walk(raw: bytes) -> list[EmailMessage]:
    return list(message_from_bytes(raw, policy=policy.SMTP).walk())
