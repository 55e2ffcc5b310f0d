"""Attribute values made so plain that the MJML engine cannot spoil them."""

import re

_TAG = re.compile(
    r"<!--.*?-->|<[A-Za-z][^\s/>]*(?:\s+[^\s=/>]+\s*=\s*(?:\"[^\"]*\"|'[^']*'))+\s*/?>", re.DOTALL
)
_VALUE = re.compile(r"""(?<==)\s*(?:"([^"]*)"|'([^']*)')""")
_TITLE = re.compile(r"(<mj-title\b[^>]*>)(.*?)(</mj-title\s*>)", re.DOTALL)
_SPOILED = re.compile(r"[^\x20-\x7e]|[\\\"]")


def encode(mjml: str) -> str:
    """The same document with every attribute value and the title in printable ASCII.

    The engine writes those in the debug form of its language, where a backslash, a line end or
    a combining mark would arrive as an escape. Line ends and tabs become spaces, all else a
    numeric reference. The document is well-formed; comments stay as they are.
    """
    return _TITLE.sub(
        lambda found: found[1] + plain(found[2]) + found[3], _TAG.sub(_encoded, mjml)
    )


def plain(value: str) -> str:
    """The value in printable ASCII without quotes and backslashes; references stay as they are."""
    return _SPOILED.sub(_reference, value)


def _encoded(tag: re.Match[str]) -> str:
    return tag[0] if tag[0].startswith("<!--") else _VALUE.sub(_quoted, tag[0])


def _quoted(value: re.Match[str]) -> str:
    return f'"{plain(value[1] if value[1] is not None else value[2])}"'


def _reference(found: re.Match[str]) -> str:
    return " " if found[0] in "\n\r\t" else f"&#{ord(found[0])};"
