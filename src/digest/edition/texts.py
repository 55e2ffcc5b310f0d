"""Plain text made ready for one line, for paragraphs and for the width of an inbox."""

import re
import unicodedata

ELLIPSIS = "…"
BREAK = "\u200b"

_LINE_ENDS = re.compile(r"[ \t]*[\t\n\v\f\r\x1c-\x1f\x85\u2028\u2029]+[ \t]*")
_STOPS = ".,;:!?-\u2013\u2014·/([{ \u00a0"
_SENTENCE = re.compile(r"(?<=[.!?…])\s+|(?<=[\u3002\uff01\uff1f])")


def line(text: str) -> str:
    """The text on one line: line ends and tabs become a space, nothing else changes."""
    return _LINE_ENDS.sub(" ", text).strip()


def prose(text: str) -> str:
    """The text with line feeds as its only line ends and no blank edges."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def breakable(url: str) -> str:
    """The address as paper shows it: no scheme, a zero-width space where a line may end."""
    printed = re.sub(r"^[a-z][a-z0-9+.-]*://", "", url, flags=re.IGNORECASE)
    return re.sub(r"(?<=[/?&=.\-_])(?=[^/?&=.\-_])", BREAK, printed)


def shorten(text: str, limit: int) -> str | None:
    """At most `limit` characters of a line, ended by an ellipsis between two words.

    None when already its first word is too long. Between two wide characters, such as Han or
    Kana, a line may end anywhere.
    """
    if len(text) <= limit:
        return text
    ends = (end for end in range(limit - len(ELLIPSIS), 0, -1) if _may_end(text, end))
    kept = (text[:end].rstrip(_STOPS) for end in ends)
    return next((words + ELLIPSIS for words in kept if words), None)


def sentences_within(text: str, limit: int) -> str:
    """The whole sentences that a line begins with and that fit; empty when the first does not."""
    ends = (*(match.start() for match in _SENTENCE.finditer(text)), len(text))
    return text[: max((end for end in ends if end <= limit), default=0)]


def _may_end(text: str, end: int) -> bool:
    before, after = text[end - 1], text[end]
    return after.isspace() or before.isspace() or (_wide(before) and _wide(after))


def _wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF" and character.isalpha()
