"""Whatever a server says, the reader of replies ends, and says nothing but what came."""

import socket

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest.delivery.smtp.replies import MalformedReplyError, Reply, shown
from digest.delivery.smtp.wire import LostError, Wire

LINES = st.lists(
    st.one_of(
        st.sampled_from(
            [b"250 ok\r\n", b"250-x\r\n", b"250\r\n", b"550 5.1.1 no\r\n", b"\r\n", b"2"]
        ),
        st.binary(max_size=40),
    ),
    max_size=80,
).map(b"".join)


class _Clock:
    """A clock that goes a second further at each look."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def _said(raw: bytes, seconds: float = 100) -> Reply:
    """The reply a server gives who says this and leaves."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        theirs.sendall(raw)
        theirs.shutdown(socket.SHUT_WR)
        return Wire(ours, _Clock()).reply(seconds)


@settings(max_examples=500, deadline=None)
@given(raw=LINES)
def test_any_bytes_are_a_reply_or_none(raw: bytes) -> None:
    try:
        reply = _said(raw)
    except (LostError, MalformedReplyError):
        return
    said = raw.split(b"\n")[: len(reply.lines)]
    assert all(line.startswith(str(reply.code).encode()) for line in said)
    assert reply.text.isascii()
    assert reply.text.isprintable()
    assert len(reply.text) <= 500


@pytest.mark.parametrize(
    ("raw", "code", "enhanced"),
    [
        (b"250 2.0.0 ok\r\n", 250, "2.0.0"),
        (b"250 ok\n", 250, None),
        (b"250\r\n", 250, None),
        (b"550-5.1.1 a\r\n550 5.1.1 b\r\n", 550, "5.1.1"),
        (b"550 4.1.1 other class\r\n", 550, None),
        (b"550 5.1.1x\r\n", 550, None),
        (b"550 5.1.1234 x\r\n", 550, None),
        (b"550 5.1.1\r\n", 550, "5.1.1"),
    ],
)
def test_a_reply_is_read(raw: bytes, code: int, enhanced: str | None) -> None:
    reply = _said(raw)

    assert (reply.code, reply.enhanced) == (code, enhanced)


@pytest.mark.parametrize(
    "raw",
    [b"250-a\r\n" * 64, b"250 " + b"x" * 3000 + b"\r\n", b"250-a\r\n251 b\r\n", b"600 x\r\n",
     b"25 x\r\n", b"2500 x\r\n", b"250;x\r\n", b"abc\r\n", b"250 a\rb\r\n"],
)  # fmt: skip
def test_what_is_no_reply(raw: bytes) -> None:
    with pytest.raises(MalformedReplyError):
        _said(raw)


@pytest.mark.parametrize("raw", [b"", b"250", b"250-a\r\n", b"250 no end"])
def test_a_reply_that_does_not_end(raw: bytes) -> None:
    with pytest.raises(LostError):
        _said(raw)


def test_a_reply_has_its_time_as_a_whole() -> None:
    """Drop by drop it is not longer."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        wire = Wire(ours, _Clock())
        theirs.sendall(b"250-a\r\n250-")
        with pytest.raises(LostError, match="no reply in time"):
            wire.reply(1.5)


@given(raw=st.binary(max_size=1000))
def test_what_is_shown_is_one_plain_line(raw: bytes) -> None:
    text = shown(raw)

    assert text.isascii()
    assert not text or text.isprintable()
    assert len(text) <= 500


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        (b"<a@x.yz>: no", "<address>: no"),
        (b"a@x.yz, b@x.yz", "<address>, <address>"),
        (b"550 for=a+b@x.yz;", "550 <address>;"),
        (b"\x1b[2Jx\r\ny\t", "\\x1b[2Jx\\r\\ny\\t"),
        ("ü@x.yz".encode(), "<address>"),
    ],
)
def test_no_address_and_no_control_is_shown(raw: bytes, text: str) -> None:
    assert shown(raw) == text
