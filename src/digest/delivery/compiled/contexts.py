"""Where in the HTML a reader's own values stand: only where escaping keeps them what they are."""

import re
from html.parser import HTMLParser

from digest.edition.reader import Sample

_QUOTED = re.compile(r""" "[^"]*"|'[^']*' """.strip())


def misplaced(html: str) -> bool:
    """Whether a sample stands in a script, a style sheet or an attribute without quotes."""
    places = _Places(convert_charrefs=True)
    places.feed(html)
    places.close()
    return places.wrong


class _Places(HTMLParser):
    """Reads the HTML as a mail program does."""

    wrong = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """An attribute without quotes ends at the first space of a value."""
        del tag, attrs
        unquoted = _QUOTED.sub('""', self.get_starttag_text() or "")
        self.wrong = self.wrong or any(one.value in unquoted for one in Sample)

    def handle_data(self, data: str) -> None:
        """Nothing is escaped within a script or a style sheet."""
        bare = self.cdata_elem is not None
        self.wrong = self.wrong or (bare and any(one.value in data for one in Sample))
