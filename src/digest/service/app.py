"""The public application: who asks for what, and who answers."""

import asyncio
from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import NamedTuple, TypeVar

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Send
from starlette.types import Scope as Asked

from digest.delivery.clock import Clock
from digest.delivery.dispatch import links
from digest.edition.archive import ATOM, JSON, PAGE
from digest.edition.subscription import Voice
from digest.press.accounts import Accounts
from digest.press.public import Scope
from digest.problems import DigestError
from digest.service.forms import fields
from digest.service.house import House, Tell
from digest.service.limits import Allowance, Buckets, Limits
from digest.service.readers import Readers
from digest.service.replies import Guarded, given, shown
from digest.service.shelf import Item, Shelf
from digest.service.telling import Quiet, bug

#: How many requests look into files and the ledger at once; others wait their turn, so long.
AT_ONCE, TURN = 16, 10

#: When somebody should try again whom the ledger kept waiting, in seconds.
LATER = 5

_METHODS = ["GET", "POST"]

_T = TypeVar("_T")


class Means(NamedTuple):
    """What the service works with; without `accounts` nobody can unsubscribe.

    `tell` gets the problems of the one who runs it, `now` the moment, `clock` seconds that only
    ever grow.
    """

    root: Path
    output: Path
    accounts: Accounts | None
    scope: Scope
    allowance: Allowance
    tell: Tell
    now: Callable[[], datetime]
    clock: Clock


class Desk:
    """Takes requests and brings them to those who know, in threads, so that nobody waits long."""

    def __init__(self, means: Means) -> None:
        accounts = means.accounts
        self.house = House(means.root, accounts.keys if accounts else None, means.tell)
        self._shelf = Shelf(
            self.house,
            means.output,
            means.scope,
            accounts,
            tell=means.tell,
            now=means.now,
            clock=means.clock,
        )
        self._readers = Readers(self.house, accounts, means.now) if accounts else None
        self._tell = means.tell
        self._turns = asyncio.Semaphore(AT_ONCE)

    async def reader(self, page: links.Page, request: Request) -> Response:
        """A reader's own page, looked at or acted on."""
        if self._readers is None:
            raise HTTPException(404)
        token = request.path_params["token"]
        if request.method != "POST":
            return await self._in_turn(self._readers.ask, page, token)
        said = await fields(request)
        return await self._in_turn(self._readers.act, page, token, said)

    async def beside(self, request: Request) -> Response:
        """The archive page or a feed."""
        name = request.scope["path"].rpartition("/")[2] or PAGE
        return _given(request, await self._in_turn(self._shelf.beside, name))

    async def folder(self, request: Request) -> Response:
        """The front of an edition."""
        edition = request.path_params["edition"]
        return _given(request, await self._in_turn(self._shelf.file, edition, PAGE))

    async def door(self, request: Request) -> Response:
        """An edition whose address lacks its slash; it is named relative to where this stands."""
        edition = request.path_params["edition"]
        if not await self._in_turn(self._shelf.has, edition):
            raise HTTPException(404)
        return RedirectResponse(f"{edition}/", 308)

    async def file(self, request: Request) -> Response:
        """A page or print of an edition."""
        edition, name = (request.path_params[one] for one in ("edition", "name"))
        return _given(request, await self._in_turn(self._shelf.file, edition, name))

    async def refuse(self, _: Request, error: Exception) -> Response:
        """What stands in the place of a page that is not to be had."""
        status, headers = 500, dict[str, str]()
        if isinstance(error, HTTPException):
            status, headers = error.status_code, dict(error.headers or {})
        elif isinstance(error, DigestError):
            self._tell(error.problems)
            status = 503
        if status == 503:
            headers["Retry-After"] = str(LATER)
        return await run_in_threadpool(self._trouble, status, headers)

    def _trouble(self, status: int, headers: dict[str, str]) -> Response:
        read = self.house.now()
        page = Voice(read.content.publication).trouble(status)
        try:
            return shown(page, read.pages, status, headers)
        except DigestError as error:
            self._tell(error.problems)
            return Response(f"{page.title}.\n", status, headers, media_type="text/plain")

    async def _in_turn(self, answer: Callable[..., _T], *words: object) -> _T:
        try:
            async with asyncio.timeout(TURN):
                await self._turns.acquire()
        except TimeoutError:
            raise HTTPException(503) from None
        try:
            return await run_in_threadpool(answer, *words)
        finally:
            self._turns.release()


class Boundary:
    """Where a bug ends: in an answer, and in words for whoever runs the service."""

    def __init__(self, app: ASGIApp, tell: Tell) -> None:
        self._app = app
        self._tell = tell

    async def __call__(self, scope: Asked, receive: Receive, send: Send) -> None:
        """Pass everything on; S010 is told of what fails, and nothing of what was asked."""
        begun = False

        async def watched(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, receive, watched)
        except Exception as error:  # noqa: BLE001  # the one place where every failure ends
            self._tell((bug(error),))
            if not begun:
                await Response("That did not work.\n", 500)(scope, receive, send)


def application(means: Means) -> ASGIApp:
    """The application; `DigestError` when the publication or its theme is at fault."""
    tell = Quiet(means.tell, means.clock)
    desk = Desk(means._replace(tell=tell))
    # A theme at fault is told now, not by the first reader.
    read = desk.house.now()
    shown(Voice(read.content.publication).trouble(404), read.pages)
    inner = Starlette(
        routes=[
            *(Route(path, desk.beside) for path in ("/", f"/{PAGE}", f"/{ATOM}", f"/{JSON}")),
            *(
                Route(f"/{page.value}/{{token}}", partial(desk.reader, page), methods=_METHODS)
                for page in links.Page
            ),
            Route("/{edition}", desk.door),
            Route("/{edition}/", desk.folder),
            Route("/{edition}/{name}", desk.file),
        ],
        exception_handlers={
            HTTPException: desk.refuse,
            DigestError: desk.refuse,
            500: desk.refuse,
        },
    )
    # An address with a slash too many is another address: a token with one is none of ours.
    inner.router.redirect_slashes = False
    limits = Limits(inner, Buckets(means.allowance, means.clock))
    return Guarded(Boundary(limits, tell))


def _given(request: Request, item: Item | None) -> Response:
    if item is None:
        raise HTTPException(404)
    return given(request, item)
