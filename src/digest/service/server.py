"""Listens, answers until somebody says that it is enough, and then ends what was begun."""

import asyncio
import contextlib
import ipaddress
import logging
import signal
import socket
from collections.abc import Iterator, Sequence

import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from digest.problems import Problem, UsageError, WorldError
from digest.service.limits import MOST_HEAD

#: How long a client may take to say what it wants, in seconds.
HEAD_SECONDS = 10

#: How long requests that were begun may take when the service ends, in seconds.
LAST_SECONDS = 10

#: How many connections there may be; further ones are told to come back.
MOST_CONNECTIONS = 500


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 takes one that is free.

    Raises `WorldError` (S001) when the address cannot be had.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family, backlog=1024)
    except (OSError, UnicodeError) as error:
        said = getattr(error, "strerror", None) or str(error)
        # The socket module says the address once more, in brackets.
        said = said.partition(" (while attempting")[0]
        hint = "choose another one with --host and --port"
        message = f"nobody can listen at {host}, port {port}: {said}"
        raise WorldError(Problem(code="S001", message=message, hint=hint)) from error


def proxies(addresses: Sequence[str]) -> list[str]:
    """The addresses and networks of proxies that are trusted; `UsageError` (S004) for others."""
    for one in addresses:
        try:
            ipaddress.ip_network(one)
        except ValueError:
            message = f"{one!r} is no address and no network of addresses"
            hint = "write it as 10.0.0.5 or 10.0.0.0/24"
            raise UsageError(Problem(code="S004", message=message, hint=hint)) from None
    return list(addresses)


def run(app: ASGIApp, listener: socket.socket, trusted: Sequence[str]) -> None:
    """Answer until SIGINT or SIGTERM; what was begun is ended, within its time.

    What clients say of where they come from counts only when it comes through a `trusted` proxy.
    """
    # They repeat pieces of what was sent.
    for name in ("asyncio", "python_multipart", "uvicorn"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    with listener:
        _Server(configuration(app, trusted)).run(sockets=[listener])


def configuration(app: ASGIApp, trusted: Sequence[str]) -> uvicorn.Config:
    """How requests are taken: nothing is noted of them, and nothing else of the machine read."""
    return uvicorn.Config(
        app,
        loop="asyncio",
        http=Patient,
        ws="none",
        lifespan="off",
        log_config=None,
        access_log=False,
        workers=1,
        proxy_headers=bool(trusted),
        forwarded_allow_ips=list(trusted),
        server_header=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=HEAD_SECONDS,
        timeout_graceful_shutdown=LAST_SECONDS,
        h11_max_incomplete_event_size=MOST_HEAD,
    )


class Patient(H11Protocol):
    """HTTP with a client that must have said what it wants within a time."""

    _overdue: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The time begins."""
        super().connection_made(transport)  # type: ignore[arg-type]  # narrower than its base says
        self._overdue = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        if self._overdue is not None:
            self._overdue.cancel()
        super().connection_lost(exc)

    def _give_up(self) -> None:
        """Close what has asked nothing; look again later where something is being answered."""
        busy = not getattr(self.cycle, "response_complete", True)
        idle = self.timeout_keep_alive_task is not None
        if not busy and not idle:
            self.transport.close()
            return
        self._overdue = self.loop.call_later(HEAD_SECONDS, self._give_up)


class _Server(uvicorn.Server):
    """A server that ends in peace when it is asked to."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Let both signals end it; that is what they are for, and no failure."""
        both = (signal.SIGINT, signal.SIGTERM)
        before = {number: signal.signal(number, self.handle_exit) for number in both}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
