"""Nobody but the desk's own pages is answered: address, origin and session are looked at first."""

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from digest.preview.keys import Keys, same

#: What every answer says beside its own policy.
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}

#: What anybody may ask for who has the address: the way in, which shows nothing.
OPEN = frozenset({"/", "/enter", "/door.js", "/desk.css"})

_CHANGING = {"POST", "PUT", "PATCH", "DELETE"}


class Guard:
    """Lets through what comes from the address itself and, but for the way in, with the session.

    421 for another host (a name that leads to this machine), 403 for another origin and for a
    browser without the session.
    """

    def __init__(self, app: ASGIApp, *, host: str, keys: Keys) -> None:
        self._app = app
        self._host = host
        self._keys = keys

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = _with_defaults(message["headers"])
            await send(message)

        refusal = self._refusal(Request(scope))
        await (refusal or self._app)(scope, receive, sending)

    def _refusal(self, request: Request) -> Response | None:
        hosts = request.headers.getlist("host")
        if hosts != [self._host]:
            return PlainTextResponse(f"This desk is at http://{self._host}/", 421)
        origins = request.headers.getlist("origin")
        if origins not in ([], [f"http://{self._host}"]):
            return PlainTextResponse("Another page may not ask this desk.", 403)
        if request.method in _CHANGING and not origins:
            return PlainTextResponse("The browser does not say which page asks.", 403)
        if request.url.path in OPEN or entered(request, self._keys):
            return None
        return PlainTextResponse("Open the address that `digest preview` printed.", 403)


def cookie(host: str) -> str:
    """The name of the session's cookie: browsers keep one jar for all ports of a machine."""
    return f"digest-desk-{host.rpartition(':')[2]}"


def entered(request: Request, keys: Keys) -> bool:
    """Whether the browser carries the session."""
    carried = request.cookies.get(cookie(request.headers.get("host", "")), "")
    return same(carried, keys.session)


def _with_defaults(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    said = {name.lower() for name, _ in headers}
    more = ((name.encode(), value.encode()) for name, value in HEADERS.items())
    return [*headers, *(pair for pair in more if pair[0] not in said)]
