"""Turns the bytes of a file into text, naming every character no channel could carry."""

import codecs
import re

from digest.content.characters import REPLACEMENT, described, forbidden, remedy, without_forbidden
from digest.content.faults import Fault, Log
from digest.content.places import START, spots
from digest.problems import Severity

#: How many forbidden characters of one file are named one by one.
NAMED = 20

_NOT_UTF8 = re.compile("[\udc80-\udcff]")
_CONTROLS = bytes(code for code in range(32) if code not in b"\t\n\r")
_SAVE = "save the file as UTF-8"
_WIDE = (
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)


def decode(data: bytes, log: Log) -> str | None:
    """The UTF-8 text of a file, with or without a byte order mark; None for another encoding.

    What cannot be read or carried is logged and stands as U+FFFD, so that the rest of the file
    can still be checked at the right places.
    """
    if wide := _wide(data):
        log.add(Fault("C005", f"the file is {wide}, not UTF-8", _SAVE, spot=START))
        return None
    if _is_binary(data):
        log.add(Fault("C005", "the file is not text", "put a text file in its place", spot=START))
        return None
    text = data.removeprefix(codecs.BOM_UTF8).decode("utf-8", errors="surrogateescape")
    _tell_damage(text, log)
    text = _without_foreign_bytes(text, log)
    return _without_forbidden(text, log)


def _wide(data: bytes) -> str | None:
    for mark, name in _WIDE:
        if data.startswith(mark):
            return name
    return (
        "UTF-16 without a mark"
        if len(data) > 3 and 0 in data[:2] and data[:2] != b"\0\0"
        else None
    )


def _is_binary(data: bytes) -> bool:
    """Whether one byte of twenty or more is a control no text file holds."""
    return len(data) - len(data.translate(None, _CONTROLS)) > len(data) / 20 + 5


def _tell_damage(text: str, log: Log) -> None:
    if count := text.count(REPLACEMENT):
        at = text.index(REPLACEMENT)
        message = f"U+FFFD stands for text that was lost before{_times(count)}"
        hint = "look the text up in its source"
        where = spots(text, (at,))[at]
        log.add(Fault("C007", message, hint, Severity.WARNING, spot=where))


def _without_foreign_bytes(text: str, log: Log) -> str:
    if (first := _NOT_UTF8.search(text)) is None:
        return text
    count = len(_NOT_UTF8.findall(text))
    message = f"the byte 0x{ord(first.group()) - 0xDC00:02x} is not UTF-8{_times(count)}"
    hint = f"{_SAVE}; it seems to be in an older encoding"
    log.add(Fault("C005", message, hint, spot=spots(text, (first.start(),))[first.start()]))
    return _NOT_UTF8.sub(REPLACEMENT, text)


def _without_forbidden(text: str, log: Log) -> str:
    found = forbidden(text, most=NAMED)
    if not found:
        return text
    where = spots(text, (offset for offset, _ in found))
    for offset, character in found:
        message = f"{described(character)} may not stand in a file"
        log.add(Fault("C006", message, remedy(character), spot=where[offset]))
    clean, count = without_forbidden(text)
    if count > NAMED:
        offset, character = found[-1]
        message = f"{count - NAMED} more characters after this may not stand in a file"
        log.add(Fault("C006", message, remedy(character), spot=where[offset]))
    return clean


def _times(count: int) -> str:
    return f" ({count} times in this file)" if count > 1 else ""
