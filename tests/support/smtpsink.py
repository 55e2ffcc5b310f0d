"""A mail server that does as it is told: it takes mails, or fails at exactly one step."""

import re
import socket
import ssl
import struct
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import NamedTuple, Self

#: The steps that belong to a connection; all others belong to a mail.
OF_CONNECTION = {"BANNER", "EHLO", "HELO", "STARTTLS", "AUTH", "RSET", "QUIT"}

REPLIES = {
    "BANNER": b"220 sink ready\r\n",
    "STARTTLS": b"220 2.0.0 go on\r\n",
    "AUTH": b"235 2.7.0 welcome\r\n",
    "HELO": b"250 sink\r\n",
    "MAIL": b"250 2.1.0 ok\r\n",
    "RCPT": b"250 2.1.5 ok\r\n",
    "DATA": b"354 go on\r\n",
    "RSET": b"250 2.0.0 ok\r\n",
    "QUIT": b"221 2.0.0 bye\r\n",
}

_ID = re.compile(rb"(?mi)^message-id: *<([^@>]*)")


class Fault(NamedTuple):
    """What happens at a step: `say` instead of the usual (nothing when empty), and `then`.

    `then` is "go on", "close", "reset" (the connection, hard), "hang", or "late" (half a second,
    then the usual); `takes` says that the
    mail counts as taken nevertheless. At BODY the fault comes after the first line of the mail,
    at AFTER it comes behind the reply to a mail that was taken.
    """

    step: str
    say: bytes = b""
    then: str = "go on"
    takes: bool = False


class Taken(NamedTuple):
    """A mail as it arrived: its dots are as they were, its lines end in CRLF."""

    sender: str
    recipient: str
    content: bytes

    @property
    def name(self) -> str:
        """The left half of its Message-ID."""
        found = _ID.search(self.content)
        return found[1].decode() if found else ""


class _EndError(Exception):
    """The connection is over."""


class Sink:
    """A server on loopback; `faults` maps the number of a mail or connection to its faults.

    Mails are counted by their MAIL commands over all connections, both from 1.
    """

    def __init__(
        self,
        faults: Mapping[int, Iterable[Fault]] | None = None,
        *,
        extensions: Iterable[str] = ("PIPELINING",),
        tls: ssl.SSLContext | None = None,
    ) -> None:
        self.taken: list[Taken] = []
        self.commands: list[str] = []
        self.connections = 0
        self.mails = 0
        self.faults = {number: tuple(some) for number, some in (faults or {}).items()}
        self.extensions = tuple(extensions)
        self.tls = tls
        self._over = threading.Event()
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._open: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self._listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 65536)
        self.port = int(self._listener.getsockname()[1])

    def __enter__(self) -> Self:
        self._start(self._accept)
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(10)
            assert not thread.is_alive()

    @property
    def names(self) -> list[str]:
        """The Message-IDs of what was taken, in order."""
        return [one.name for one in self.taken]

    def _start(self, work: object, *arguments: object) -> None:
        thread = threading.Thread(target=work, args=arguments, daemon=True)  # type: ignore[arg-type]  # any function
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while not self._over.is_set():
            try:
                one, _ = self._listener.accept()
            except OSError:
                return
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._open.append(one)
            self.connections += 1
            self._start(_Talk(self, one, self.connections).run)

    def wait(self, seconds: float = 30) -> None:
        """Hang until the sink is closed, so long at most."""
        self._over.wait(seconds)

    def take(self, mail: Taken) -> None:
        """Note the mail, before anybody hears of it."""
        with self._lock:
            self.taken.append(mail)

    def next_mail(self) -> int:
        """The number of the mail that begins now."""
        with self._lock:
            self.mails += 1
            return self.mails


