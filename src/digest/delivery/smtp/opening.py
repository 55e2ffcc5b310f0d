"""From a server to an open session: reached, greeted, encrypted, logged in; or why not."""

import base64
import re
import socket
import ssl
from collections.abc import Callable, Iterable

from digest.delivery.clock import Clock
from digest.delivery.outcomes import Outcome, Phase
from digest.delivery.smtp import verdicts
from digest.delivery.smtp.replies import MalformedReplyError, Reply
from digest.delivery.smtp.server import Server, Timeouts, is_loopback
from digest.delivery.smtp.session import MALFORMED, SmtpSession
from digest.delivery.smtp.wire import LostError, Wire

#: What a server says to a half of a login.
CONTINUE = 334


class _ClosedError(Exception):
    """No session comes about; the outcome says why."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome)
        self.outcome = outcome


def open_session(
    server: Server, trust: ssl.SSLContext, timeouts: Timeouts, clock: Clock
) -> SmtpSession | Outcome:
    """An open session, or the outcome that says why there is none; no mail was tried then.

    `trust` decides which certificates prove the server.
    """
    try:
        raw = _reached(server, timeouts)
    except _ClosedError as error:
        return error.outcome
    wire = Wire(raw, clock)
    opening = _Opening(server, wire, trust, timeouts, _named(server, raw))
    try:
        extensions = opening.extensions()
    except _ClosedError as error:
        wire.close()
        return error.outcome
    except BaseException:
        wire.close()
        raise
    return SmtpSession(wire, extensions, timeouts)


def _reached(server: Server, timeouts: Timeouts) -> socket.socket:
    try:
        raw = socket.create_connection((server.host, server.port), timeouts.connect)
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    except (OSError, UnicodeError) as error:
        said = getattr(error, "strerror", None) or "no answer"
        reason = f"the server cannot be reached: {said}"
        raise _ClosedError(verdicts.closed(Phase.CONNECT, reason, stop=False)) from error
    return raw


def _named(server: Server, raw: socket.socket) -> str:
    """How we introduce ourselves: the name that is set, or the address we come from."""
    if server.helo:
        return server.helo
    address = raw.getsockname()[0]
    return f"[IPv6:{address}]" if ":" in address else f"[{address}]"


class _Opening:
    """The steps before the first mail."""

    def __init__(
        self, server: Server, wire: Wire, trust: ssl.SSLContext, timeouts: Timeouts, helo: str
    ) -> None:
        self._server = server
        self._wire = wire
        self._trust = trust
        self._timeouts = timeouts
        self._helo = helo

    def extensions(self) -> dict[str, str]:
        """Take every step; what the server offers at the end."""
        server = self._server
        if server.implicit:
            self._encrypt()
        self._step(Phase.BANNER, None)
        offered = self._greet()
        if server.tls and not server.implicit:
            offered = self._start_tls(offered)
        if server.user is not None:
            self._log_in(server.user, offered.get("AUTH", "").upper().split())
        return offered

    def _greet(self) -> dict[str, str]:
        """EHLO, or HELO for a server of old; the extensions by name."""
        reply = self._try(Phase.EHLO, f"EHLO {self._helo}\r\n".encode())
        if reply.code in {500, 501, 502, 504}:
            self._step(Phase.EHLO, f"HELO {self._helo}\r\n".encode())
            return {}
        self._accept(Phase.EHLO, reply)
        words = (line.decode("latin-1").partition(" ") for line in reply.lines[1:])
        return {name.upper(): rest.strip() for name, _, rest in words}

    def _start_tls(self, offered: dict[str, str]) -> dict[str, str]:
        if "STARTTLS" not in offered:
            reason = "the server offers no TLS"
            raise _ClosedError(verdicts.closed(Phase.TLS, reason, stop=True))
        self._step(Phase.TLS, b"STARTTLS\r\n")
        self._encrypt()
        return self._greet()

    def _encrypt(self) -> None:
        try:
            self._wire.encrypt(self._trust, self._server.host, self._timeouts.reply)
        except ssl.SSLCertVerificationError as error:
            reason = f"the server's certificate is not to be trusted: {error.verify_message}"
            raise _ClosedError(verdicts.closed(Phase.TLS, reason, stop=True)) from error
        except (ssl.SSLEOFError, ssl.SSLZeroReturnError) as error:
            # Whether an end amid the handshake is one of the socket or of TLS is chance.
            reason = "the connection was closed"
            raise _ClosedError(verdicts.closed(Phase.TLS, reason, stop=False)) from error
        except (ssl.SSLError, MalformedReplyError) as error:
            reason = "no TLS comes about"
            raise _ClosedError(verdicts.closed(Phase.TLS, reason, stop=True)) from error
        except LostError as error:
            raise _ClosedError(verdicts.closed(Phase.TLS, error.reason, stop=False)) from error

    def _log_in(self, user: str, offered: list[str]) -> None:
        """AUTH, once: servers lock accounts that try a wrong secret again."""
        if not (self._server.encrypted or is_loopback(self._server.host)):
            reason = "no secret is sent in clear text"
            raise _ClosedError(verdicts.closed(Phase.AUTH, reason, stop=True))
        secret = self._server.secret.get_secret_value() if self._server.secret else ""
        steps = _steps(user, secret, offered)
        if not steps:
            reason = "the server offers neither AUTH PLAIN nor LOGIN"
            raise _ClosedError(verdicts.closed(Phase.AUTH, reason, stop=True))
        told = (secret.encode(), *map(_base64, (f"\0{user}\0{secret}", user, secret)))
        for step in steps[:-1]:
            reply = self._try(Phase.AUTH, step)
            if reply.code != CONTINUE:
                self._accept(Phase.AUTH, _without(reply, told))
                return
        self._accept(Phase.AUTH, _without(self._try(Phase.AUTH, steps[-1]), told))

    def _step(self, phase: Phase, command: bytes | None) -> None:
        self._accept(phase, self._try(phase, command))

    def _try(self, phase: Phase, command: bytes | None) -> Reply:
        """The reply to a command, or the greeting that comes without one."""
        try:
            if command is not None:
                self._wire.write(command, self._timeouts.reply)
            return self._wire.reply(self._timeouts.reply)
        except LostError as error:
            raise _ClosedError(verdicts.closed(phase, error.reason, stop=False)) from error
        except MalformedReplyError as error:
            raise _ClosedError(verdicts.closed(phase, MALFORMED, stop=False)) from error

    def _accept(self, phase: Phase, reply: Reply) -> None:
        if not reply.accepted:
            # A server that is busy is asked again; a refused secret or TLS needs a human.
            stop = phase in {Phase.AUTH, Phase.TLS} and reply.code >= 500
            reason = _REASONS.get(phase, "the server refuses the connection")
            raise _ClosedError(verdicts.closed(phase, reason, reply, stop=stop))


def _without(reply: Reply, told: Iterable[bytes]) -> Reply:
    """The reply without what it repeats of a login: people and the ledger get to see it."""
    words = sorted(filter(None, told), key=len, reverse=True)
    pattern = re.compile(b"|".join(map(re.escape, words)))
    return reply._replace(lines=tuple(pattern.sub(b"<secret>", line) for line in reply.lines))


_REASONS = {
    Phase.AUTH: "the server refuses to log in",
    Phase.TLS: "the server refuses TLS",
}


def _steps(user: str, secret: str, offered: list[str]) -> list[bytes]:
    """The lines of the first way to log in that is offered; empty when there is none."""
    ways: dict[str, Callable[[], list[bytes]]] = {
        "PLAIN": lambda: [b"AUTH PLAIN %b\r\n" % _base64(f"\0{user}\0{secret}")],
        "LOGIN": lambda: [
            b"AUTH LOGIN\r\n",
            b"%b\r\n" % _base64(user),
            b"%b\r\n" % _base64(secret),
        ],
    }
    return next((lines() for way, lines in ways.items() if way in offered), [])


def _base64(text: str) -> bytes:
    return base64.b64encode(text.encode())
