"""The desk's addresses: what each of them answers."""

from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import (
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from digest.preview.approvals import Readers, approvals
from digest.preview.bell import Bell
from digest.preview.choice import CHANGES, Choice, choice, framed, stem
from digest.preview.deeds import Deeds, Notice
from digest.preview.desk import Rest
from digest.preview.differences import differences
from digest.preview.forms import form, refused
from digest.preview.guard import Guard, cookie, entered
from digest.preview.keys import Keys, same
from digest.preview.looks import Pages
from digest.preview.office import Office
from digest.preview.personas import AS_BUILT
from digest.preview.prints import SCALES, Prints
from digest.preview.sheets import sheets
from digest.preview.shown import Shown
from digest.preview.spreads import Spreads
from digest.preview.studio import Studio
from digest.preview.views import view
from digest.render.artifact import Artifact
from digest.render.channels import EMAIL, PDF, WEB

#: The desk's own page: its own script and style, frames and pictures of its own origin.
PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "frame-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; "
    "frame-ancestors 'none'"
)

#: Mails and pages: inert, styled, with the pictures they bring. Being of this origin, a frame can
#: be kept where its reader had scrolled; nothing in it can run.
FRAME_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src {pictures}; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'self'; sandbox allow-same-origin"
)


class Routes:
    """The desk of one studio, for browsers that come to `host` with the key."""

    def __init__(self, studio: Studio, office: Office, bell: Bell, host: str, keys: Keys) -> None:
        self._studio = studio
        self._office = office
        self._deeds = Deeds(studio.root, studio.output, office)
        self._bell = bell
        self._host = host
        self._keys = keys
        self._readers = Readers()
        self._pages = Pages()
        self._prints = Prints()
        self._spreads = Spreads(bell.ring, studio.fail)

    def end(self, patience: float | None = None) -> None:
        """Give up what was begun for somebody who looked, within so many seconds."""
        self._spreads.end(patience)

    def app(self) -> Guard:
        """The application."""
        routes = [
            Route("/", self.page),
            Route("/enter", self.enter, methods=["POST"]),
            Route("/edition", self.edition, methods=["POST"]),
            Route("/approve", self.approve, methods=["POST"]),
            Route("/test", self.test, methods=["POST"]),
            Route("/events", self.events),
            Route("/problems/{code}", self.manual),
            Route("/bundle/{name}", self.file),
            Route("/page/{name}/{number:int}", self.printed),
            Route("/sheet/{name}/{number:int}/{side}", self.sheet),
            *(Route(f"/{name}", self.asset) for name in self._pages.assets),
        ]
        return Guard(Starlette(routes=routes), host=self._host, keys=self._keys)

    async def page(self, request: Request) -> Response:
        """The desk, or the way in for a browser without the session."""
        if not entered(request, self._keys):
            return _html(self._pages.door(), 403)
        return await self._desk(request)

    async def _desk(self, request: Request, notice: Notice | None = None) -> Response:
        """The desk as the query asks for it, with what became of a deed."""
        shown = self._studio.now
        chosen = choice(request.query_params, shown)
        self._studio.look(stem(chosen, shown), chosen.channel)
        text = await run_in_threadpool(self._drawn, shown, chosen, notice)
        return _html(text, notice.status if notice else 200)

    def _drawn(self, shown: Shown, chosen: Choice, notice: Notice | None) -> str:
        rest = Rest(
            approvals(shown, self._studio.output, self._office, self._readers), notice=notice
        )
        if chosen.channel == CHANGES:
            rest = rest._replace(**self._changed(shown, chosen))
        return self._pages.desk(shown, chosen, self._studio.root, self._keys.form, rest)

    def _changed(self, shown: Shown, chosen: Choice) -> dict[str, Any]:
        output, office = self._studio.output, self._office
        found = differences(shown, output, office, chosen.against, chosen.role)
        printed = None if found.trouble else sheets(shown, output, office, chosen, self._spreads)
        return {"differences": found, "sheets": printed}

    async def enter(self, request: Request) -> Response:
        """Give the session to who has the key."""
        given = await form(request)
        if given is None or not same(given.get("key", ""), self._keys.door):
            return refused("This is not the key of this desk.", 403)
        answer = RedirectResponse("/", 303)
        answer.set_cookie(
            cookie(self._host), self._keys.session, httponly=True, samesite="strict", path="/"
        )
        return answer

    async def edition(self, request: Request) -> Response:
        """Show another edition."""
        given = await form(request, self._keys)
        if given is None:
            return refused("This form is not of this desk.", 403)
        content = self._studio.now.content
        if content is None or given.get("edition") not in content.editions:
            return refused("There is no such edition.", 404)
        self._studio.choose(given["edition"])
        return RedirectResponse("/", 303)

    async def approve(self, request: Request) -> Response:
        """Approve what is on screen; 409 when it is not what there is."""
        given = await form(request, self._keys)
        if given is None:
            return refused("This form is not of this desk.", 403)
        notice = await run_in_threadpool(self._deeds.approve, self._studio.now, given)
        return await self._desk(request, notice)

    async def test(self, request: Request) -> Response:
        """Post the mail on screen to one address; 409 when it is not what there is."""
        given = await form(request, self._keys)
        if given is None:
            return refused("This form is not of this desk.", 403)
        shown = self._studio.now
        chosen = choice(request.query_params, shown)
        notice = await run_in_threadpool(self._deeds.test, shown, chosen, given)
        return await self._desk(request, notice)

    async def events(self, _: Request) -> Response:
        """A line for every change, as long as somebody listens."""

        async def lines() -> AsyncIterator[str]:
            async for number in self._bell.rings():
                yield f"event: changed\ndata: {number}\n\n" if number else ": still here\n\n"

        return StreamingResponse(lines(), media_type="text/event-stream")

    async def manual(self, request: Request) -> Response:
        """What the code of a problem means."""
        text = self._pages.manual(request.path_params["code"])
        return _html(text, 200) if text else PlainTextResponse("There is no such code.", 404)

    async def file(self, request: Request) -> Response:
        """A file of the bundle by its name there; asked for a view, as that view shows it."""
        shown = self._studio.now
        file = shown.files.get(request.path_params["name"])
        if file is None:
            return PlainTextResponse("There is no such file.", 404)
        if file.channel not in {EMAIL.name, WEB.name} or file.media_type != "text/html":
            return _plain(file)
        chosen = _asked(request, file)
        site = shown.content.publication.site_url if shown.content else ""
        mail = shown.files.get(file.path.removesuffix(EMAIL.suffix) + ".eml")
        content = view(file.content, chosen, site, mail.content if mail else b"")
        pictures = "'none'" if chosen.pictures == "blocked" else "data:"
        policy = {"content-security-policy": FRAME_POLICY.format(pictures=pictures)}
        return Response(content, 200, policy, "text/html; charset=utf-8")

    async def printed(self, request: Request) -> Response:
        """The picture of a printed page."""
        file = self._studio.now.files.get(request.path_params["name"])
        zoom = request.query_params.get("zoom", "fit")
        number = request.path_params["number"]
        if file is None or file.channel != PDF.name or zoom not in SCALES:
            return PlainTextResponse("There is no such page.", 404)
        if not 1 <= number <= (file.pages or 0):
            return PlainTextResponse("There is no such page.", 404)
        picture = await run_in_threadpool(self._prints.page, file, number, zoom)
        return Response(picture, media_type="image/png")

    async def sheet(self, request: Request) -> Response:
        """The picture of a printed page with what changed on it, of pages that were compared."""
        asked = request.path_params
        picture = await run_in_threadpool(
            self._spreads.picture, asked["name"], asked["number"], asked["side"]
        )
        if picture is None:
            return PlainTextResponse("There is no such page.", 404)
        return Response(picture, media_type="image/png")

    async def asset(self, request: Request) -> Response:
        """The desk's own script and style."""
        text, media_type = self._pages.assets[request.url.path.removeprefix("/")]
        return Response(text, media_type=media_type)


def _asked(request: Request, file: Artifact) -> Choice:
    """The view a frame asks for; without a question that of the bundle."""
    asked = framed(request.query_params)
    return asked if file.channel == EMAIL.name else asked.model_copy(update={"reader": AS_BUILT})


def _plain(file: Artifact) -> Response:
    types = {"text/plain": "text/plain; charset=utf-8"}
    answer = Response(file.content, media_type=types.get(file.media_type, file.media_type))
    if file.media_type not in {"text/plain", "application/json", PDF.media_type}:
        answer.headers["content-disposition"] = "attachment"
    return answer


def _html(text: str, status: int) -> Response:
    policy = {"content-security-policy": PAGE_POLICY}
    return Response(text, status, policy, "text/html; charset=utf-8")