class _Talk:
    """One connection."""

    def __init__(self, sink: Sink, one: socket.socket, number: int) -> None:
        self.sink = sink
        self.socket = one
        self.file = one.makefile("rb")
        self.number = number
        self.mail = 0
        self.sender = self.recipient = ""

    def run(self) -> None:
        with suppress(OSError, _EndError):
            self.say("BANNER")
            while line := self.file.readline(4096):
                self.command(line)
        self.file.close()
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)
        self.socket.close()

    def command(self, line: bytes) -> None:
        self.sink.commands.append(line.decode("utf-8", "replace").rstrip("\r\n"))
        verb = line.split()[0].decode("latin-1").upper() if line.split() else ""
        argument = (line.partition(b"<")[2].partition(b">")[0]).decode("utf-8", "replace")
        if verb == "MAIL":
            self.mail, self.sender, self.recipient = self.sink.next_mail(), argument, ""
        if verb == "RCPT":
            self.recipient = argument
        if verb == "EHLO":
            self.say("EHLO", self.greeting())
        elif verb == "DATA":
            self.data()
        elif verb in REPLIES:
            self.say(verb)
            self.after(verb)
        else:
            self.socket.sendall(b"500 5.5.2 what?\r\n")

    def after(self, verb: str) -> None:
        if verb == "QUIT":
            raise _EndError
        if verb == "STARTTLS" and self.sink.tls:
            self.socket = self.sink.tls.wrap_socket(self.socket, server_side=True)
            self.file = self.socket.makefile("rb")

    def greeting(self) -> bytes:
        lines = ["sink", *self.sink.extensions]
        if self.sink.tls and not isinstance(self.socket, ssl.SSLSocket):
            lines.append("STARTTLS")
        marks = ["-"] * (len(lines) - 1) + [" "]
        return "".join(f"250{m}{t}\r\n" for m, t in zip(marks, lines, strict=True)).encode()

    def data(self) -> None:
        if not self.recipient and not self.fault("DATA"):
            self.socket.sendall(b"554 5.5.1 no valid recipients\r\n")
            return
        if not self.say("DATA").startswith(b"354"):
            return
        mail = Taken(self.sender, self.recipient, self.content())
        if not self.recipient:
            self.socket.sendall(b"554 5.5.1 no valid recipients\r\n")
            return
        fault = self.fault("DOT")
        if fault is None or fault.takes:
            self.sink.take(mail)
        # Both replies are there at once: nobody has time to go on in between.
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 1)
        self.say("DOT", f"250 2.0.0 taken {mail.name}\r\n".encode())
        if self.fault("AFTER"):
            self.say("AFTER")
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_CORK, 0)

    def content(self) -> bytes:
        lines: list[bytes] = []
        while (line := self.file.readline(1 << 20)) != b".\r\n":
            if not line:
                raise _EndError
            lines.append(line.removeprefix(b"."))
            if len(lines) == 1 and self.fault("BODY"):
                self.say("BODY")
        return b"".join(lines)

    def fault(self, step: str) -> Fault | None:
        """The fault of this step, for this mail or connection."""
        number = self.number if step in OF_CONNECTION else self.mail
        faults = self.sink.faults.get(number, ())
        return next((one for one in faults if one.step == step), None)

    def say(self, step: str, usual: bytes = b"") -> bytes:
        """Say what is usual at the step, or do as its fault tells; what was said."""
        fault = self.fault(step)
        if fault is None:
            said = usual or REPLIES[step]
            if step == "RCPT" and not self.sender:
                said, self.recipient = b"503 5.5.1 whose mail?\r\n", ""
            self.socket.sendall(said)
            return said
        if fault.say:
            self.socket.sendall(fault.say)
        if step == "RCPT" and not fault.say.startswith(b"2"):
            self.recipient = ""
        if step == "MAIL" and not fault.say.startswith(b"2"):
            self.sender = ""
        if fault.then == "late":
            self.sink.wait(0.5)
            self.socket.sendall(usual)
            return usual
        if fault.then == "hang":
            self.sink.wait()
        if fault.then == "reset":
            self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.socket.close()
        if fault.then != "go on":
            raise _EndError
        return fault.say
