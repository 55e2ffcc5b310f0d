"""What came back: delivery reports (RFC 3464) in a Maildir or an mbox, as values."""

import mailbox
import re
from collections.abc import Iterable, Iterator
from email.message import Message
from email.parser import BytesParser, HeaderParser
from email.policy import compat32
from enum import StrEnum
from pathlib import Path

from pydantic import Field

from digest.content import mailboxes
from digest.delivery.statuses import is_dead
from digest.problems import Problem, WorldError
from digest.values import Frozen

#: Of a larger mail, in bytes, only the beginning is read; reports come first.
LARGEST = 2_000_000

_PARSER = BytesParser(policy=compat32)
_HEADER = HeaderParser(policy=compat32)
_REPORTS = {"message/delivery-status", "message/global-delivery-status"}
_ORIGINALS = {
    "message/rfc822",
    "message/global",
    "message/global-headers",
    "text/rfc822-headers",
}
_RETURNED_TO = ("Delivered-To", "X-Original-To", "Envelope-To", "To")

_STATUS = re.compile(r"\b([245]\.\d{1,3}\.\d{1,3})\b")
_IDENTIFIER = re.compile(r"<([!-;=?A-~]+)@([A-Za-z0-9.-]+)>")
_VERP = re.compile(r"\+([A-Za-z0-9._-]{8,64})@")


class Kind(StrEnum):
    """What a report says of a mail.

    `hard`: the mailbox is dead. `soft`: the mail failed, the mailbox may live. `delayed`: the
    server still tries. `delivered`: it arrived, or went on to a system that sends no reports.
    """

    HARD = "hard"
    SOFT = "soft"
    DELAYED = "delayed"
    DELIVERED = "delivered"


class Bounce(Frozen):
    """One report about one mail.

    `mark` is the left half of the mail's Message-ID, out of the address the report came to or
    else the mail it returns; it cannot be guessed, so only by it may a report be believed.
    `recipient` is the mailbox in its one spelling; it stays out of representations.
    """

    mark: str | None
    recipient: str | None = Field(default=None, repr=False)
    status: str
    kind: Kind


class Read(Frozen):
    """A mail that was looked at: the reports in it, or why there is none."""

    name: str
    bounces: tuple[Bounce, ...] = ()
    why_not: str = ""


def verp(sender: str, mark: str) -> str:
    """The sender's address for one mail, so that whatever comes back tells which it was."""
    local, _, host = sender.rpartition("@")
    return f"{local}+{mark}@{host}"


def read(path: Path) -> Iterator[Read]:
    """Every mail in a Maildir or mbox, in order; nothing is changed there.

    Raises `WorldError` (D118) when there is neither or it cannot be read.
    """
    try:
        for name, content in _mails(path):
            yield looked_at(name, content)
    except (OSError, mailbox.Error) as error:
        said = getattr(error, "strerror", None) or "it is neither a Maildir nor an mbox"
        raise WorldError(_unreadable(path, said)) from error


def _mails(path: Path) -> Iterator[tuple[str, bytes]]:
    if path.is_dir():
        yield from _in_folder(path)
    elif path.exists() and not path.is_file():
        raise WorldError(_unreadable(path, "it is no regular file"))
    else:
        yield from _in_file(path)


def _in_folder(path: Path) -> Iterator[tuple[str, bytes]]:
    folders = [path / name for name in ("new", "cur")]
    if not all(folder.is_dir() for folder in folders):
        raise WorldError(_unreadable(path, "the folder is no Maildir"))
    for folder in folders:
        for file in sorted(folder.iterdir()):
            if not file.name.startswith(".") and file.is_file():
                with file.open("rb") as opened:
                    yield file.name, opened.read(LARGEST)


def _in_file(path: Path) -> Iterator[tuple[str, bytes]]:
    with path.open("rb") as file:
        if file.read(5) not in {b"From ", b""}:
            raise WorldError(_unreadable(path, "the file is no mbox"))
    box = mailbox.mbox(path, create=False)
    try:
        for key in box.iterkeys():
            with box.get_file(key) as file:
                yield str(key), file.read(LARGEST)
    finally:
        box.close()


def looked_at(name: str, content: bytes) -> Read:
    """The reports in one mail of that name, or why there is none; any bytes will do."""
    try:
        mail = _PARSER.parsebytes(content)
        parts = list(mail.walk())
        reports = [part for part in parts if part.get_content_type() in _REPORTS]
        if not reports:
            return Read(name=name, why_not="it is no delivery report")
        mark = _returned_to(mail) or _original(parts)
        found = tuple(_bounces(reports, mark))
    except (RecursionError, ValueError, LookupError, TypeError, AttributeError):
        # Mails are made by anybody: whatever the parser stumbles over is no report.
        return Read(name=name, why_not="it cannot be read")
    return Read(name=name, bounces=found, why_not="" if found else "its report says nothing")


def _bounces(reports: Iterable[Message], mark: str | None) -> Iterator[Bounce]:
    for report in reports:
        for group in _groups(report):
            recipient = group.get("Original-Recipient") or group.get("Final-Recipient")
            action = str(group.get("Action", "")).split("(")[0].strip().lower()
            if recipient is None or not action:
                continue
            status = _status(group)
            yield Bounce(
                mark=mark,
                recipient=_recipient(str(recipient)),
                status=status,
                kind=_kind(action, status),
            )


def _groups(report: Message) -> Iterator[Message]:
    """The groups of fields of a report: one of the mail, then one for each recipient."""
    payload = report.get_payload()
    for one in payload if isinstance(payload, list) else ():
        if isinstance(one, Message):
            yield one
            rest = one.get_payload()
            blocks = re.split(r"\r?\n\r?\n", rest) if isinstance(rest, str) else ()
            yield from map(_HEADER.parsestr, filter(None, map(str.strip, blocks)))


def _kind(action: str, status: str) -> Kind:
    if action == "failed":
        return Kind.HARD if is_dead(status) else Kind.SOFT
    return Kind.DELAYED if action == "delayed" else Kind.DELIVERED


def _status(group: Message) -> str:
    """The most exact status: that of the remote server where the report's own says nothing."""
    own = _STATUS.search(str(group.get("Status", "")))
    remote = _STATUS.search(str(group.get("Diagnostic-Code", "")))
    if own and not (remote and own[1].endswith(".0.0")):
        return own[1]
    return remote[1] if remote else "5.0.0"


def _recipient(text: str) -> str | None:
    """The mailbox in `rfc822; reader@example.org`, None when it is none."""
    address = text.partition(";")[2].strip().strip("<>")
    return None if mailboxes.complaint(address) else mailboxes.mailbox(address)


def _returned_to(mail: Message) -> str | None:
    """The mark in the address the report came to."""
    values = [str(one) for name in _RETURNED_TO for one in mail.get_all(name, [])]
    return next((found[1] for found in map(_VERP.search, values) if found), None)


def _original(parts: Iterable[Message]) -> str | None:
    """The left half of the Message-ID of the mail that is returned, or of its head."""
    for part in parts:
        if part.get_content_type() in _ORIGINALS:
            payload = part.get_payload()
            held = payload[0] if isinstance(payload, list) and payload else None
            head = held if isinstance(held, Message) else _HEADER.parsestr(str(payload).lstrip())
            if found := _IDENTIFIER.search(str(head.get("Message-ID", ""))):
                return found[1]
    return None


def _unreadable(path: Path, why: str) -> Problem:
    message = f"reports cannot be read from {path}: {why}"
    hint = "name a Maildir (with new and cur) or an mbox file"
    return Problem(code="D118", message=message, hint=hint)
