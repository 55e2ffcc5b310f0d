"""What tells our files beside the bundles from other people's, and whose they are."""

import re

_MARK = re.compile(rb"digest-press site of ([a-z0-9-]+)")


def mark(publication: str) -> str:
    """What a file of the publication of that id says somewhere; plain in HTML, XML and JSON."""
    return f"digest-press site of {publication}"


def marked(content: bytes) -> str | None:
    """The id of the publication whose file this is; None for a file that is not ours."""
    found = _MARK.search(content)
    return found[1].decode("ascii") if found else None
