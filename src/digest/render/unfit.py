"""What no text may hold, and which value of a digest holds it nevertheless."""

import re
from collections.abc import Iterable, Iterator
from itertools import chain

from pydantic import BaseModel

from digest.edition.view import Entry

#: What XML has no place for: control characters and halves of surrogate pairs.
ILLEGAL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def holder(character: str, values: Iterable[object]) -> str | None:
    """The way to the first text that holds the character, None when none does.

    It begins with the id of the record where the text comes from one: `gate-7/finding`.
    """
    return next(chain.from_iterable(_ways(value, character, "") for value in values), None)


def _ways(value: object, character: str, way: str) -> Iterator[str]:
    if isinstance(value, str):
        if character in value:
            yield way
        return
    start = value.id if isinstance(value, Entry) else way
    for name, inner in _members(value):
        yield from _ways(inner, character, f"{start}/{name}".lstrip("/"))


def _members(value: object) -> Iterable[tuple[object, object]]:
    if isinstance(value, BaseModel):
        return value
    if isinstance(value, dict):
        return value.items()
    return enumerate(value) if isinstance(value, list | tuple) else ()
