"""One session with a server: mails one by one, each with one recipient and one outcome."""

import re
from collections.abc import Callable
from contextlib import suppress

from digest.delivery.lines import check_lines, stuffed
from digest.delivery.outcomes import Connection, Envelope, Outcome, Phase
from digest.delivery.smtp import verdicts
from digest.delivery.smtp.replies import MalformedReplyError, Reply
from digest.delivery.smtp.server import Timeouts
from digest.delivery.smtp.wire import LostError, Wire

#: How long a goodbye may take: nothing depends on it.
GOODBYE = 2.0

MALFORMED = "what the server said is no reply"
UNASKED = "the server said something unasked"
DROPPED = "the connection was dropped before"

_MAILBOX = re.compile(
    r"[^\s<>\x00-\x20\x7f-\xa0@\u2028\u2029]+@[^\s<>\x00-\x20\x7f-\xa0@\u2028\u2029]+"
)


class SmtpSession:
    """An open session; `extensions` are the server's, in capitals, with their parameters."""

    def __init__(self, wire: Wire, extensions: dict[str, str], timeouts: Timeouts) -> None:
        self._wire = wire
        self._extensions = extensions
        self._timeouts = timeouts
        self._broken = False

    def post(
        self, envelope: Envelope, content: bytes, heard: Callable[[], None] | None = None
    ) -> Outcome:
        """Post the mail; `content` has CRLF alone and is not dot-stuffed (ValueError otherwise).

        `heard` is called when the server has answered MAIL, whatever it said. After an outcome
        that drops the connection nothing is posted any more: every further mail is lost before
        anything was said.
        """
        if self._broken:
            return verdicts.lost(Phase.MAIL, DROPPED)
        # Until the outcome is known: whoever breaks in must not go on where nobody knows.
        self._broken = True
        found = self._posted(envelope, content, heard or _nothing)
        self._broken = found.connection is Connection.DROP
        return found

    def close(self) -> None:
        """Say goodbye, unless the connection is to be dropped; what goes wrong changes nothing."""
        if not self._broken:
            with suppress(LostError, MalformedReplyError):
                self._wire.write(b"QUIT\r\n", GOODBYE)
                self._wire.reply(GOODBYE)
        self._wire.close()

    def _posted(self, envelope: Envelope, content: bytes, heard: Callable[[], None]) -> Outcome:
        check_lines(content)
        if unfit := self._unfit(envelope, content):
            return unfit
        if not self._wire.silent:
            return verdicts.lost(Phase.MAIL, UNASKED)
        at = _At(heard)
        found = self._transaction(self._commands(envelope, content), content, at)
        if found.connection is Connection.RESET and not self._reset():
            return found.model_copy(update={"connection": Connection.DROP})
        return found

    def _unfit(self, envelope: Envelope, content: bytes) -> Outcome | None:
        """Why this mail cannot be posted here at all; nothing is said to the server."""
        limit = self._extensions.get("SIZE", "")
        if not _MAILBOX.fullmatch(envelope.sender):
            found = verdicts.closed(Phase.MAIL, "the sender's address is unfit", stop=True)
            return found.model_copy(update={"connection": Connection.KEEP})
        if not _MAILBOX.fullmatch(envelope.recipient):
            return verdicts.unfit("the address is unfit for an envelope", enhanced="5.1.3")
        if _international(envelope) and "SMTPUTF8" not in self._extensions:
            return verdicts.unfit("the address needs SMTPUTF8", enhanced="5.6.7")
        if not content.isascii() and "8BITMIME" not in self._extensions:
            return verdicts.unfit("the mail needs 8BITMIME", enhanced="5.6.3", policy=True)
        if limit.isdecimal() and 0 < int(limit) < len(content):
            return verdicts.unfit(
                "the mail is too large for the server", enhanced=verdicts.TOO_LARGE, policy=True
            )
        return None

    def _commands(self, envelope: Envelope, content: bytes) -> tuple[bytes, bytes, bytes]:
        options = [f"SIZE={len(content)}"] if "SIZE" in self._extensions else []
        options += ["BODY=8BITMIME"] if not content.isascii() else []
        options += ["SMTPUTF8"] if _international(envelope) else []
        mail = " ".join([f"MAIL FROM:<{envelope.sender}>", *options])
        return f"{mail}\r\n".encode(), f"RCPT TO:<{envelope.recipient}>\r\n".encode(), b"DATA\r\n"

    def _transaction(
        self, commands: tuple[bytes, bytes, bytes], content: bytes, at: "_At"
    ) -> Outcome:
        """MAIL, RCPT, DATA, the mail and the dot; `at` is where it stands when it breaks."""
        try:
            turned_down = self._ask(commands, at)
            if turned_down:
                return turned_down
            at.phase = Phase.BODY
            self._wire.write(stuffed(content), self._timeouts.reply)
            if not self._wire.silent:
                return self._interrupted()
            at.phase = Phase.DOT
            self._wire.write(b".\r\n", self._timeouts.reply)
            return self._final(self._wire.reply(self._timeouts.final))
        except LostError as error:
            return verdicts.lost(at.phase, error.reason)
        except MalformedReplyError:
            return verdicts.lost(at.phase, MALFORMED)

    def _ask(self, commands: tuple[bytes, bytes, bytes], at: "_At") -> Outcome | None:
        """Whether the mail may come: all asked at once where the server takes that."""
        if "PIPELINING" in self._extensions:
            self._wire.write(b"".join(commands), self._timeouts.reply)
            return self._answers(at)
        for phase, command in zip(_ASKED, commands, strict=True):
            at.phase = phase
            self._wire.write(command, self._timeouts.reply)
            if outcome := _answer(phase, self._reply(at)):
                return outcome
        return None

    def _answers(self, at: "_At") -> Outcome | None:
        """The replies to what was asked at once, all of them read; the first refusal counts.

        Unless one behind it is the reply to another command: then all may be somebody else's.
        """
        refusals: dict[Phase, Outcome] = {}
        for phase in _ASKED:
            at.phase = next(iter(refusals), phase)
            try:
                reply = self._reply(at)
            except (LostError, MalformedReplyError):
                if not refusals:
                    raise
                return _dropped(refusals)
            found = _answer(phase, reply)
            if found:
                refusals[phase] = found
            if found and found.connection is Connection.DROP:
                return _dropped(refusals)
            if phase is Phase.DATA and refusals and not found:
                return self._take_back(refusals)
        return next(iter(refusals.values()), None)

    def _reply(self, at: "_At") -> Reply:
        reply = self._wire.reply(self._timeouts.reply)
        at.heard()
        at.heard = _nothing
        return reply

    def _take_back(self, refusals: dict[Phase, Outcome]) -> Outcome:
        """The server waits for a mail to nobody (RFC 2920, 3.1): it gets an empty one.

        One that has accepted the reader might deliver that, so its connection is dropped.
        """
        if Phase.RCPT not in refusals:
            return _dropped(refusals)
        try:
            self._wire.write(b".\r\n", self._timeouts.reply)
            self._wire.reply(self._timeouts.final)
        except (LostError, MalformedReplyError):
            return _dropped(refusals)
        return next(iter(refusals.values()))

    def _interrupted(self) -> Outcome:
        """The server spoke before it had the whole mail: whatever it says, it has not taken it."""
        reply = self._wire.reply(self._timeouts.reply)
        if not reply.refused:
            raise MalformedReplyError
        found = verdicts.refused(Phase.BODY, reply)
        return found.model_copy(update={"connection": Connection.DROP})

    def _final(self, reply: Reply) -> Outcome:
        if reply.refused:
            return verdicts.refused(Phase.DOT, reply)
        if not reply.accepted:
            raise MalformedReplyError
        return verdicts.accepted(reply)

    def _reset(self) -> bool:
        try:
            self._wire.write(b"RSET\r\n", self._timeouts.reply)
            return self._wire.reply(self._timeouts.reply).accepted
        except (LostError, MalformedReplyError):
            return False


class _At:
    """Where a transaction stands, and who is told when MAIL was answered."""

    def __init__(self, heard: Callable[[], None]) -> None:
        self.phase = Phase.MAIL
        self.heard = heard


def _nothing() -> None:
    """Nobody asked to be told."""


_ASKED = (Phase.MAIL, Phase.RCPT, Phase.DATA)

GO_AHEAD = 354


def _answer(phase: Phase, reply: Reply) -> Outcome | None:
    """None when the server is content; `MalformedReplyError` for a reply that fits nothing."""
    if reply.refused:
        return verdicts.refused(phase, reply)
    if reply.accepted is (phase is Phase.DATA) or (phase is Phase.DATA and reply.code != GO_AHEAD):
        raise MalformedReplyError
    return None


def _dropped(refusals: dict[Phase, Outcome]) -> Outcome:
    """The first refusal, on a connection that nobody knows the state of."""
    first = next(iter(refusals.values()))
    return first.model_copy(update={"connection": Connection.DROP})


def _international(envelope: Envelope) -> bool:
    return not (envelope.sender + envelope.recipient).isascii()
