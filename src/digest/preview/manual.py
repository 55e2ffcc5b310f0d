"""The pages about problems as the desk shows them: our own Markdown comes in, HTML goes out."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from digest.press.explain import Explanation

#: A link to what another code means, on the same page or another one.
_CODE = re.compile(r"(?:[a-z]+\.md)?#([a-z]\d{1,3})")


class Markup(str):
    """HTML of ours, which a template prints as it is."""

    __slots__ = ()

    def __html__(self) -> str:
        """What templates ask for."""
        return self


class Leaf(NamedTuple):
    """What one code means, and the HTML that says so."""

    code: str
    area: str
    body: Markup


class Manual:
    """What every code means; `in` tells whether a code is explained."""

    def __init__(self, known: Mapping[str, Explanation]) -> None:
        self._known = known
        self._reader = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")

    def __contains__(self, code: object) -> bool:
        return code in self._known

    def leaf(self, code: str) -> Leaf | None:
        """The page of a code; None when nothing is known of it."""
        found = self._known.get(code)
        if found is None:
            return None
        body = self._html(found.markdown)
        return Leaf(code, found.area, body)

    def _html(self, markdown: str) -> Markup:
        tokens = self._reader.parse(markdown)
        for one in tokens:
            one.children = [*self._linked(one.children)] if one.children else one.children
        return Markup(self._reader.renderer.render(tokens, self._reader.options, {}))

    def _linked(self, inline: Iterable[Token]) -> Iterator[Token]:
        """Links to other codes lead to their pages; of all other links the words stay."""
        leads = False
        for one in inline:
            if one.type == "link_open":
                found = _CODE.fullmatch(str(one.attrGet("href")))
                leads = found is not None and found[1].upper() in self
                one.attrSet("href", f"/problems/{found[1].upper()}" if found else "")
            if leads or not one.type.startswith("link_"):
                yield one
