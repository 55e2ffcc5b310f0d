"""Which code points a text may hold, so that every channel can carry it."""

import re
from itertools import islice

#: What a decoder writes for bytes it could not read.
REPLACEMENT = "\ufffd"

#: C0 and C1 controls except tab and line ends, surrogates, noncharacters, private use.
_FORBIDDEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef\ufffe\uffff"
    + "".join(
        f"{chr(plane * 0x10000 + 0xFFFE)}{chr(plane * 0x10000 + 0xFFFF)}" for plane in range(1, 15)
    )
    + "\U000f0000-\U0010ffff]"
)

#: What leaves no mark on paper or screen: white space, format characters, fillers.
_INVISIBLE = re.compile(
    r"[\s\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    r"\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff]*"
)

#: Characters that turn the direction of what follows, each with the one that ends it.
_TURNS = {
    **dict.fromkeys("\u202a\u202b\u202d\u202e", "\u202c"),
    **dict.fromkeys("\u2066\u2067\u2068", "\u2069"),
}

_LINE_ENDS = re.compile("\r\n?|\u2028")
_HALF_PAIRS = re.compile("[\ud800-\udbff][\udc00-\udfff]")


def forbidden(text: str, *, most: int = 2) -> list[tuple[int, str]]:
    """The first characters the text may not hold, with their offsets.

    Nearly every text is cleared at once.
    """
    if text.isprintable():
        return []
    if text.replace("\n", "").replace("\r", "").replace("\t", "").isprintable():
        return []
    return [(one.start(), one.group()) for one in islice(_FORBIDDEN.finditer(text), most)]


def without_forbidden(text: str) -> tuple[str, int]:
    """The text with U+FFFD for every forbidden character, and how many there were."""
    return _FORBIDDEN.subn(REPLACEMENT, text)


def described(character: str) -> str:
    """A forbidden character by its code point and kind: `U+0007 (a control character)`."""
    return f"U+{ord(character):04X} ({_kind(ord(character))})"


def remedy(character: str) -> str:
    """How an author gets rid of a forbidden character."""
    return _REMEDIES[_kind(ord(character))]


def unified(text: str) -> str:
    """The text with every kind of line end written as a line feed, paragraphs as two."""
    if text.isascii() and "\r" not in text:
        return text
    return _LINE_ENDS.sub("\n", text).replace("\u2029", "\n\n")


def blank(text: str) -> bool:
    """Whether nothing of the text can be seen."""
    return _INVISIBLE.fullmatch(text) is not None


def closed(text: str) -> str:
    """The text with every turn of direction ended in its own line.

    Otherwise it would turn what stands behind the text as well.
    """
    if text.isascii() or _TURNS.keys().isdisjoint(text):
        return text
    return "\n".join(line + "".join(reversed(_open_turns(line))) for line in text.split("\n"))


def _open_turns(line: str) -> list[str]:
    """What would end the turns that are still open at the end of the line, the innermost last."""
    ends: list[str] = []
    for character in line:
        if character in _TURNS:
            ends.append(_TURNS[character])
        elif character == "\u2069" and character in ends:
            while ends.pop() != character:
                pass  # the end of an isolate ends what was turned inside it
        elif character == "\u202c" and ends[-1:] == [character]:
            ends.pop()
    return ends


def paired(text: str) -> str:
    """The text with surrogate pairs that escapes spelled joined; lone halves stay."""
    return _HALF_PAIRS.sub(
        lambda pair: pair.group().encode("utf-16", "surrogatepass").decode("utf-16"), text
    )


def _kind(code: int) -> str:
    if code < 0xA0:
        return "a control character"
    if 0xD800 <= code <= 0xDFFF:
        return "half of a surrogate pair"
    if 0xFDD0 <= code <= 0xFDEF or code & 0xFFFE == 0xFFFE:
        return "a noncharacter"
    return "private use"


_REMEDIES = {
    "a control character": "delete it; it often comes along when text is copied out of a PDF",
    "half of a surrogate pair": "write the whole character, or both halves of its escape",
    "a noncharacter": "delete it; Unicode keeps this code point free of any text",
    "private use": "write the character it stands for; it has no agreed meaning and no glyph",
}
