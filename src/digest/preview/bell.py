"""Tells everybody who listens that something has changed, from whatever thread it is rung."""

import asyncio
from collections.abc import AsyncIterator

#: After so many seconds of silence a sign of life is given.
SILENCE = 15.0


class Bell:
    """Rung from any thread; heard in the event loop, where several rings may become one."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._heard: set[asyncio.Event] = set()
        self._count = 0
        self._ended = False

    def hang(self) -> None:
        """Belong to the running event loop; before that nobody hears anything."""
        self._loop = asyncio.get_running_loop()

    def ring(self) -> None:
        """Something has changed."""
        self._tell(self._ring)

    def end(self) -> None:
        """Let everybody who listens go."""
        self._tell(self._end)

    async def rings(self) -> AsyncIterator[int]:
        """The number of the latest ring after each of them; 0 for a sign of life."""
        event = asyncio.Event()
        self._heard.add(event)
        try:
            yield 0
            while not self._ended:
                try:
                    await asyncio.wait_for(event.wait(), SILENCE)
                except TimeoutError:
                    yield 0
                    continue
                event.clear()
                if not self._ended:
                    yield self._count
        finally:
            self._heard.discard(event)

    def _tell(self, call: object) -> None:
        loop = self._loop
        if loop is not None and not loop.is_closed() and callable(call):
            loop.call_soon_threadsafe(call)

    def _ring(self) -> None:
        self._count += 1
        self._wake()

    def _end(self) -> None:
        self._ended = True
        self._wake()

    def _wake(self) -> None:
        for event in self._heard:
            event.set()
