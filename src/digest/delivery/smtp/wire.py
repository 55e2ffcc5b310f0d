"""Bytes to a server and replies from it, each within its time; nothing else may arrive."""

import socket
import ssl

from digest.delivery.clock import Clock
from digest.delivery.smtp.replies import (
    LINES,
    LONGEST_LINE,
    MalformedReplyError,
    Reply,
    line_of,
)


class LostError(Exception):
    """The connection ended, or nothing came in time."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class Wire:
    """A connection to a server; `clock` bounds each reply as a whole, drop by drop or not."""

    def __init__(self, raw: socket.socket, clock: Clock) -> None:
        self._socket = raw
        self._clock = clock
        self._held = bytearray()

    def write(self, content: bytes, seconds: float) -> None:
        """Send all of it; `LostError` when that fails or takes longer."""
        try:
            self._socket.settimeout(seconds)
            self._socket.sendall(content)
        except OSError as error:
            raise LostError(_why(error)) from error

    def reply(self, seconds: float) -> Reply:
        """The next reply; `LostError` or `MalformedReplyError` when there is none to rely on."""
        end = self._clock() + seconds
        lines: list[bytes] = []
        code: int | None = None
        while len(lines) < LINES:
            number, last, text = line_of(self._line(end))
            if code not in {None, number}:
                raise MalformedReplyError
            code = number
            lines.append(text)
            if last:
                return Reply(code, tuple(lines))
        raise MalformedReplyError

    @property
    def silent(self) -> bool:
        """Whether nothing is there that nobody asked for: no reply too many, no end."""
        if self._held:
            return False
        try:
            self._socket.settimeout(0)
            self._held += self._socket.recv(LONGEST_LINE)
        except (BlockingIOError, ssl.SSLWantReadError):
            return True
        except OSError:
            return False
        return False

    def encrypt(self, context: ssl.SSLContext, host: str, seconds: float) -> None:
        """Go on in TLS. Raises `ssl.SSLError` when none comes about that proves the host.

        `MalformedReplyError` when something was said in clear text that nobody has read: it would
        be taken for the server's word although anybody may have put it there. `LostError` when
        the connection ends meanwhile.
        """
        if not self.silent and self._held:
            raise MalformedReplyError
        try:
            self._socket.settimeout(seconds)
            self._socket = context.wrap_socket(self._socket, server_hostname=host)
        except ssl.SSLEOFError as error:
            raise LostError(CLOSED) from error
        except ssl.SSLError:
            raise
        except OSError as error:
            raise LostError(_why(error)) from error

    def close(self) -> None:
        """Let go of the connection."""
        self._socket.close()

    def _line(self, end: float) -> bytes:
        """The next line with its end; no more is read than a line may have."""
        while (at := self._held.find(b"\n", 0, LONGEST_LINE)) < 0:
            if len(self._held) >= LONGEST_LINE:
                raise MalformedReplyError
            self._held += self._some(end)
        line = bytes(self._held[: at + 1])
        del self._held[: at + 1]
        return line

    def _some(self, end: float) -> bytes:
        left = end - self._clock()
        if left <= 0:
            raise LostError(TIMED_OUT)
        try:
            self._socket.settimeout(left)
            some = self._socket.recv(4096)
        except OSError as error:
            raise LostError(_why(error)) from error
        if not some:
            raise LostError(CLOSED)
        return some


#: Why a connection is lost, in our words.
TIMED_OUT = "no reply in time"
CLOSED = "the server closed the connection"
BROKEN = "the connection broke"


def _why(error: OSError) -> str:
    return TIMED_OUT if isinstance(error, TimeoutError) else BROKEN
