"""A digest as plain text: its own edition, wrapped, never HTML with the tags taken out."""

import re

from digest.edition.view import Digest
from digest.render.artifact import Rendering
from digest.render.placeholders import falls_apart, nameless
from digest.render.theme import Theme

TEMPLATE = "text/digest.txt"

_TRAILING = re.compile(r"[ \t]+$", re.MULTILINE)
_GAP = re.compile(r"\n{4,}")


def render(digest: Digest, theme: Theme) -> Rendering:
    """The digest as UTF-8 text with LF line ends, at most 72 columns but for addresses.

    It ends with one newline. DigestError when a template of the theme is missing or fails; a
    warning (M9) for a line that needs the reader's name.
    """
    template = theme.plain.get_template(TEMPLATE)
    text = tidied(template.render(digest=digest, style=theme.style(digest)))
    home = next((path for path in theme.own("text")), f"default:templates/{TEMPLATE}")
    found = tuple(
        falls_apart(rest).model_copy(update={"path": home})
        for line in text.splitlines()
        if (rest := nameless(line))
    )
    return Rendering(content=text.encode("utf-8"), problems=found)


def tidied(text: str) -> str:
    """No blank at a line's end, never more than two empty lines, one newline at the end."""
    return _GAP.sub("\n\n\n", _TRAILING.sub("", text)).strip("\n") + "\n"
