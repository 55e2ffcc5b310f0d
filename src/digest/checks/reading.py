"""What a reader finds in a finished file: its words, whatever breaks them, and its links."""

from collections import Counter
from collections.abc import Callable, Iterable
from typing import NamedTuple

from digest.render.channels import EMAIL, TEXT, WEB, Channel

#: What may stand around an address in a text.
_AROUND = "<>()[]{}\"'.,;:"

#: XPath of a text that an element around it keeps from every reader.
_HIDDEN = (
    "ancestor::*[@hidden or contains(translate(@style, ' ', ''), 'display:none')"
    " or contains(translate(@style, ' ', ''), 'visibility:hidden')]"
)


class Found(NamedTuple):
    """The words of a file without any white space, and how often it leads to each address.

    `anchors` are the places in it that a fragment can name.
    """

    words: str
    links: Counter[str]
    anchors: frozenset[str] = frozenset()


def squeezed(text: str) -> str:
    """The text without white space: however lines are broken, it stays the same."""
    return "".join(text.split())


def follows(words: str, pieces: Iterable[str]) -> bool:
    """Whether the pieces stand in the words one behind the other; linear in both."""
    at = 0
    for piece in pieces:
        found = words.find(piece, at)
        if found < 0:
            return False
        at = found + len(piece)
    return True


def page(content: bytes) -> Found:
    """What stands in an HTML page or mail in UTF-8."""
    # Nobody needs lxml who only reads content.
    from lxml import html  # noqa: PLC0415  # lxml, likewise

    root = html.document_fromstring(content, html.HTMLParser(encoding="utf-8"))
    texts = root.xpath(f"//body//text()[not(parent::style or parent::script or {_HIDDEN})]")
    links = Counter(one.get("href", "") for one in root.iter("a"))
    anchors = frozenset(map(str, root.xpath("//@id | //a/@name")))
    return Found(squeezed("".join(map(str, texts))), links, anchors)


def text(content: bytes) -> Found:
    """What stands in plain text in UTF-8; an address counts as a link."""
    words = content.decode("utf-8", "replace").split()
    links = Counter(form for word in words for form in {word, word.strip(_AROUND)})
    return Found("".join(words), links)


#: How to read the files of a channel.
READERS: dict[Channel, Callable[[bytes], Found]] = {TEXT: text, EMAIL: page, WEB: page}
