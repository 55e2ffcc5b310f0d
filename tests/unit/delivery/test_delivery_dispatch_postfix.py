"""A whole send through a real mail server: everybody's mail arrives once, whole and signed."""

from pathlib import Path

import dkim  # type: ignore[import-untyped]  # it says nothing of its types
import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519, rsa

from digest.delivery.dkim import Signer
from digest.delivery.states import RunState, State
from support.certificates import Authority
from support.dispatching import Desk
from support.ledgers import a_recipient
from support.postfix import DOMAIN, postfix
from support.posting import smtp

READERS = 500
NAMES = ["Ada", "Grace Hopper, Dr.", "Юрий", ". dot", "=?", "Ö" * 60, ""]

SIGNERS = (
    Signer("coast.example.org", "young", ed25519.Ed25519PrivateKey.generate()),
    Signer("coast.example.org", "old", rsa.generate_private_key(65537, 2048)),
)
RECORDS = {f"{name}.": text.encode() for name, text in (one.record() for one in SIGNERS)}


@pytest.mark.full
def test_postfix_hands_back_what_a_send_gave_it(desk: Desk, tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    readers = [
        a_recipient(f"r{number}@{DOMAIN}", name=NAMES[number % len(NAMES)])
        for number in range(READERS)
    ]
    posted: list[bytes] = []

    def sign(mail: bytes) -> bytes:
        for signer in SIGNERS:
            mail = signer.sign(mail)
        posted.append(mail)
        return mail

    with postfix(authority.certificate("127.0.0.1")) as server:
        way = smtp(server.port, f"?tls=required&ca={authority.file}")
        found = desk.send(desk.plan(readers), transport=way, connections=4, sign=sign)
        received = server.all_received(READERS)

    assert (found.states, found.run.state) == ({State.SENT: READERS}, RunState.DONE)
    assert sorted(received) == sorted(posted)
    for mail in received[::5]:
        signed = dkim.DKIM(mail)
        assert signed.verify(0, dnsfunc=_record)
        assert signed.verify(1, dnsfunc=_record)


def _record(name: bytes | str, **_: object) -> bytes | None:
    return RECORDS.get(name.decode() if isinstance(name, bytes) else name)
