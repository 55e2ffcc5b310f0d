"""A publication whose edition was sent, and the service that its readers call on."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from shutil import copytree
from typing import Any, NamedTuple

import httpx
import uvicorn
from starlette.types import ASGIApp

from digest.content.loading import load
from digest.delivery.audience import person
from digest.delivery.dispatch.links import Page, token
from digest.delivery.ledger import approvals, runs
from digest.press.accounts import Accounts
from digest.press.public import Scope
from digest.press.subscribers import take_in
from digest.problems import Problem
from digest.service.app import Means, application
from digest.service.limits import Allowance
from digest.service.server import configuration, listen
from support.approvals import NOW, accounts, approved
from support.builds import change

PLANNER, ENGINEER = "planner@reader.example.org", "engineer@reader.example.org"

#: The moment readers call, long after the edition was sent.
TODAY = datetime(2026, 11, 30, 10, 0, tzinfo=UTC)

#: Far more than loopback needs, in seconds.
PATIENCE = 30

#: What a mail program posts on its own.
ONE_CLICK = {"List-Unsubscribe": "One-Click"}


class Place(NamedTuple):
    """A publication, its output, and the accounts kept there."""

    root: Path
    output: Path
    book: Accounts

    def path(self, page: Page, address: str = PLANNER) -> str:
        """The path of a reader's own page, as a mail names it."""
        reader = self.book.keys.reader(person(address))
        return f"/{page.value}/{token(self.book.keys, reader, page)}"


class Client:
    """Asks an application without a network between."""

    def __init__(self, asked: ASGIApp, runner: asyncio.Runner, address: str) -> None:
        self._app = asked
        self._runner = runner
        self._address = address

    def request(self, method: str, path: str, **options: Any) -> httpx.Response:
        """The answer to a request; what it raises beyond its answer is not ours to see."""

        async def ask() -> httpx.Response:
            way = httpx.ASGITransport(
                self._app, raise_app_exceptions=False, client=(self._address, 1)
            )
            base = "http://service.example.org"
            async with httpx.AsyncClient(transport=way, base_url=base) as client:
                return await client.request(method, path, **options)

        return self._runner.run(ask())

    def get(self, path: str, **options: Any) -> httpx.Response:
        """The answer to GET."""
        return self.request("GET", path, **options)

    def post(self, path: str, **options: Any) -> httpx.Response:
        """The answer to POST."""
        return self.request("POST", path, **options)


class Visited(NamedTuple):
    """The service at work: a client of it, and what its keeper was told."""

    client: Client
    told: list[Problem]


def sent(made: Path, folder: Path, book: Accounts | None = None) -> Place:
    """A copy of a publication with its bundle whose edition is being sent; close its ledger."""
    copytree(made, folder, dirs_exist_ok=True)
    root, output = folder / "coast", folder / "output"
    book = book or accounts(folder)
    run = approved(root, output, book, "Desk").run
    assert approvals.history(book.ledger, run.edition, run.generation)
    runs.start(book.ledger, run.id, NOW)
    return Place(root, output, book)


def copied(prepared: Path, folder: Path) -> Place:
    """A copy of a place whose ledger is closed; close this one as well."""
    copytree(prepared, folder, dirs_exist_ok=True)
    return Place(folder / "coast", folder / "output", accounts(folder))


def moved_in(place: Place) -> None:
    """Let the readers be kept in the ledger, not in the publication's file any more."""
    file = place.root / "subscribers.csv"
    content = load(place.root).content
    assert content
    take_in(place.book, content.publication, file, NOW)
    file.unlink()


def several(place: Place) -> None:
    """Give the publication something to choose from."""

    def more(data: dict[str, Any]) -> None:
        data["streams"].append({"id": "rivers", "title": "Rivers & <weirs>"})
        data["languages"] = ["de"]

    change(place.root, more)


class Clock:
    """Seconds that a test lets pass."""

    def __init__(self) -> None:
        self.seconds = 100.0

    def __call__(self) -> float:
        return self.seconds


def app(place: Place, told: list[Problem], **changes: Any) -> ASGIApp:
    """The application over a place, with what the test says otherwise."""
    means = Means(
        root=place.root,
        output=place.output,
        accounts=place.book,
        scope=Scope.SENT,
        allowance=Allowance(count=100_000, seconds=1),
        tell=told.extend,
        now=lambda: TODAY,
        clock=Clock(),
    )
    return application(means._replace(**changes))


@contextmanager
def visited(place: Place, **changes: Any) -> Iterator[Visited]:
    """The service of a place; a request that meets a bug fails the test."""
    told: list[Problem] = []
    with asyncio.Runner() as runner:
        yield Visited(Client(app(place, told, **changes), runner, "192.0.2.7"), told)
    assert [one.code for one in told if one.code == "S010"] == []


@contextmanager
def running(asked: ASGIApp, *trusted: str) -> Iterator[int]:
    """The port of a server that answers in a thread."""
    with listen("127.0.0.1", 0) as listener:
        # Signals are the main thread's: the plain server leaves them alone elsewhere.
        one = uvicorn.Server(configuration(asked, trusted))
        thread = threading.Thread(target=one.run, kwargs={"sockets": [listener]})
        thread.start()
        try:
            yield listener.getsockname()[1]
        finally:
            one.should_exit = True
            thread.join(PATIENCE)
    assert not thread.is_alive()
