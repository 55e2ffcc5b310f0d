"""Which kind of picture an address leads to, as far as the address tells."""

import re
from collections.abc import Iterator

from digest.checks.clients import names

_INSIDE = re.compile(r"\s*data:image/([^;,\s]*)", re.IGNORECASE)
_ENDING = re.compile(r"\.(\w+)$")


def pictures(address: str) -> Iterator[str]:
    """The features of a picture at an address; none when the address does not tell."""
    inside = _INSIDE.match(address)
    if inside:
        yield "image-base64"
    ending = inside or _ENDING.search(re.split(r"[?#]", address.strip(), maxsplit=1)[0])
    if ending and ending[1].lower() in names.PICTURES:
        yield names.PICTURES[ending[1].lower()]
