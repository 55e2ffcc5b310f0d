"""A mail that was posted, held against the file of the bundle it was made of."""

import hashlib
import html
import mailbox
from collections.abc import Mapping
from pathlib import Path

from digest.edition.reader import Sample
from digest.render.placeholders import parts


def html_of(outbox: Path) -> bytes:
    """The decoded HTML part of the only mail in a Maildir, its lines ended as in the bundle."""
    (mail,) = mailbox.Maildir(outbox, create=False)
    (part,) = (one for one in mail.walk() if one.get_content_type() == "text/html")
    body = part.get_payload(decode=True)
    assert isinstance(body, bytes)
    return body.replace(b"\r\n", b"\n")


def restored(mail: bytes, values: Mapping[Sample, str], file: bytes) -> bytes:
    """The mail with each sample back in the place where the file has it.

    Everything between stays as the mail has it; a value that does not stand there fails.
    """
    text, made, at = mail.decode(), [], 0
    for part in parts(file.decode()):
        said = html.escape(values[part]) if isinstance(part, Sample) else part
        here = text[at : at + len(said)]
        assert here == said or not isinstance(part, Sample)
        made.append(str(part.value) if isinstance(part, Sample) else here)
        at += len(said)
    return "".join([*made, text[at:]]).encode()


def sha256(content: bytes) -> str:
    """The hash of it, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()
