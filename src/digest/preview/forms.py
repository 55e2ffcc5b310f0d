"""What the desk's own forms send."""

from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from digest.preview.keys import Keys, same

#: No form of the desk has more bytes.
LARGEST = 20_000


async def form(request: Request, keys: Keys | None = None) -> dict[str, str] | None:
    """The fields of a form; None when it is no form, too large or, given keys, not our own."""
    if not request.headers.get("content-type", "").startswith("application/x-www-form-urlencoded"):
        return None
    body = bytearray()
    async for piece in request.stream():
        body += piece
        if len(body) > LARGEST:
            return None
    try:
        pairs = parse_qsl(body.decode("utf-8"), keep_blank_values=True, max_num_fields=20)
    except ValueError:
        return None
    given = dict(pairs)
    if keys is not None and not same(given.get("form", ""), keys.form):
        return None
    return given


def refused(said: str, status: int) -> Response:
    """An answer that nothing was done, and why."""
    return PlainTextResponse(said, status)
