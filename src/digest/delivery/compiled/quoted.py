"""Quoted-printable in pieces that fit together, with short lines, around values of any kind."""

import re
from binascii import b2a_qp

#: The longest line; one less where a soft break must follow.
LINE = 76

_SOFT = b"=\r\n"
_PLAIN = re.compile(r"[!-<>-~](?:[ -<>-~]{0,70}[!-<>-~])?")


def literals(texts: list[str]) -> list[bytes]:
    """Texts between which values will stand, so written that each value begins its own line."""
    encoded = [_lines(text) for text in texts]
    before = [_before_a_value(one) for one in encoded[:-1]] + encoded[-1:]
    after = before[:1] + [_after_a_value(one) for one in before[1:]]
    return after[:1] + [one or _SOFT for one in after[1:-1]] + after[1:][-1:]


def value(text: str) -> bytes:
    """A value without control characters, to stand alone on its line or lines."""
    if _PLAIN.fullmatch(text):
        return text.encode("ascii")
    return _room(_line(text))


def _lines(text: str) -> bytes:
    return b"\r\n".join(map(_line, text.split("\r\n")))


def _line(text: str) -> bytes:
    """One line of text as one or more lines, none longer than may be."""
    lines = b2a_qp(text.encode(), istext=True).split(b"=\n")
    return _SOFT.join(map(_short, lines))


def _before_a_value(encoded: bytes) -> bytes:
    return encoded if not encoded or encoded.endswith(b"\r\n") else _room(encoded) + _SOFT


def _after_a_value(encoded: bytes) -> bytes:
    return encoded if not encoded or encoded.startswith(b"\r\n") else _SOFT + encoded


def _room(encoded: bytes) -> bytes:
    """Room for a soft break behind the last line."""
    start = encoded.rfind(b"\n") + 1
    return encoded[:start] + _short(encoded[start:])


def _short(line: bytes) -> bytes:
    """The line, broken once more where a soft break behind it would make it too long."""
    if len(line) < LINE:
        return line
    cut = LINE - 6
    while b"=" in line[cut - 2 : cut]:
        cut -= 1
    return line[:cut] + _SOFT + line[cut:]
