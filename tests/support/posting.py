"""A send in its smallest form: mails one by one, as their outcomes ask, on real connections."""

import time
from collections.abc import Sequence
from pathlib import Path

from pydantic import SecretStr

from digest.delivery.outcomes import Connection, Envelope, Outcome
from digest.delivery.smtp.server import Timeouts
from digest.delivery.smtp.session import SmtpSession
from digest.delivery.transports import Session, Transport, transport

SENDER = "bounces@digest.example.org"

#: Far more than loopback needs; only silence is measured with less.
PATIENT = Timeouts(connect=20, reply=20, final=20)


def mail(name: str, body: str = "words") -> bytes:
    """A small mail with that Message-ID."""
    head = f"Message-ID: <{name}@digest.example.org>\r\nSubject: x\r\n\r\n"
    return f"{head}{body}\r\n".encode()


def to(recipient: str = "reader@example.org") -> Envelope:
    """An envelope to that mailbox."""
    return Envelope(sender=SENDER, recipient=recipient)


def smtp(
    port: int,
    options: str = "",
    *,
    login: tuple[str, str] | None = None,
    host: str = "127.0.0.1",
    scheme: str = "smtp",
    timeouts: Timeouts = PATIENT,
) -> Transport:
    """The transport to a server on loopback."""
    at = f"{login[0]}@" if login else ""
    return transport(
        f"{scheme}://{at}{host}:{port}{options}",
        base=Path(),
        clock=time.monotonic,
        secret=SecretStr(login[1]) if login else None,
        timeouts=timeouts,
    )


def opened(way: Transport) -> SmtpSession:
    """A session that must come about."""
    session = way.open()
    assert isinstance(session, SmtpSession), session
    return session


def refused(way: Transport) -> Outcome:
    """Why no session comes about."""
    found = way.open()
    assert isinstance(found, Outcome)
    return found


def send(
    way: Transport, mails: Sequence[bytes], *, anew: frozenset[int] = frozenset()
) -> list[list[Outcome]]:
    """The outcomes of each mail's attempts; before the numbers in `anew` a session begins.

    Mails whose connection was lost before they were handed over are posted again, once.
    """
    told: list[list[Outcome]] = []
    session: Session | None = None
    for number, content in enumerate(mails, 1):
        if session and number in anew:
            session.close()
            session = None
        outcomes: list[Outcome] = []
        while len(outcomes) < 2:
            opening = session or way.open()
            if isinstance(opening, Outcome):
                outcomes.append(opening)
                continue
            session = opening
            outcomes.append(session.post(to(), content))
            if outcomes[-1].connection is Connection.DROP:
                session.close()
                session = None
            if not outcomes[-1].at_once:
                break
        told.append(outcomes)
    if session:
        session.close()
    return told
