"""What a finished page says and where its links lead, as a browser's parser reads it."""

from collections import Counter
from collections.abc import Iterator

from lxml import html


class Page:
    """A parsed page."""

    def __init__(self, content: bytes) -> None:
        self.source = content.decode("utf-8")
        parser = html.HTMLParser(encoding="utf-8")
        self.root = html.document_fromstring(content, parser)

    @property
    def ids(self) -> Counter[str]:
        """How often every id is there."""
        return Counter(one.attrib["id"] for one in self.elements if "id" in one.attrib)

    @property
    def elements(self) -> Iterator[html.HtmlElement]:
        """Every element in order."""
        return (one for one in self.root.iter() if isinstance(one.tag, str))

    @property
    def tags(self) -> Counter[str]:
        """How often every element is there."""
        return Counter(str(one.tag) for one in self.elements)

    @property
    def links(self) -> list[str]:
        """Where the anchors lead, in order."""
        return [one.attrib["href"] for one in self.root.iter("a")]

    @property
    def headings(self) -> list[int]:
        """The levels of the headings in order."""
        levels = {f"h{level}": level for level in range(1, 7)}
        return [levels[str(one.tag)] for one in self.elements if one.tag in levels]

    @property
    def text(self) -> str:
        """All that can be read, runs of spaces as one, without the style sheet."""
        body = self.root.find("body")
        assert body is not None
        return " ".join(" ".join(map(str, body.itertext())).split())

    def at(self, anchor: str) -> html.HtmlElement:
        """The element of that id."""
        found: html.HtmlElement = self.root.get_element_by_id(anchor)
        return found
