"""What a sender's domain must publish."""

import re
from pathlib import Path

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key

from digest.press.sender import Advice, Record, advice
from digest.problems import UsageError
from support.cli import digest


def told(name: str = "digest.example.org", **changes: str | None) -> Advice:
    given: dict[str, str | None] = {"relay": None, "signs_for": None, **changes}
    key = (
        ("s1._domainkey.example.org", "v=DKIM1; k=ed25519; p=AAAA") if given["signs_for"] else None
    )
    return advice(name, relay=given["relay"], key=key, signs_for=given["signs_for"])


def values(found: Advice) -> dict[str, str]:
    return {f"{one.name} {one.kind} {one.purpose[:4]}": one.value for one in found.records}


def test_every_record_that_receivers_look_for_is_there() -> None:
    found = values(told(signs_for="digest.example.org"))

    assert found["digest.example.org TXT SPF:"] == "v=spf1 ip4:<address that sends> -all"
    assert found["_dmarc.digest.example.org TXT DMAR"].startswith("v=DMARC1; p=none;")
    assert found["s1._domainkey.example.org TXT DKIM"] == "v=DKIM1; k=ed25519; p=AAAA"
    assert "digest.example.org MX MX: " in found
    assert any("PTR" in duty for duty in told().duties)


def test_a_relay_says_itself_from_where_it_sends() -> None:
    assert (
        "include:<what relay.example.net says>" in told(relay="relay.example.net").records[0].value
    )


@pytest.mark.parametrize(
    ("signs_for", "codes"),
    [
        (None, ["S012"]),
        ("digest.example.org", []),
        ("example.org", []),
        ("mail.digest.example.org", []),
        ("example.net", ["S013"]),
        ("tricky-digest.example.org", ["S013"]),
    ],
)
def test_a_signature_speaks_for_its_own_domain(signs_for: str | None, codes: list[str]) -> None:
    assert [one.code for one in told(signs_for=signs_for).problems] == codes


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("Digest.Example.ORG.", "digest.example.org"),
        (" bücher.example ", "xn--bcher-kva.example"),
    ],
)
def test_a_domain_is_written_in_many_ways(typed: str, name: str) -> None:
    assert told(typed).domain == name


@pytest.mark.parametrize(
    "typed",
    ["", "localhost", "a b.org", "10.0.0.1", "x@example.org", "a..org", "-a.org", "a\n.org"],
)
def test_what_is_no_domain_is_refused(typed: str) -> None:
    with pytest.raises(UsageError, match="S011"):
        told(typed)


def test_a_long_text_stands_in_several_strings() -> None:
    text = "v=DKIM1; k=rsa; p=" + "A" * 392
    line = Record(name="s._domainkey.example.org", kind="TXT", value=text, purpose="x").line

    parts = re.findall(r'"([^"]*)"', line)
    assert [len(part) for part in parts] == [255, 155]
    assert "".join(parts) == text


def test_the_command_prints_the_record_of_the_key_it_signs_with(tmp_path: Path) -> None:
    key = generate_private_key(65537, 2048).private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    (tmp_path / "dkim.pem").write_bytes(key)
    (tmp_path / "dkim.pem").chmod(0o600)
    (tmp_path / "digest.toml").write_text(
        'dkim_domain = "example.org"\ndkim_selector = "s1"\ndkim_key_file = "dkim.pem"\n'
        'transport = "smtps://user@relay.example.net"\n'
    )

    shown = digest("doctor", "--sender", "example.org", cwd=tmp_path)
    listed = digest("--json", "doctor", "--sender", "example.org", cwd=tmp_path)

    assert shown.code == 0
    assert re.search(
        r'^s1\._domainkey\.example\.org\. IN TXT "v=DKIM1; k=rsa;', shown.out, re.MULTILINE
    )
    assert "relay.example.net" in shown.out
    assert "user" not in shown.out
    assert max(map(len, re.findall(r'"([^"]*)"', shown.out))) <= 255
    names = {one["name"] for one in listed.document["result"]["records"]}
    assert {"example.org", "_dmarc.example.org", "s1._domainkey.example.org"} == names


def test_the_command_refuses_what_is_no_domain(tmp_path: Path) -> None:
    done = digest("--json", "doctor", "--sender", "nowhere", cwd=tmp_path)

    assert (done.code, done.codes) == (2, ["S011"])
