import re
from email import message_from_bytes, policy
from email.header import decode_header
from email.message import EmailMessage

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from digest.problems import DigestError
from digest.render import headers
from digest.render.headers import Field

#: Any text that can stand on one line.
LINE = st.text(
    st.characters(
        exclude_categories=("Cs", "Cc"), exclude_characters="\u2028\u2029", codec="utf-8"
    ),
    min_size=1,
)
NAMES = ("Subject", "From", "List-Id", "X-A-Rather-Long-Name-Of-A-Field")


def _wire(field: Field) -> str:
    return field.fold(policy=headers.POLICY)


def _said(wire: str) -> str:
    """What RFC 2047 says a reader sees."""
    value = wire.partition(": ")[2].replace("\r\n", "").strip()
    return "".join(
        part if isinstance(part, str) else part.decode(charset or "ascii")
        for part, charset in decode_header(value)
    )


@given(st.sampled_from(NAMES), LINE)
@example("Subject", "Týdenní přehled: příliš žluťoučký kůň – 5")
@example("Subject", "=?utf-8?q?not_this?=")
@example("Subject", "two  spaces and one behind ")
@example("Subject", "x" * 400)
@example("Subject", "a" * 60 + " =?x")
@example("Subject", "漢字" * 60)
def test_a_text_comes_back_and_its_lines_are_short(name: str, text: str) -> None:
    wire = _wire(headers.text_field(name, text))

    assert _said(wire) == text
    assert wire.isascii()
    assert wire.endswith("\r\n")
    lines = wire[:-2].split("\r\n")
    assert all(len(line) <= 76 for line in lines)
    assert all(line[0] == " " or line.startswith(f"{name}: ") for line in lines)
    assert all(line.strip() for line in lines)


@given(st.sampled_from(NAMES), LINE)
def test_an_encoded_word_is_short_and_whole(name: str, text: str) -> None:
    wire = _wire(headers.text_field(name, text))

    for word in re.findall(r"=\?utf-8\?[qb]\?[^? ]*\?=", wire):
        assert len(word) <= 75
        ((content, charset),) = decode_header(word)
        assert isinstance(content, bytes)
        content.decode(charset or "ascii")


@given(LINE)
@example("Přehled, s.r.o.")
@example('Evil" <x@y.zz>, "')
@example("back\\slash")
@example("=?utf-8?q?x?=")
def test_a_name_comes_back_and_adds_no_reader(display: str) -> None:
    wire = _wire(headers.address_field("To", "reader@example.org", display))
    mail = message_from_bytes(f"{wire}\r\n".encode(), policy=policy.default)

    assert [one.addr_spec for one in mail["To"].addresses] == ["reader@example.org"]
    assert wire.isascii()
    assert re.search(r"<reader@example\.org>\r\n\Z", wire)
    assert all(len(line) <= 76 for line in wire.split("\r\n"))


@pytest.mark.parametrize(
    "display", ["Přehled, s.r.o.", "Coast & River", "a, b", 'say "hi"', "Ev. Desk", "漢字の机"]
)
def test_a_name_reads_as_it_was_written(display: str) -> None:
    wire = _wire(headers.address_field("From", "desk@example.org", display))
    mail = message_from_bytes(f"{wire}\r\n".encode(), policy=policy.default)

    assert mail["From"].addresses[0].display_name == display


def test_addresses_of_one_field_are_broken_between_each_other_alone() -> None:
    long = "https://digest.example.org/u/" + "x" * 90
    post = "mailto:u@digest.example.org?subject=" + "y" * 80
    wire = _wire(headers.uri_field("List-Unsubscribe", long, post))

    assert wire == f"List-Unsubscribe: <{long}>,\r\n <{post}>\r\n"


def test_short_words_share_a_line() -> None:
    assert _wire(headers.text_field("Subject", "a b c")) == "Subject: a b c\r\n"


def test_a_list_is_named_outside_its_brackets() -> None:
    wire = _wire(headers.list_field("List-Id", "Přehled", "weekly.digest.example"))

    assert re.fullmatch(r"List-Id: =\?utf-8\?[qb]\?\S+\?= <weekly\.digest\.example>\r\n", wire)


@pytest.mark.parametrize("bad", ["\n", "\r", "\x00", "\x85", "\u2028", "\ud800", "\x7f"])
def test_no_field_takes_a_control_character(bad: str) -> None:
    with pytest.raises(DigestError, match="M5"):
        headers.text_field("Subject", f"a{bad}b")
    with pytest.raises(DigestError, match="M5"):
        headers.address_field("To", "a@example.org", f"a{bad}b")
    with pytest.raises(DigestError, match="M5"):
        headers.list_field("List-Id", f"a{bad}b", "x.example.org")


def test_a_second_field_of_the_kind_is_refused() -> None:
    mail = EmailMessage(policy=headers.POLICY)
    mail["From"] = headers.address_field("From", "a@example.org")
    with pytest.raises(ValueError, match="at most 1"):
        mail["From"] = headers.address_field("From", "b@example.org")
