"""The desk on loopback: a socket, a studio that follows the files, and a server in between."""

import socket
from collections.abc import Callable
from pathlib import Path

import uvicorn

from digest.preview.app import Routes
from digest.preview.bell import Bell
from digest.preview.keys import Keys
from digest.preview.office import Office
from digest.preview.studio import Means, Studio
from digest.preview.watching import Watcher
from digest.problems import Problem, WorldError

LOOPBACK = "127.0.0.1"

#: How long the end waits for what is in hand, in seconds: a bundle that is being written becomes
#: whole or is as it was, whenever that is cut off.
PATIENCE = 1


def serve(
    root: Path,
    output: Path,
    means: Means,
    office: Office,
    *,
    port: int,
    ready: Callable[[str], None],
) -> None:
    """Show the desk until it is interrupted; `ready` is told its address, key included.

    Port 0 takes a free one. Raises `UsageError` (U012) for an output among the sources,
    `WorldError` (K001) when the port is taken; what fails while it runs ends it and is raised.
    """
    with _socket(port) as listening:
        host = f"{LOOPBACK}:{listening.getsockname()[1]}"
        bell, keys = Bell(), Keys.new()
        studio = Studio(root, output, means, told=bell.ring)
        watcher = Watcher(root, studio.changed, studio.fail)
        routes = Routes(studio, office, bell, host, keys)
        config = uvicorn.Config(
            routes.app(),
            log_level="error",
            access_log=False,
            lifespan="off",
            server_header=False,
            timeout_graceful_shutdown=2,
        )
        server = _Server(config, bell, studio)
        studio.start()
        watcher.start()
        try:
            ready(f"http://{host}/#{keys.door}")
            server.run(sockets=[listening])
        finally:
            watcher.end()
            routes.end(PATIENCE)
            studio.end(PATIENCE)
        if studio.failure is not None:
            raise studio.failure


class _Server(uvicorn.Server):
    """A server that hangs up the bell in its loop, and ends when the studio has failed."""

    def __init__(self, config: uvicorn.Config, bell: Bell, studio: Studio) -> None:
        super().__init__(config)
        self._bell = bell
        self._studio = studio

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """As in uvicorn."""
        self._bell.hang()
        await super().startup(sockets)

    async def on_tick(self, counter: int) -> bool:
        """Called ten times a second; whether to end."""
        return await super().on_tick(counter) or self._studio.failure is not None

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """As in uvicorn; who listens for changes is let go first."""
        self._bell.end()
        await super().shutdown(sockets)


def _socket(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((LOOPBACK, port))
        listening.listen()  # from now on, so that nobody who is told the address comes too early
    except OSError as error:
        listening.close()
        raise WorldError(
            Problem(
                code="K001",
                message=f"the desk cannot be opened on port {port}: {error.strerror}",
                hint="choose another --port, or leave it out to take a free one",
            )
        ) from error
    return listening
