"""A certificate authority of our own, and servers' certificates by it, made when asked for."""

import ssl
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

_START = datetime(2020, 1, 1, tzinfo=UTC)


class Authority:
    """Signs certificates; `file` is what a client trusts."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _name("Test authority")
        builder = _builder(self._name, self._name, self._key.public_key(), days=36500)
        certificate = builder.add_extension(
            x509.BasicConstraints(ca=True, path_length=0), critical=True
        ).sign(self._key, hashes.SHA256())
        self.file = folder / "ca.pem"
        self.file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))

    def context(self, *names: str, days: int = 36500) -> ssl.SSLContext:
        """What a server of these names (or IP addresses) proves itself with."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate(*names, days=days))
        return context

    def certificate(self, *names: str, days: int = 36500) -> Path:
        """A file with the key and the certificate of such a server."""
        key = ec.generate_private_key(ec.SECP256R1())
        alternatives = x509.SubjectAlternativeName([_alternative(name) for name in names])
        certificate = (
            _builder(_name(names[0]), self._name, key.public_key(), days=days)
            .add_extension(alternatives, critical=False)
            .sign(self._key, hashes.SHA256())
        )
        form = serialization.PrivateFormat.PKCS8
        file = self.folder / f"{names[0]}.pem"
        file.write_bytes(
            key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
            + certificate.public_bytes(serialization.Encoding.PEM)
        )
        return file


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, *, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(_START)
        .not_valid_after(_START + timedelta(days=days))
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _alternative(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(name))
    except ValueError:
        return x509.DNSName(name)
