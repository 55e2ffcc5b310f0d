"""A mail that is said to be whole is so, whatever its readers are called."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from digest.delivery.lines import Whole, check_lines, fits, frames, of_lines, stuffed, within
from support.letters import IDENTIFIER, READER, letter, real

LETTER = letter(real())

#: What line ends and dots can be put together from.
BITS = st.lists(st.sampled_from([b".", b"\r", b"\n", b"\r\n", b"a"]), max_size=5).map(b"".join)


@settings(max_examples=800)
@given(
    st.lists(BITS, min_size=3, max_size=3), st.lists(BITS, min_size=2, max_size=2), st.booleans()
)
@example([b"a\r\n", b".a", b"\r\n"], [b"b\r\n", b"b"], True)  # noqa: FBT003  # as strategies give it
@example([b"a", b"a", b"\r\n"], [b"\r\n.", b"b"], False)  # noqa: FBT003  # as strategies give it
@example([b"a\r", b"a", b"\r\n"], [b"\n", b"b"], False)  # noqa: FBT003  # as strategies give it
@example([b"a", b".a", b"\r\n"], [b"b=\r\n", b"b"], False)  # noqa: FBT003  # as strategies give it
@example([b"a", b"\na", b"\r\n"], [b"b\r", b"b"], False)  # noqa: FBT003  # as strategies give it
def test_frames_and_values_that_fit_make_a_whole_mail(
    literals: list[bytes],
    values: list[bytes],
    line: bool,  # noqa: FBT001  # as strategies give it
) -> None:
    one, two, three = literals
    first, second = values
    sound = frames([one, b"", two, b"", three], {1} if line else set())
    if not (sound and fits(first, line=line) and fits(second, line=False)):
        return

    mail = b"".join([one, first, two, second, three])
    wire = b"".join([within(one), first, within(two), second, within(three)])

    check_lines(mail)
    assert stuffed(mail) == wire


def test_what_frames_and_fits() -> None:
    assert frames([b"a", b"", b".a", b"", b"\r\n"], set())
    assert frames([b"a\r\n", b"", b"a", b"", b"\r\n"], {1})
    assert fits(b"a\r\n b\r\n", line=True)
    assert fits(b"a=\r\nb.", line=False)


def test_an_ordinary_mail_is_whole() -> None:
    assert isinstance(LETTER.to(READER, IDENTIFIER), Whole)
    assert isinstance(LETTER.to(READER._replace(name="Grace Hopper, Dr. Ünal"), IDENTIFIER), Whole)


@given(st.text(st.sampled_from(". =ü\u3000a"), max_size=90))
@example(".")
@example("..")
@example("." * 90)
@example("")
def test_a_mail_that_says_it_is_whole_is_so(name: str) -> None:
    sent = LETTER.to(READER._replace(name=name), IDENTIFIER)

    raw = bytes(sent)
    check_lines(raw)
    if isinstance(sent, Whole):
        assert stuffed(raw) == stuffed(sent) == sent.wire


def test_line_ends_that_stand_alone_are_seen() -> None:
    assert [of_lines(one) for one in (b"", b"a\r\n", b"\r", b"\n", b"\r\r\n", b"\n\r")] == [
        True, True, False, False, False, False,
    ]  # fmt: skip
