"""The words of a text, in a form in which what reads alike is alike."""

import re
import unicodedata
from collections.abc import Iterator

#: A character of a script without spaces is a word; elsewhere a word is a run of letters.
_WIDE = "\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff"
_WORD = re.compile(rf"[{_WIDE}]|(?:(?![{_WIDE}])[^\W_])+(?:'[^\W\d_{_WIDE}]+)*")
_SENTENCE = re.compile(r"(?<=[.!?…])[\"'\u201d\u2019)]*\s+|(?<=[\u3002\uff01\uff1f])|[\n;]+")

_SMALL = """
a an the this that these those it its of to in on at by for from with as and or but than then
is are was were be been being has have had do does did will would can could may might shall
should any some all each every their they there which who what so also only just very such
der die das ein eine einer eines dem den des und oder ist sind war wird werden auf für mit von
le la les un une des du de et ou est sont dans pour par sur que qui
el los las una unos y o es son en por con se al
"""

_TURNING = """
no not none nor never nobody nothing neither nowhere without cannot can't don't doesn't didn't
isn't aren't wasn't weren't won't wouldn't shouldn't hardly unproven unknown unsupported
whether if unless until before avoid refuse deny denies disputes rejects
kein keine keiner keinen nicht nie niemand nichts ohne ob falls
ne pas jamais aucun aucune sans ni si
nunca ninguno ninguna nadie nada sin
"""

#: Words that carry no meaning of their own, in the languages whose words we know.
SMALL = frozenset(_SMALL.split())

#: Words that turn a statement round, or leave it open.
TURNING = frozenset(_TURNING.split())

_ENDINGS = ("ing", "ed", "es", "s")


def plain(text: str) -> str:
    """The text in one case and one form, with plain apostrophes."""
    return unicodedata.normalize("NFKC", text).casefold().replace("\u2019", "'")


def words(text: str) -> list[str]:
    """The words in their order, without punctuation and case."""
    return _WORD.findall(plain(text))


def weighty(text: str) -> list[str]:
    """The words that carry meaning, each without its ending."""
    return [stem(word) for word in words(text) if word not in SMALL]


def stem(word: str) -> str:
    """The word without an English ending, so that `costs` is `cost`; rough, but always alike."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text; a semicolon ends one, too."""
    return (part for one in _SENTENCE.split(text) if one and (part := one.strip()))
