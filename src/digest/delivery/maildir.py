"""The transport into a folder: a Maildir, where every mail is a file that is there or is not."""

import errno
import hashlib
import os
import re
from collections.abc import Callable, Iterator
from email.parser import BytesHeaderParser
from email.policy import compat32
from pathlib import Path

from digest.delivery.outcomes import Connection, Envelope, Outcome, Pace, Phase, Row

#: Why a mail is not written once more.
THERE = "it was there already"

_PLAIN = re.compile(r"<([A-Za-z0-9][A-Za-z0-9._-]{0,100})@[A-Za-z0-9.-]+>")
_HEAD = BytesHeaderParser(policy=compat32)


class MaildirSession:
    """Writes mails into `new`, each durable before it is called sent.

    `moved` are the names of mails that a mail program has moved on to `cur`.
    """

    def __init__(self, folder: Path, moved: frozenset[str]) -> None:
        self._folder = folder
        self._moved = moved

    def post(
        self, envelope: Envelope, content: bytes, heard: Callable[[], None] | None = None
    ) -> Outcome:
        """Put the mail there, byte for byte; its name comes from its Message-ID.

        A mail that is there already is not written again; another one of that name stops the
        send. `envelope` is not kept: the mail itself names its reader. A folder answers nothing.
        """
        del envelope, heard
        name = name_of(content)
        try:
            return self._put(name, content)
        except OSError as error:
            return _stopped(Phase.BODY, f"the mail cannot be written: {_why(error)}")

    def close(self) -> None:
        """Nothing is open between mails."""

    def _put(self, name: str, content: bytes) -> Outcome:
        if name in self._moved:
            return _sent(THERE)
        fresh, target = self._folder / "tmp" / name, self._folder / "new" / name
        fresh.unlink(missing_ok=True)
        try:
            _write(fresh, content)
            os.link(fresh, target)
        except FileExistsError:
            if target.read_bytes() != content:
                return _stopped(Phase.BODY, "another mail with this Message-ID is there already")
            return _sent(THERE)
        finally:
            fresh.unlink(missing_ok=True)
        _sync(target.parent)
        return _sent("")


class MaildirTransport:
    """A Maildir at a path; it is made where it is missing, for its owner alone."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @property
    def name(self) -> str:
        """The folder as people name it."""
        return f"maildir:{self._folder}"

    def open(self) -> MaildirSession | Outcome:
        """A session, or the outcome that says why the folder cannot be written to."""
        try:
            for part in ("tmp", "new", "cur"):
                (self._folder / part).mkdir(mode=0o700, parents=True, exist_ok=True)
            moved = frozenset(_names(self._folder / "cur"))
        except OSError as error:
            return _stopped(Phase.CONNECT, f"the folder cannot be used: {_why(error)}")
        return MaildirSession(self._folder, moved)


def name_of(content: bytes) -> str:
    """The file's name: the left half of the Message-ID, or a hash where that is no plain name.

    A mail without one is named by its content.
    """
    head = content.partition(b"\r\n\r\n")[0]
    identifier = str(_HEAD.parsebytes(head).get("Message-ID", "")).strip()
    if found := _PLAIN.fullmatch(identifier):
        return found[1]
    return hashlib.sha256(identifier.encode() if identifier else content).hexdigest()


def _names(cur: Path) -> Iterator[str]:
    """The names of mails in `cur`, without the marks that mail programs put behind them."""
    yield from (path.name.partition(":")[0] for path in cur.iterdir())


def _write(path: Path, content: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC | os.O_NOFOLLOW
    with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _sent(reason: str) -> Outcome:
    return Outcome(row=Row.SENT, connection=Connection.KEEP, phase=Phase.DOT, reason=reason)


def _stopped(phase: Phase, reason: str) -> Outcome:
    return Outcome(
        row=Row.UNTRIED,
        connection=Connection.DROP,
        send=Pace.PAUSE,
        phase=phase,
        reason=reason,
    )


def _why(error: OSError) -> str:
    return error.strerror or errno.errorcode.get(error.errno or 0, "unknown reason")
