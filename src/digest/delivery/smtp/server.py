"""Which server takes the mail, how it must prove itself, and how long it may take."""

from ipaddress import ip_address
from pathlib import Path

from pydantic import SecretStr

from digest.values import Frozen


class Timeouts(Frozen):
    """Seconds a server has: to be reached, to reply, and to reply once it has the whole mail.

    The last is by far the longest: who gives up there cannot know whether the mail was taken.
    """

    connect: float = 60
    reply: float = 300
    final: float = 600


class Server(Frozen):
    """A server and what is demanded of it.

    `implicit` begins with TLS; otherwise `tls` demands STARTTLS. Nothing is ever sent in clear
    text where TLS is demanded. `ca` is a file of certificates to trust instead of the system's.
    """

    host: str
    port: int
    implicit: bool = False
    tls: bool = True
    user: str | None = None
    secret: SecretStr | None = None
    ca: Path | None = None
    helo: str | None = None

    @property
    def encrypted(self) -> bool:
        """Whether everything but the greeting is encrypted."""
        return self.implicit or self.tls


def is_loopback(host: str) -> bool:
    """Whether what is sent to that host never leaves this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"
