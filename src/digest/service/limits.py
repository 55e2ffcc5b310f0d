"""What one client may ask for: so many requests, headers and addresses so long, and no more."""

import ipaddress
import math
import re
from collections import OrderedDict

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from digest.delivery.clock import Clock
from digest.problems import Problem, UsageError
from digest.values import Frozen

#: How many clients are remembered; who was not seen for longest is forgotten, and starts anew.
MOST_CLIENTS = 10_000

#: What the head of a request may take, in bytes, and what the path in it.
MOST_HEAD, MOST_PATH = 16 * 1024, 1024

_ALLOWANCE = re.compile(r"([1-9][0-9]{0,5})/(s|min|h)")
_SECONDS = {"s": 1, "min": 60, "h": 3600}


class Allowance(Frozen):
    """So many requests at once, and as many again within so many seconds."""

    count: int
    seconds: int

    @classmethod
    def parse(cls, text: str) -> "Allowance":
        """The allowance in words like `300/min`; `UsageError` (S002) for others."""
        found = _ALLOWANCE.fullmatch(text.replace(" ", ""))
        if not found:
            hint = "write a number and s, min or h, such as 300/min"
            message = "this is no number of requests in a time"
            raise UsageError(Problem(code="S002", message=message, hint=hint))
        return cls(count=int(found[1]), seconds=_SECONDS[found[2]])


class Buckets:
    """A bucket of tokens for each client, in a table that never grows beyond its bounds."""

    def __init__(self, allowance: Allowance, clock: Clock) -> None:
        self._allowance = allowance
        self._clock = clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> float:
        """0 when the client may go on; otherwise the seconds until it may."""
        most, now = float(self._allowance.count), self._clock()
        pace = most / self._allowance.seconds
        tokens, since = self._left.pop(client, (most, now))
        tokens = min(most, tokens + (now - since) * pace)
        wait = 0.0 if tokens >= 1 else (1 - tokens) / pace
        self._left[client] = (tokens if wait else tokens - 1, now)
        if len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return wait

    def __len__(self) -> int:
        return len(self._left)


class Limits:
    """Answers for the application where a request is too much; nothing is said of who asked."""

    def __init__(self, app: ASGIApp, buckets: Buckets) -> None:
        self._app = app
        self._buckets = buckets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on, or refuse it with 414, 429 or 431."""
        refusal = self._refusal(scope) if scope["type"] == "http" else None
        await (refusal or self._app)(scope, receive, send)

    def _refusal(self, scope: Scope) -> ASGIApp | None:
        address = scope.get("client") or ("", 0)
        if wait := self._buckets.take(client(str(address[0]))):
            return refused(429, {"Retry-After": str(math.ceil(wait))})
        if len(scope["path"]) > MOST_PATH or len(scope["query_string"]) > MOST_PATH:
            return refused(414)
        head = sum(len(name) + len(value) for name, value in Headers(scope=scope).raw)
        return refused(431) if head > MOST_HEAD else None


def refused(status: int, headers: dict[str, str] | None = None) -> PlainTextResponse:
    """An answer that costs nothing, for those who ask too much."""
    words = {414: "The address is too long.", 429: "Too many requests.", 431: "Too much is said."}
    return PlainTextResponse(f"{words[status]}\n", status, headers)


def client(address: str) -> str:
    """The name of a client in the table: its address, or its network where it has many of them."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((int(found), 64), strict=False).network_address)
    return str(found)
