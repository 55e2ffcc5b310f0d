"""Which mail addresses are written to: one strict form, and one name for one mailbox."""

import re
from collections.abc import Iterator

from digest.content.webaddresses import ascii_host

_ATOM = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+\Z")
_LABEL = re.compile(r"[a-z0-9-]+\Z")


def complaint(text: str) -> str | None:
    """What is wrong with an address, None when nothing is; it never repeats the address."""
    return next(_complaints(text), None)


def written(text: str) -> str:
    """A valid address as an envelope takes it: the local part as it is, the host in ASCII."""
    local, _, host = text.rpartition("@")
    return f"{local}@{ascii_host(host) or host}"


def mailbox(text: str) -> str:
    """The name under which two spellings of one mailbox are equal."""
    return written(text.strip()).casefold()


def _complaints(text: str) -> Iterator[str]:
    local, at, host = text.rpartition("@")
    if not at:
        yield "has no @"
    elif not local or not host:
        yield "lacks the part before or after the @"
    elif "@" in local:
        yield "has more than one @"
    elif not local.isascii():
        yield "has a letter outside ASCII before the @"
    elif len(local) > 64 or not all(_ATOM.match(atom) for atom in local.split(".")):
        yield "has something else than letters, digits, dots and !#$%&'*+/=?^_`{|}~- before the @"
    elif not _is_host(ascii_host(host)):
        yield "names a host that cannot receive mail"
    elif len(written(text)) > 254:
        yield "is longer than 254 characters"


def _is_host(host: str | None) -> bool:
    if host is None or host.endswith(".") or "." not in host:
        return False
    labels = host.split(".")
    return all(_LABEL.match(label) for label in labels) and not labels[-1].isdigit()
