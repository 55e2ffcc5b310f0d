"""Text made safe for paper: no character without a glyph, no endless word, no unsafe link."""

import re
import unicodedata
from collections.abc import Iterator
from xml.etree.ElementTree import Element

#: Elements whose content is never set in type.
_SILENT = frozenset({"style", "script"})

#: Attributes that end up in the PDF as text.
_SPOKEN = ("content", "alt", "title", "aria-label")

#: Separators that are meant as white space.
_SPACES = re.compile("[\u2028\u2029\x85\x0b\x0c]")

#: The last two code points of every plane are no characters.
_LAST = "".join(chr(plane << 16 | end) for plane in range(17) for end in (0xFFFE, 0xFFFF))

#: Control characters, lone surrogates, private use and noncharacters: no font can show them.
#: A code point that is merely unassigned may be newer than our tables: the fonts decide.
UNSHOWABLE = re.compile(
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ue000-\uf8ff\ufdd0-\ufdef"
    f"\U000f0000-\U0010ffff{_LAST}]"
)

REPLACEMENT = "\ufffd"
BREAK = "\u200b"

#: Longer runs without a space stall the search for line breaks; scripts that are written without
#: spaces (Thai to Khmer, CJK, Hangul) break by themselves and are left alone.
_LONG = re.compile(
    "[^\\s\u200b\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff"
    "\uff00-\uffef\U00020000-\U0003ffff]{41,}"
)

#: Signs nobody sees that tell where a line may end: soft hyphens, breaks and joiners.
_HINTS = "\u00ad\u200b\u2060\ufeff"
_CROWD = re.compile(f"([{_HINTS}])[{_HINTS}]+")

#: One of them after every letter or two, twenty times: no script needs it, and the search for the
#: end of a line, which tries each, would take minutes.
_STUDDED = re.compile(f"(?:[^\\s{_HINTS}]{{1,2}}[{_HINTS}]){{21,}}")
_HINT = re.compile(f"[{_HINTS}]")

#: Everything nobody sees that takes no room: hints, joiners, directions, variants, tags.
_UNSEEN = (
    f"{_HINTS}\u034f\u061c\u17b4\u17b5\u180b-\u180f\u200c-\u200f\u202a-\u202e\u2061-\u206f"
    "\ufe00-\ufe0f\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)

#: As many as may stand in a row: the flag of a region has six, and turns may stand beside it.
MOST = 16
_FULL = re.compile(f"[{_UNSEEN}]{{{MOST}}}")
_FLOOD = re.compile(f"({_FULL.pattern})[{_UNSEEN}]+")

#: So few that even capitals in a heading fit the column.
STEP = 12

#: The addresses a link may have: https and http with a host, mailto with an address.
_LINK = re.compile(
    r"(?:https?://[^/\s?#@\\]+(?:[/?#][^\s\x00-\x1f\x7f]*)?|mailto:[^\s@]+@[^\s@]+)",
    re.IGNORECASE,
)


def showable(text: str) -> str:
    """The text with every character no font can show replaced by U+FFFD or a space."""
    return UNSHOWABLE.sub(REPLACEMENT, _SPACES.sub(" ", text))


def breakable(text: str) -> str:
    """The text with a break opportunity every 12 characters of a run longer than 40."""
    return _LONG.sub(lambda run: BREAK.join(_pieces(run[0])), text)


def sparing(text: str) -> str:
    """The text without the signs nobody sees where they stand after almost every letter.

    Nor more than sixteen of any kind in a row, which nobody could mean.
    """
    single = _FLOOD.sub(r"\1", _CROWD.sub(r"\1", text))
    return _STUDDED.sub(lambda run: _HINT.sub("", run[0]), single)


def clean(text: str) -> str:
    """The text as it is set: showable and breakable. For display only, never for an address."""
    return breakable(sparing(showable(text)))


def safe_link(url: str) -> bool:
    """Whether an address may become a link: https, http or mailto, or a place in the document."""
    return (url.startswith("#") and len(url) > 1) or bool(_LINK.fullmatch(url))


def clean_tree(root: Element) -> tuple[str, ...]:
    """Clean every text of a document in place; returns the addresses of links it took away.

    A link that is not safe keeps its text and loses its address.
    """
    taken = []
    for element in root.iter():
        if element.tag in _SILENT:
            continue
        _clean_texts(element)
        href = element.get("href")
        if href is not None and element.tag == "a" and not safe_link(href):
            del element.attrib["href"]
            taken.append(href)
    return tuple(taken)


def _clean_texts(element: Element) -> None:
    if element.text:
        element.text = clean(element.text)
    for child in element:
        if child.tail:
            child.tail = clean(child.tail)
    for name in _SPOKEN:
        if value := element.get(name):
            element.set(name, showable(value))


def _pieces(run: str) -> Iterator[str]:
    start = 0
    for at in range(STEP, len(run)):
        if at - start >= STEP and not _joined(run, at):
            yield run[start:at]
            start = at
    yield run[start:]


def _joined(run: str, at: int) -> bool:
    """Whether a break before `at` would part a character from its accents or joiners.

    Or be one sign too many that nobody sees.
    """
    if unicodedata.category(run[at])[0] in "MC" or run[at - 1] == "\u200d":
        return True
    return at >= MOST and bool(_FULL.fullmatch(run, at - MOST, at))
