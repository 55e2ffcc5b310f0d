"""How mail goes out on this machine: transport, rate, links and signature, as the settings say."""

import os
import secrets
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from types import FrameType

from pydantic import SecretStr

from digest.cli.session import Session
from digest.content.publication import Publication
from digest.delivery.dispatch.letters import Sign
from digest.delivery.dispatch.shared import Setback, Shared, Why
from digest.delivery.dkim import Signer
from digest.delivery.keyfile import secret_from
from digest.delivery.throttle import Bucket, Domains, Rate
from digest.delivery.transports import Transport, transport
from digest.press.send import Means
from digest.problems import Problem, UsageError
from digest.settings import secret

OUTBOX = "outbox"


class Wall:
    """The clock on the wall and the one that only ever grows."""

    def now(self) -> datetime:
        """The moment, in UTC."""
        return datetime.now(UTC)

    def clock(self) -> float:
        """Seconds that only ever grow."""
        return time.monotonic()

    def wait(self, event: threading.Event, seconds: float) -> bool:
        """Wait so long, or until the event; whether the event came."""
        return event.wait(seconds)


def means(session: Session, publication: Publication) -> Means:
    """What mail is posted with; `UsageError` and `WorldError` for settings that are unfit."""
    settings = session.settings
    _rate(session)  # one that is unfit is told before anybody is asked, and by a dry run too
    links = settings.service_url or publication.site_url
    return Means(
        transport=_transport(session),
        links=links if links.endswith("/") else f"{links}/",
        connections=settings.connections,
        names=_name,
        verp=settings.verp,
        sign=_sign(session),
    )


def shared(session: Session, told: Callable[[Setback], None]) -> Shared:
    """The common state of this process's senders, with the limits of the settings.

    `told` hears why there is no connection, and when the next one is tried.
    """
    settings, rate = session.settings, _rate(session)
    return Shared(
        bucket=Bucket(rate, time.monotonic) if rate else None,
        domains=Domains(first=settings.per_domain) if settings.per_domain else None,
        told=told,
    )


@contextmanager
def stoppable(state: Shared) -> Iterator[None]:
    """Let SIGINT, SIGTERM and SIGHUP end a send after the mail in hand, a second one at once."""

    def stop(number: int, frame: FrameType | None) -> None:
        del frame
        if state.stopped.is_set():
            # A sender may wait for a server for minutes. What it has in flight is found as after
            # any death of a process: sent again and flagged, or unknown.
            signal.signal(number, signal.SIG_DFL)
            signal.raise_signal(number)
        state.halt(Why.ASKED)

    # Who was started to outlive its terminal ignores that this is gone.
    outlives = signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    numbers = [signal.SIGINT, signal.SIGTERM, *([] if outlives else [signal.SIGHUP])]
    before = {number: signal.signal(number, stop) for number in numbers}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def _rate(session: Session) -> Rate | None:
    """The most mails in any time; nothing where a rate was to be said is none at all."""
    text = session.settings.rate
    return None if text is None else Rate.parse(text)


def _transport(session: Session) -> Transport:
    settings = session.settings
    named = settings.transport
    # Said and empty is a slip, such as a variable that is not set: nothing may count as sent.
    chosen = f"maildir:{OUTBOX}" if named is None else named
    password = secret("smtp_password")
    if password is not None:
        hidden: SecretStr | None = SecretStr(password)
    else:
        file = settings.smtp_password_file
        hidden = secret_from(file) if file else None
    base = Path.cwd() if named else session.output.absolute()
    return transport(chosen, base=base, clock=time.monotonic, secret=hidden)


def _sign(session: Session) -> Sign | None:
    settings = session.settings
    parts = (settings.dkim_domain, settings.dkim_selector, settings.dkim_key_file)
    domain, selector, path = parts
    if domain and selector and path:
        return Signer.of(domain, selector, secret_from(path)).sign
    if any(parts):
        message = "to sign mail takes dkim_domain, dkim_selector and dkim_key_file"
        raise UsageError(Problem(code="U013", message=message, hint="set all three, or none"))
    return None


def _name() -> str:
    return f"{os.getpid()}-{secrets.token_hex(6)}"
