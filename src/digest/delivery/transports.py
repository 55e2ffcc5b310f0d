"""Where mails are posted: from the address of a transport to the transport itself."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from pydantic import SecretStr

from digest.delivery.clock import Clock
from digest.delivery.maildir import MaildirTransport
from digest.delivery.outcomes import Envelope, Outcome
from digest.delivery.smtp.server import Server, Timeouts, is_loopback
from digest.delivery.smtp.transport import SmtpTransport
from digest.problems import Problem, UsageError

#: Where mail programs hand in mail: with STARTTLS, and within TLS.
SUBMISSION, SUBMISSIONS = 587, 465

_HOST = re.compile(r"[A-Za-z0-9:]([A-Za-z0-9.:-]*[A-Za-z0-9:])?")
_HELO = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?|\[[A-Fa-f0-9.:IPv]+\]")
_CONTROL = re.compile(r"[\x00-\x20\x7f]")


class Session(Protocol):
    """Mails to one place, one after another, from one thread."""

    def post(
        self, envelope: Envelope, content: bytes, heard: Callable[[], None] | None = None
    ) -> Outcome:
        """Post one mail, CRLF and not dot-stuffed; what became of it, never an exception.

        `heard` is called when the other side has answered for the first time, if it ever does.
        """
        ...

    def close(self) -> None:
        """Let go; whatever goes wrong now changes nothing."""
        ...


class Transport(Protocol):
    """A way to post mails, which any number of threads may open sessions of."""

    @property
    def name(self) -> str:
        """What people call it; no user and no secret."""
        ...

    def open(self) -> Session | Outcome:
        """A session, or the outcome that says why there is none."""
        ...


def transport(
    url: str,
    *,
    base: Path,
    clock: Clock,
    secret: SecretStr | None = None,
    timeouts: Timeouts | None = None,
) -> Transport:
    """The transport at the address: `maildir:PATH`, `smtp://` or `smtps://[USER@]HOST[:PORT]`.

    Relative paths start at `base`. Options of the latter two: `tls=required` (the default but on
    loopback) or `tls=never`, `ca=FILE`, `helo=NAME`. Raises `UsageError`: D111 for a scheme
    nobody knows, D112 for an address that lacks something, D113 for a secret in it or none for
    its user, D114 for certificates that cannot be read.
    """
    scheme, colon, rest = url.partition(":")
    if scheme == "maildir" and colon:
        return _maildir(rest, base)
    if scheme not in {"smtp", "smtps"} or not rest.startswith("//"):
        hint = "it is maildir:PATH, smtp://HOST:PORT or smtps://HOST:PORT"
        raise _unusable("D111", "this is no transport that is known", hint)
    server = _server(url, base, secret)
    return SmtpTransport(server, timeouts or Timeouts(), clock)


def _maildir(path: str, base: Path) -> MaildirTransport:
    if not path or "\0" in path:
        raise _unusable("D112", "the transport names no folder", "write maildir:PATH")
    return MaildirTransport(base / path)


def _server(url: str, base: Path, secret: SecretStr | None) -> Server:
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        raise _broken("it is no address") from None
    for complaint in _complaints(url, parts):
        raise _broken(complaint)
    host = parts.hostname or ""
    implicit = parts.scheme == "smtps"
    options = _options(parts, implicit=implicit)
    user = unquote(parts.username) if parts.username else None
    _check_login(parts, user, secret)
    return Server(
        host=host,
        port=port if port is not None else (SUBMISSIONS if implicit else SUBMISSION),
        implicit=implicit,
        tls=options.get("tls", "never" if is_loopback(host) else "required") == "required",
        user=user,
        secret=secret if user else None,
        ca=base / options["ca"] if "ca" in options else None,
        helo=options.get("helo"),
    )


def _complaints(url: str, parts: SplitResult) -> Iterator[str]:
    if _CONTROL.search(url):
        yield "it holds a space or a control character"
    if not _HOST.fullmatch(parts.hostname or ""):
        yield "it names no host"
    if parts.port == 0:
        yield "its port is none"
    if parts.path not in {"", "/"} or parts.fragment:
        yield "nothing but options stands behind the host"


def _options(parts: SplitResult, *, implicit: bool) -> dict[str, str]:
    """The options behind the question mark, each known, once, and of a value it takes."""
    given = parse_qsl(parts.query, keep_blank_values=True)
    for name, value in given:
        fits = _OPTIONS.get(name)
        if fits is None:
            raise _broken(f"it has no option {name}")
        if not fits(value):
            raise _broken(f"its option {name} does not take that value")
    if len({name for name, _ in given}) < len(given):
        raise _broken("an option stands twice")
    options = dict(given)
    if implicit and options.get("tls") == "never":
        raise _broken("smtps is nothing but TLS")
    return options


_OPTIONS: dict[str, Callable[[str], bool]] = {
    "tls": lambda value: value in {"required", "never"},
    "ca": lambda value: bool(value) and "\0" not in value,
    "helo": lambda value: bool(_HELO.fullmatch(value)),
}


def _check_login(parts: SplitResult, user: str | None, secret: SecretStr | None) -> None:
    if parts.password is not None:
        message = "the transport's address holds a secret, which logs and process lists would show"
        hint = "leave it out, and give it in DIGEST_SMTP_PASSWORD or a file"
        raise _unusable("D113", message, hint)
    if user is not None and (secret is None or _CONTROL.search(user) or not user):
        message = "the transport's user has no secret to log in with"
        hint = "give it in DIGEST_SMTP_PASSWORD or a file"
        raise _unusable("D113", message, hint)


def _broken(why: str) -> UsageError:
    hint = "write smtp://HOST:PORT or smtps://HOST:PORT, options behind a question mark"
    return _unusable("D112", f"the transport's address cannot be used: {why}", hint)


def _unusable(code: str, message: str, hint: str) -> UsageError:
    return UsageError(Problem(code=code, message=message, hint=hint))
