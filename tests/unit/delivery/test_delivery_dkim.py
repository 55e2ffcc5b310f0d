import re

import dkim  # type: ignore[import-untyped]  # it says nothing of its types
import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, ed25519, rsa
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from pydantic import SecretStr

from digest.delivery.dkim import SIGNED, Signer
from digest.problems import UsageError, WorldError
from support.letters import IDENTIFIER, READER, letter, real

RSA = rsa.generate_private_key(65537, 2048)
ED25519 = ed25519.Ed25519PrivateKey.generate()
KEYS: dict[str, RSAPrivateKey | Ed25519PrivateKey] = {"rsa": RSA, "ed25519": ED25519}

SENT = letter(real()).to(READER, IDENTIFIER)


def _pem(key: RSAPrivateKey | Ed25519PrivateKey | ec.EllipticCurvePrivateKey) -> SecretStr:
    form = serialization.PrivateFormat.PKCS8
    raw = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    return SecretStr(raw.decode())


def _signer(kind: str) -> Signer:
    return Signer.of("coast.example.org", "desk-1", _pem(KEYS[kind]))


def _verified(raw: bytes, *signers: Signer) -> bool:
    """What an independent verifier says, which looks up the records of these signers."""
    records = {f"{name}.".encode(): text.encode() for name, text in (s.record() for s in signers)}

    def look_up(name: bytes | str, **_: object) -> bytes | None:
        return records.get(name if isinstance(name, bytes) else name.encode())

    return bool(dkim.verify(raw, dnsfunc=look_up))


@pytest.mark.parametrize("kind", KEYS)
def test_a_verifier_agrees(kind: str) -> None:
    signer = _signer(kind)

    assert _verified(signer.sign(SENT), signer)


@pytest.mark.parametrize("kind", KEYS)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"Subject: C", b"Subject: X"),
        (b"List-Unsubscribe: <https://readers", b"List-Unsubscribe: <https://evil"),
        (b"List-Unsubscribe-Post: ", b"X-Post: "),
        (b"Dear", b"dear"),
        (b"gates", b"Gates"),
        (b"To: Ada", b"Subject: more\r\nTo: Ada"),
        (b"To: Ada", b"From: evil@example.org\r\nTo: Ada"),
        (b"To: Ada", b"Cc: evil@example.org\r\nTo: Ada"),
        (b"To: Ada", b"List-Unsubscribe: <https://evil.example>\r\nTo: Ada"),
        (b"To: Ada", b"Content-Type: text/plain\r\nTo: Ada"),
    ],
)
def test_whatever_is_changed_or_added_is_noticed(kind: str, old: bytes, new: bytes) -> None:
    signer = _signer(kind)
    signed = signer.sign(SENT.replace(b"evidence changes", b"Dear evidence changes"))
    assert _verified(signed, signer)
    assert old in signed

    assert not _verified(signed.replace(old, new, 1), signer)


def test_what_servers_do_to_a_head_is_no_change() -> None:
    signer = _signer("ed25519")
    signed = signer.sign(SENT)
    folded = signed.replace(b"Subject: Coast and River", b"SUBJECT:  Coast\r\n\tand  River")
    assert folded != signed

    assert _verified(b"Received: by mail.example.org\r\n" + folded, signer)


def test_the_field_is_lines_of_ascii() -> None:
    for kind in KEYS:
        (field,) = re.findall(rb"(?s)\ADKIM-Signature: .*?\r\n(?=[^ ])", _signer(kind).sign(SENT))
        assert field.isascii()
        assert max(map(len, field.split(b"\r\n"))) <= 76


def test_every_field_is_signed_once_more_than_it_is_there() -> None:
    signed = _signer("ed25519").sign(SENT)
    field = re.search(rb"(?s)\bh=(.*?);", signed)
    assert field
    names = [one.strip().decode() for one in field[1].split(b":")]
    there = [line.partition(":")[0].lower() for line in _head(SENT)]

    assert {name: names.count(name) for name in SIGNED} == {
        name: there.count(name) + 1 for name in SIGNED
    }
    assert {"list-unsubscribe", "list-unsubscribe-post", "from"} <= set(names)


def _head(raw: bytes) -> list[str]:
    lines = raw.partition(b"\r\n\r\n")[0].decode().split("\r\n")
    return [line for line in lines if not line.startswith((" ", "\t"))]


def test_two_signatures_stand_side_by_side() -> None:
    first, second = (Signer.of("coast.example.org", name, _pem(key)) for name, key in KEYS.items())
    signed = second.sign(first.sign(SENT))

    assert signed.count(b"DKIM-Signature: ") == 2
    assert _verified(signed, first, second)


@pytest.mark.parametrize(
    "body", [b"", b"\r\n", b"\r\n\r\n\r\n", b"x\r\n", b"x \r\n\r\n\r\n", b"x", b" \r\n"]
)
def test_bodies_of_any_end_verify(body: bytes) -> None:
    signer = _signer("ed25519")
    head = b"From: a@example.org\r\nSubject: x\r\n\r\n"

    assert _verified(signer.sign(head + body), signer)


@pytest.mark.parametrize(
    "secret",
    [
        SecretStr("no key"),
        SecretStr("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"),
        _pem(rsa.generate_private_key(65537, 1024)),  # noqa: S505  # too short, on purpose
        _pem(ec.generate_private_key(ec.SECP256R1())),
    ],
    ids=["text", "broken", "short", "another kind"],
)
def test_what_is_no_key_is_refused(secret: SecretStr) -> None:
    with pytest.raises(WorldError, match="D117") as error:
        Signer.of("example.org", "x", secret)

    assert secret.get_secret_value()[-40:] not in str(error.value)


@pytest.mark.parametrize(
    ("domain", "selector"),
    [("example.org; x=y", "x"), ("example.org", "x y"), ("", "x"), ("Example.org", "x"),
     ("example.org\n", "x"), ("example.org", "")],
)  # fmt: skip
def test_names_are_names(domain: str, selector: str) -> None:
    with pytest.raises(UsageError, match="D116"):
        Signer.of(domain, selector, _pem(ED25519))


def test_the_record_is_what_to_publish() -> None:
    name, text = _signer("ed25519").record()

    assert name == "desk-1._domainkey.coast.example.org"
    assert re.fullmatch(r"v=DKIM1; k=ed25519; p=[A-Za-z0-9+/]{43}=", text)
    assert _signer("rsa").record()[1].startswith("v=DKIM1; k=rsa; p=MII")
