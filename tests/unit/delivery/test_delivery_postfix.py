"""A real mail server takes hundreds of mails and hands each back as it was."""

import re
from pathlib import Path

import dkim  # type: ignore[import-untyped]  # it says nothing of its types
import pytest
from cryptography.hazmat.primitives.asymmetric import ed25519

from digest.delivery.dkim import Signer
from digest.delivery.outcomes import Row
from support.certificates import Authority
from support.letters import READER, letter, real
from support.postfix import DOMAIN, postfix
from support.posting import opened, smtp, to

READERS = 500


@pytest.mark.full
def test_postfix_takes_five_hundred_mails_within_tls_and_keeps_their_signatures(
    tmp_path: Path,
) -> None:
    signer = Signer("coast.example.org", "desk", ed25519.Ed25519PrivateKey.generate())
    name, record = signer.record()
    posted = {number: _mail(signer, number) for number in range(READERS)}
    authority = Authority(tmp_path)
    with postfix(authority.certificate("127.0.0.1")) as server:
        session = opened(smtp(server.port, f"?tls=required&ca={authority.file}"))
        rows = [session.post(to(f"r{n}@{DOMAIN}"), mail).row for n, mail in posted.items()]
        session.close()
        received = server.all_received(READERS)

    assert rows == [Row.SENT] * READERS
    assert sorted(received) == sorted(posted.values())
    assert all(dkim.verify(mail, dnsfunc=_dns(name, record)) for mail in received[:50])


@pytest.mark.full
def test_postfix_refuses_another_domain_and_takes_the_next_mail(tmp_path: Path) -> None:
    authority = Authority(tmp_path)
    mail = letter(real()).to(READER, "<d1.0@coast.example.org>")
    with postfix(authority.certificate("127.0.0.1")) as server:
        session = opened(smtp(server.port, f"?tls=required&ca={authority.file}"))
        first = session.post(to("reader@elsewhere.example"), mail)
        second = session.post(to(f"reader@{DOMAIN}"), mail)
        session.close()
        received = server.received()

    assert (first.row, first.code, first.enhanced) == (Row.FAILED, 554, "5.7.1")
    assert (first.policy, first.suppress) == (True, False)
    assert re.fullmatch(r"554 5\.7\.1 <address>: Relay access denied", first.reply)
    assert (second.row, received) == (Row.SENT, mail)


def _mail(signer: Signer, number: int) -> bytes:
    names = ["Ada", "Grace Hopper, Dr.", "Юрий", ". dot", "=?", "Ö" * 60, ""]
    reader = READER._replace(address=f"r{number}@{DOMAIN}", name=names[number % len(names)])
    return signer.sign(letter(real()).to(reader, f"<d1.{number:040x}@coast.example.org>"))


def _dns(name: str, record: str) -> object:
    return lambda asked, **_: record.encode() if asked == f"{name}.".encode() else None
