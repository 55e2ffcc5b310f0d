"""Text cut into the pieces that readers of any script see as words."""

import unicodedata
from functools import lru_cache

#: Scripts that put no spaces between words: each of their characters is a piece of its own.
_UNSPACED = (
    (0x0E00, 0x0EFF),  # Thai, Lao
    (0x1000, 0x109F),  # Myanmar
    (0x1780, 0x17FF),  # Khmer
    (0x2E80, 0x31FF),  # CJK radicals, Kana, Bopomofo
    (0x3400, 0x9FFF),  # Han
    (0xF900, 0xFAFF),
    (0xFF66, 0xFF9F),  # Kana at half width
    (0x1F000, 0x1FAFF),  # pictographs
    (0x20000, 0x3FFFF),  # Han, further planes
)

#: What joins the character before it, although it is no combining mark: joiners, the vowel AM of
#: Thai and Lao, the voice marks of Kana at half width; then skin tones and the tags of flags.
_JOINERS = frozenset("\u200c\u200d\u0e33\u0eb3\uff9e\uff9f")
_MODIFIERS = ((0x1F3FB, 0x1F3FF), (0xE0020, 0xE007F))
_FLAGS = (0x1F1E6, 0x1F1FF)

#: Signs that belong to a word when they stand inside it, as in `0.05` and `1,250`: the
#: apostrophe, as typewriters and as printers write it, the stop, the comma, the middle dot.
_INNER = frozenset("'\u2019.,\u00b7")


def tokens(text: str) -> list[str]:
    """The text in pieces that make it up again: words, runs of space, single other signs.

    Combining marks, joined pictures and flags are never cut. Cost is linear in the text.
    """
    found: list[str] = []
    start = 0
    while start < len(text):
        end = _end(text, start)
        found.append(text[start:end])
        start = end
    return found


@lru_cache(maxsize=4096)
def kind(character: str) -> str:
    """What a character is for the cutting: space, mark, flag, alone, word or sign."""
    code, category = ord(character), unicodedata.category(character)
    if character.isspace():
        return "space"
    if category[0] == "M" or character in _JOINERS or _within(code, _MODIFIERS):
        return "mark"
    if _within(code, (_FLAGS,)):
        return "flag"
    if _within(code, _UNSPACED):
        return "alone"
    return "word" if category[0] in "LN" or category == "Pc" else "sign"


def _within(code: int, ranges: tuple[tuple[int, int], ...]) -> bool:
    return any(first <= code <= last for first, last in ranges)


def _end(text: str, start: int) -> int:
    """Where the piece that begins at `start` ends."""
    first = kind(text[start])
    if first == "space":
        return _run(text, start + 1)
    if first == "word":
        return _word(text, start + 1)
    end = _marks(text, start + 1)
    if first == "flag" and end < len(text) and kind(text[end]) == "flag":
        return _marks(text, end + 1)
    return end


def _run(text: str, at: int) -> int:
    """The end of a run of spaces; a line end is a piece of its own, so that lists stay lists."""
    if text[at - 1] == "\n":
        return at
    while at < len(text) and text[at] != "\n" and kind(text[at]) == "space":
        at += 1
    return at


def _word(text: str, at: int) -> int:
    while at < len(text):
        if kind(text[at]) in {"word", "mark"}:
            at += 1
        elif text[at] in _INNER and at + 1 < len(text) and kind(text[at + 1]) == "word":
            at += 2
        else:
            break
    return at


def _marks(text: str, at: int) -> int:
    """Past the marks at a place, and past what a joiner among them joins."""
    while at < len(text) and kind(text[at]) == "mark":
        joins = text[at] == "\u200d" and at + 1 < len(text) and kind(text[at + 1]) != "space"
        at += 2 if joins else 1
    return at
