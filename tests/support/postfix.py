"""A Postfix of our own: on a loopback port, for one domain, delivering into a folder."""

import os
import pwd
import shutil
import smtplib
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

DOMAIN = "example.org"

#: How long the mail server may take to start, and a mail to arrive, in seconds.
PATIENCE = 20.0

_MAIN = """
compatibility_level = 3.6
queue_directory = {home}/queue
data_directory = {home}/data
mail_owner = postfix
maillog_file_prefixes = {home}
maillog_file = {home}/log
myhostname = mail.{domain}
mydestination =
inet_protocols = ipv4
mynetworks = 127.0.0.1/32
smtpd_relay_restrictions = reject_unauth_destination
{tls}
smtputf8_enable = no
alias_maps =
local_recipient_maps =
virtual_mailbox_domains = {domain}
virtual_mailbox_base = {home}/mail
virtual_mailbox_maps = static:inbox/
virtual_minimum_uid = 1
virtual_uid_maps = static:{uid}
virtual_gid_maps = static:{gid}
"""

_NO_TLS = "smtpd_tls_security_level = none"

_TLS = """smtpd_tls_security_level = encrypt
smtpd_tls_chain_files = {certificate}
smtpd_tls_loglevel = 0"""

_MASTER = """
127.0.0.1:{port} inet n - n - - smtpd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
discard unix - - n - - discard
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
proxymap unix - - n - - proxymap
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
"""


class Postfix:
    """A running mail server and the folder it delivers into."""

    def __init__(self, home: Path, port: int) -> None:
        self.home = home
        self.port = port

    def post(self, mail: bytes, to: str) -> None:
        """Hand a mail to the server as a program would, byte for byte."""
        with smtplib.SMTP("127.0.0.1", self.port, timeout=PATIENCE) as server:
            server.sendmail(f"bounces@{DOMAIN}", [to], mail)

    def received(self) -> bytes:
        """The one mail that was delivered, with CRLF, without what servers put in front."""
        inbox = self.home / "mail" / "inbox" / "new"
        _until(lambda: inbox.is_dir() and any(inbox.iterdir()))
        (file,) = inbox.iterdir()
        return _without_traces(file.read_bytes())

    def all_received(self, count: int) -> list[bytes]:
        """So many mails as they were delivered, in any order, as `received` gives one."""
        inbox = self.home / "mail" / "inbox" / "new"
        _until(lambda: inbox.is_dir() and sum(1 for _ in inbox.iterdir()) >= count)
        return [_without_traces(file.read_bytes()) for file in inbox.iterdir()]


def _without_traces(raw: bytes) -> bytes:
    lines = raw.split(b"\n")
    traces = (b"Return-Path:", b"X-Original-To:", b"Delivered-To:", b"Received:", b"\t", b" ")
    first = next(at for at, line in enumerate(lines) if not line.startswith(traces))
    return b"\r\n".join(lines[first:])


@contextmanager
def postfix(certificate: Path | None = None) -> Iterator[Postfix]:
    """A mail server that stands while the context does; only root can start one.

    With a `certificate` (and its key, one file of PEM) it takes mail by STARTTLS alone.
    """
    home = Path(tempfile.mkdtemp(prefix="postfix-"))
    home.chmod(0o755)
    owner = pwd.getpwnam("postfix")
    port = _free_port()
    values: dict[str, object] = {"home": home, "port": port, "domain": DOMAIN}
    values["tls"] = _TLS.format(certificate=certificate) if certificate else _NO_TLS
    values |= {"uid": owner.pw_uid, "gid": owner.pw_gid}
    for name in ("conf", "queue", "data", "mail"):
        (home / name).mkdir()
    for name in ("data", "mail"):
        os.chown(home / name, owner.pw_uid, owner.pw_gid)
    (home / "conf" / "main.cf").write_text(_MAIN.format(**values))
    (home / "conf" / "master.cf").write_text(_MASTER.format(**values))
    command = ["postfix", "-c", str(home / "conf")]
    subprocess.run([*command, "start"], check=True, capture_output=True)
    try:
        _until(lambda: _listens(port))
        yield Postfix(home, port)
    finally:
        subprocess.run([*command, "stop"], check=False, capture_output=True)
        shutil.rmtree(home, ignore_errors=True)


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return int(one.getsockname()[1])


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
        return True
    return False


def _until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "the mail server takes too long"
        time.sleep(0.05)
