"""The body of a request becomes the fields of a form, within limits of size and time."""

import asyncio
from io import BytesIO
from urllib.parse import parse_qsl

from python_multipart import parse_form
from python_multipart.exceptions import FormParserError
from python_multipart.multipart import Field
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request

from digest.content.characters import without_forbidden

#: What a form of ours may take.
MOST_BYTES = 16 * 1024
MOST_FIELDS = 100

#: How long its sender may take, in seconds.
PATIENCE = 10

_PARTS = "multipart/form-data"

Fields = dict[str, tuple[str, ...]]


async def fields(request: Request) -> Fields:
    """The values of each field, in order; an uploaded file is none.

    What no text may hold is U+FFFD in them. Raises `HTTPException`: 413 when the body is too
    large, 408 when it comes too slowly, 400 when it holds no form.
    """
    try:
        async with asyncio.timeout(PATIENCE):
            body = await _body(request)
    except TimeoutError:
        raise HTTPException(408) from None
    kind = request.headers.get("content-type", "")
    try:
        found = _parts(body, kind) if kind.lower().startswith(_PARTS) else _pairs(body)
    except (FormParserError, ValueError):
        raise HTTPException(400) from None
    names = dict.fromkeys(name for name, _ in found)
    return {
        name: tuple(without_forbidden(value)[0] for one, value in found if one == name)
        for name in names
    }


async def _body(request: Request) -> bytes:
    if int(request.headers.get("content-length", "0")) > MOST_BYTES:
        raise HTTPException(413)
    body = bytearray()
    try:
        async for part in request.stream():
            body += part
            if len(body) > MOST_BYTES:
                raise HTTPException(413)
    except ClientDisconnect:
        raise HTTPException(400) from None
    return bytes(body)


def _pairs(body: bytes) -> list[tuple[str, str]]:
    """The fields of a body in pairs, whatever kind it was said to be."""
    return parse_qsl(body.decode("latin-1"), keep_blank_values=True, max_num_fields=MOST_FIELDS)


def _parts(body: bytes, kind: str) -> list[tuple[str, str]]:
    """The fields of a body in parts; an uploaded file stays in memory and is passed over."""
    found: list[tuple[str, str]] = []

    def field(one: Field) -> None:
        found.append((_text(one.field_name), _text(one.value)))

    parse_form({"Content-Type": kind.encode("latin-1")}, BytesIO(body), field, None)
    if len(found) > MOST_FIELDS:
        raise ValueError("too many fields")
    return found


def _text(value: bytes | None) -> str:
    return (value or b"").decode("utf-8", "replace")
