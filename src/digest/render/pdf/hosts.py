"""Names of hosts as addresses need them: in letters that every reader of a PDF knows."""

import re
import unicodedata
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

#: What stands between the parts of a host's name in any script.
_DOTS = re.compile("[.\u3002\uff0e\uff61]")


def plain_hosts(root: Element) -> None:
    """Write the host of every link to the web in ASCII, in place; its text stays as it is.

    WeasyPrint would escape it byte by byte, which leads nowhere.
    """
    for element in root.iter("a"):
        href = element.get("href")
        if href is not None and not href.isascii():
            element.set("href", plain_host(href))


def plain_host(url: str) -> str:
    """An address with the host of its name in ASCII (Punycode)."""
    host = urlsplit(url).netloc.rpartition("@")[2].partition(":")[0]
    return url if host.isascii() else url.replace(host, _ascii(host), 1)


def _ascii(host: str) -> str:
    return ".".join(map(_label, _DOTS.split(unicodedata.normalize("NFKC", host).lower())))


def _label(label: str) -> str:
    return label if label.isascii() else f"xn--{label.encode('punycode').decode()}"
