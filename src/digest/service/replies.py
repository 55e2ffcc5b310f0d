"""Answers with the headers that keep a reader's page to the reader."""

from datetime import UTC, datetime
from email.utils import format_datetime, parsedate_to_datetime

from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from digest.edition.subscription import Page
from digest.render.service import Pages
from digest.service.shelf import Item

#: Headers of every answer.
COMMON = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}

#: What an answer may do that says nothing else: nothing.
NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

#: What the files of an edition may do. Pages name the one sheet they may have themselves; the
#: other kinds are for programs that show them with a sheet of their own.
_PAGE = f"{NOTHING}; style-src 'unsafe-inline'; img-src data:"
_PRINT = f"{_PAGE}; object-src 'self'"
POLICIES = {"text/html": _PAGE, "application/pdf": _PRINT}

#: How long a file may be taken to be as it was, in seconds.
FRESH = 60


class Guarded:
    """Adds the common headers to every answer of an application, and lets none set a cookie."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass everything on, with headers added to the start of an answer."""

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = _guarded(message["headers"])
            await send(message)

        await self._app(scope, receive, guarded)


def _guarded(raw: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    kept = [(name, value) for name, value in raw if name.lower() != b"set-cookie"]
    said = {name.lower() for name, _ in kept}
    common = {**COMMON, "Content-Security-Policy": NOTHING, "Cache-Control": "no-store"}
    added = ((name.lower().encode(), value.encode()) for name, value in common.items())
    return [*kept, *(one for one in added if one[0] not in said)]


def shown(
    told: Page, pages: Pages, status: int = 200, headers: dict[str, str] | None = None
) -> Response:
    """A page of the service; no cache keeps it and no search engine lists it."""
    made = pages.page(told)
    return Response(
        made.content,
        status,
        {
            "Content-Security-Policy": made.policy,
            "Content-Language": told.language,
            "X-Robots-Tag": "noindex",
            **(headers or {}),
        },
        media_type="text/html",
    )


def given(request: Request, item: Item) -> Response:
    """A public file, or only the word that it is as it was."""
    headers = {
        "ETag": f'"{item.sha256}"',
        "Cache-Control": f"public, max-age={FRESH}",
        "Content-Security-Policy": POLICIES.get(item.media_type, NOTHING),
        "Last-Modified": format_datetime(item.changed.astimezone(UTC), usegmt=True),
    }
    if _is_known(request, item):
        return Response(status_code=304, headers=headers)
    return Response(item.content, headers=headers, media_type=item.media_type)


def _is_known(request: Request, item: Item) -> bool:
    if (tags := request.headers.get("if-none-match")) is not None:
        names = (tag.strip().removeprefix("W/") for tag in tags.split(","))
        return any(name in {"*", f'"{item.sha256}"'} for name in names)
    since = _moment(request.headers.get("if-modified-since"))
    return since is not None and item.changed.replace(microsecond=0) <= since


def _moment(text: str | None) -> datetime | None:
    try:
        found = parsedate_to_datetime(text) if text else None
    except ValueError:
        return None
    return found.replace(tzinfo=found.tzinfo or UTC) if found else None
