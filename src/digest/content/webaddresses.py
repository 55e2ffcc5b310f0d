"""Which web addresses a reader may be sent to: http and https, in full and without secrets."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from ipaddress import ip_address
from urllib.parse import SplitResult, urlsplit

#: Browsers and mail programs cut longer ones.
LONGEST = 2048

_UNSAFE = re.compile(r"""[\s<>"\\`]""")
#: Letters that the two standards of host names turn into different hosts.
_AMBIGUOUS = re.compile("[\u00df\u03c2\u200c\u200d]")

_LABEL = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)\Z", re.IGNORECASE)


def complaint(text: str, schemes: tuple[str, ...]) -> str | None:
    """What is wrong with an address, None when nothing is."""
    return " and ".join(dict.fromkeys(_complaints(text, schemes))) or None


@lru_cache(maxsize=4096)
def ascii_host(host: str) -> str | None:
    """The host name in lower case ASCII, None when no such host can exist."""
    name = host.lower()
    if _AMBIGUOUS.search(name):
        return None
    if not name.isascii():
        try:
            name = name.encode("idna").decode("ascii")
        except UnicodeError:
            return None
    labels = name.removesuffix(".").split(".")
    if len(name) > 253 or not all(_LABEL.match(label) for label in labels):
        return None
    return None if labels[-1].isdigit() and not _is_number(name) else name


def same_source(url: str) -> str:
    """The address in a form in which two addresses of one page are equal.

    A fragment names a part of a page, unless the page routes by it (`#/` or `#!`).
    """
    plain, _, fragment = url.partition("#")
    plain = url if fragment.startswith(("/", "!")) else plain
    scheme, colon, rest = plain.partition(":")
    host, slash, path = rest.removeprefix("//").partition("/")
    host = host.casefold().removeprefix("www.")
    return f"{host}{slash}{path}".rstrip("/") if colon and scheme else plain


def _complaints(text: str, schemes: tuple[str, ...]) -> Iterator[str]:
    if unsafe := _UNSAFE.search(text):
        yield f"holds {_named(unsafe.group())}"
    if any(unicodedata.category(one)[0] == "C" for one in text if not one.isprintable()):
        yield "holds an invisible character"
    if len(text) > LONGEST:
        yield f"is longer than {LONGEST:,} characters"
    try:
        parts = urlsplit(text)
        yield from _broken(parts, schemes)
    except ValueError:
        yield "has a broken host or port"


def _broken(parts: SplitResult, schemes: tuple[str, ...]) -> Iterator[str]:
    if parts.scheme not in schemes:
        yield f"does not begin with {' or '.join(f'{scheme}://' for scheme in schemes)}"
    if not parts.hostname:
        yield "names no host"
    elif "@" in parts.netloc:
        yield "holds a user name or password"
    elif _host(parts) is None:
        yield "names a host that cannot exist"
    if parts.port == 0:
        yield "has a broken host or port"


def _host(parts: SplitResult) -> str | None:
    host = parts.hostname or ""
    if parts.netloc.startswith("["):
        return host if _is_number(host) else None
    return ascii_host(host)


def _is_number(host: str) -> bool:
    try:
        number = ip_address(host)
    except ValueError:
        return False
    # A zone names an interface of one machine; no other one finds the host by it.
    return getattr(number, "scope_id", None) is None


def _named(character: str) -> str:
    if character.isspace():
        return "a space or line break"
    return f"the character {character}"
