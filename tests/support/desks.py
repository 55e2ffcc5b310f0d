"""A studio, and a desk before it, over a copy of the sample publication."""

import asyncio
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import httpx

from digest.bundle.executors import Inline
from digest.bundle.tasks import Outcome, Runner, Task
from digest.delivery.ledger.opening import open_ledger
from digest.delivery.transports import transport
from digest.press.accounts import Accounts
from digest.preview.app import Routes
from digest.preview.bell import Bell
from digest.preview.guard import cookie
from digest.preview.keys import Keys
from digest.preview.office import Office
from digest.preview.shown import Phase, Shown
from digest.preview.studio import Means, Studio
from digest.problems import DigestError
from support.approvals import KEYS as READERS
from support.approvals import NOW

HOST = "127.0.0.1:8123"
KEYS = Keys("the-key", "the-session", "the-form")

#: How long a test waits for what must come, in seconds.
PATIENCE = 60


class Counting:
    """A runner in this process that counts what it renders; `gate` holds it until it is set."""

    def __init__(self, inner: Runner | None = None) -> None:
        self.names: list[str] = []
        self.fault: DigestError | None = None
        self.gate = threading.Event()
        self.gate.set()
        self.busy = threading.Event()
        self._inner = inner or Inline()

    def run(self, tasks: Sequence[Task], done: Callable[[Task], None]) -> list[Outcome]:
        self.busy.set()
        assert self.gate.wait(PATIENCE)
        if self.fault:
            raise self.fault
        self.names += [task.name for task in tasks]
        return self._inner.run(tasks, done)

    def drain(self) -> list[str]:
        """What was rendered since the last time, sorted."""
        names, self.names = sorted(self.names), []
        return names


class Watched:
    """A studio whose states can be waited for."""

    def __init__(self, root: Path, output: Path, *, reuse: bool = False) -> None:
        self.quick, self.slow = Counting(), Counting()
        means = Means(self.quick, lambda *_: self.slow, 2, reuse=reuse)
        self._news = threading.Condition()
        self.seen: list[Shown] = []
        self.studio = Studio(root, output, means, told=self._told)

    def _told(self) -> None:
        with self._news:
            self.seen.append(self.studio.now)
            self._news.notify_all()

    def until(self, fits: Callable[[Shown], object]) -> Shown:
        """The first state that fits, from now on; the present one counts."""
        deadline = time.monotonic() + PATIENCE
        with self._news:
            while not fits(self.studio.now):
                if self.studio.failure:
                    raise self.studio.failure
                assert self._news.wait(deadline - time.monotonic()), self.studio.now.phase
            return self.studio.now

    def done(self) -> Shown:
        """The state when all that is asked for is done."""
        return self.until(lambda now: now.phase is Phase.DONE)

    def after(self, change: Callable[[], object]) -> Shown:
        """The state when a change, told to the studio, is worked up."""
        before = self.studio.now.number
        change()
        self.studio.changed()
        return self.until(lambda now: now.number > before and now.phase is Phase.DONE)


def office(folder: Path) -> Office:
    """A ledger and an outbox in a folder, at one moment."""

    @contextmanager
    def opened(*, create: bool) -> Iterator[Accounts]:
        with open_ledger("sqlite:///ledger.sqlite3", base=folder, create=create) as ledger:
            yield Accounts(ledger, READERS)

    return Office(
        accounts=opened,
        transport=lambda _: transport("maildir:outbox", base=folder, clock=time.monotonic),
        now=lambda: NOW,
        unique=partial(secrets.token_hex, 16),
    )


class Browser:
    """Asks the desk of a studio without a network; it carries the cookies it is given."""

    def __init__(self, studio: Studio, own: Office | None = None) -> None:
        self._app = Routes(studio, own or office(studio.output), Bell(), HOST, KEYS).app()
        self.cookies = httpx.Cookies()

    def ask(self, method: str, path: str, **request: Any) -> httpx.Response:
        """One request and its whole answer; redirects are not followed."""
        return asyncio.run(self._ask(method, path, request))

    def get(self, path: str, **request: Any) -> httpx.Response:
        return self.ask("GET", path, **request)

    def post(self, path: str, **request: Any) -> httpx.Response:
        return self.ask("POST", path, **request)

    async def _ask(self, method: str, path: str, request: dict[str, Any]) -> httpx.Response:
        transport = httpx.ASGITransport(self._app)
        base = f"http://{HOST}"
        async with httpx.AsyncClient(
            transport=transport, base_url=base, cookies=self.cookies
        ) as client:
            answer = await client.request(method, path, **request)
            self.cookies = client.cookies
            return answer


def browser(studio: Studio, *, inside: bool = True) -> Browser:
    """A browser at the desk of a studio, with the session when it is `inside`."""
    client = Browser(studio)
    if inside:
        client.cookies.set(cookie(HOST), KEYS.session, domain="127.0.0.1")
    return client
