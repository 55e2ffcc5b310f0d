"""The transport that hands mails to a server by SMTP."""

import ssl

from digest.delivery.clock import Clock
from digest.delivery.outcomes import Outcome
from digest.delivery.smtp.opening import open_session
from digest.delivery.smtp.server import Server, Timeouts
from digest.delivery.smtp.session import SmtpSession
from digest.problems import Problem, UsageError


class SmtpTransport:
    """Opens sessions with one server; any thread may ask for one."""

    def __init__(self, server: Server, timeouts: Timeouts, clock: Clock) -> None:
        """Raises `UsageError` (D114) when the file of certificates to trust is none."""
        self._server = server
        self._timeouts = timeouts
        self._clock = clock
        self._trust = _trust(server)

    @property
    def name(self) -> str:
        """The server as people name it, without who logs in there."""
        scheme = "smtps" if self._server.implicit else "smtp"
        host = f"[{self._server.host}]" if ":" in self._server.host else self._server.host
        return f"{scheme}://{host}:{self._server.port}"

    def open(self) -> SmtpSession | Outcome:
        """An open session, or the outcome that says why there is none."""
        return open_session(self._server, self._trust, self._timeouts, self._clock)


def _trust(server: Server) -> ssl.SSLContext:
    """Which certificates prove the server; none where TLS is not asked for."""
    if not server.encrypted:
        return ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    try:
        return ssl.create_default_context(cafile=server.ca)
    except OSError as error:
        message = f"the certificates in {server.ca} cannot be used: {error.strerror or error}"
        hint = "name a readable file of certificates in PEM"
        raise UsageError(Problem(code="D114", message=message, hint=hint)) from error
