"""A mail is signed by the sender's domain (DKIM, RFC 6376 and 8463), so that servers trust it."""

import base64
import hashlib
import re
from collections.abc import Iterator

from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey
from pydantic import SecretStr

from digest.problems import Problem, UsageError, WorldError

#: The fields that are signed, each once more than it is there: nobody can add another.
SIGNED = (
    "from", "to", "cc", "reply-to", "sender", "subject", "date", "message-id", "list-id",
    "list-unsubscribe", "list-unsubscribe-post", "mime-version", "content-type",
    "content-language", "auto-submitted",
)  # fmt: skip

#: Verifiers count shorter RSA keys for nothing, or soon will.
SHORTEST_RSA = 2048

_LABELS = re.compile(r"(?!-)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\Z")
_FIELD = re.compile(rb"([!-9;-~]+)[ \t]*:((?:[^\r\n]++|\r\n(?=[ \t]))*+)\r\n")
_SPACES = re.compile(rb"[ \t]+")
_LINE = 76


class Signer:
    """Signs for `domain` with the key whose public half is published under `selector`."""

    def __init__(self, domain: str, selector: str, key: RSAPrivateKey | Ed25519PrivateKey) -> None:
        self._domain = domain
        self._selector = selector
        self._key = key

    @classmethod
    def of(cls, domain: str, selector: str, secret: SecretStr) -> "Signer":
        """The signer with the private key in PEM; no password protects it.

        Raises `UsageError` (D116) for a domain or selector that is no name, `WorldError` (D117)
        when the secret is no RSA key of at least 2048 bits and no Ed25519 key.
        """
        for what, name in (("domain", domain), ("selector", selector)):
            if not _LABELS.match(name):
                hint = "it is a name in small letters, digits, hyphens and dots"
                message = f"this is no {what} to sign mail with"
                raise UsageError(Problem(code="D116", message=message, hint=hint))
        return cls(domain, selector, _key(secret))

    def sign(self, content: bytes) -> bytes:
        """The mail with its signature in front; it must be CRLF and not dot-stuffed."""
        head, _, body = content.partition(b"\r\n\r\n")
        fields = _relaxed(head + b"\r\n")
        names = [name for name in SIGNED for _ in range(len(fields.get(name, ())) + 1)]
        value = self._value(names, _simple(body))
        signed = b"".join(_lines(names, fields)) + b"dkim-signature:" + value.encode("ascii")
        signature = base64.b64encode(self._signature(signed)).decode("ascii")
        return _folded(f"DKIM-Signature: {value}", signature).encode("ascii") + content

    def record(self) -> tuple[str, str]:
        """The name and the text of the TXT record the domain must publish."""
        public = self._key.public_key()
        form, encoding = (
            (serialization.PublicFormat.SubjectPublicKeyInfo, serialization.Encoding.DER)
            if isinstance(self._key, RSAPrivateKey)
            else (serialization.PublicFormat.Raw, serialization.Encoding.Raw)
        )
        encoded = base64.b64encode(public.public_bytes(encoding, form)).decode("ascii")
        kind = self._algorithm.partition("-")[0]
        return f"{self._selector}._domainkey.{self._domain}", f"v=DKIM1; k={kind}; p={encoded}"

    @property
    def _algorithm(self) -> str:
        return "rsa-sha256" if isinstance(self._key, RSAPrivateKey) else "ed25519-sha256"

    def _value(self, names: list[str], body: bytes) -> str:
        """The field without its signature; it may be folded at each of its spaces."""
        hashed = base64.b64encode(hashlib.sha256(body).digest()).decode("ascii")
        return (
            f"v=1; a={self._algorithm}; c=relaxed/simple; d={self._domain};"
            f" s={self._selector}; h={': '.join(names)}; bh={hashed}; b="
        )

    def _signature(self, signed: bytes) -> bytes:
        if isinstance(self._key, RSAPrivateKey):
            return self._key.sign(signed, padding.PKCS1v15(), hashes.SHA256())
        return self._key.sign(hashlib.sha256(signed).digest())


def _key(secret: SecretStr) -> RSAPrivateKey | Ed25519PrivateKey:
    try:
        key = serialization.load_pem_private_key(secret.get_secret_value().encode(), None)
    except (ValueError, TypeError, UnsupportedAlgorithm):
        key = None
    if isinstance(key, Ed25519PrivateKey):
        return key
    if isinstance(key, RSAPrivateKey) and key.key_size >= SHORTEST_RSA:
        return key
    hint = "make one with `openssl genpkey -algorithm ed25519`, or rsa with 2048 bits"
    message = "the key for DKIM is no RSA key of 2048 bits or more, and no Ed25519 key"
    raise WorldError(Problem(code="D117", message=message, hint=hint))


def _relaxed(head: bytes) -> dict[str, list[bytes]]:
    """The fields by name, each value with single spaces, the last of a name first."""
    fields: dict[str, list[bytes]] = {}
    for found in _FIELD.finditer(head):
        name = found[1].decode("ascii").lower()
        if name in _WANTED:
            value = _SPACES.sub(b" ", found[2].replace(b"\r\n", b"")).strip()
            fields.setdefault(name, []).insert(0, value)
    return fields


_WANTED = frozenset(SIGNED)


def _lines(names: list[str], fields: dict[str, list[bytes]]) -> Iterator[bytes]:
    """The fields as they are signed; a name once too often stands for none."""
    left = {name: iter(values) for name, values in fields.items()}
    for name in names:
        value = next(left[name], None) if name in left else None
        if value is not None:
            yield name.encode("ascii") + b":" + value + b"\r\n"


def _simple(body: bytes) -> bytes:
    """The body with one line end at its end, whatever it had."""
    end = len(body)
    while body.endswith(b"\r\n", 0, end):
        end -= 2
    return body[:end] + b"\r\n"


def _folded(field: str, signature: str) -> str:
    """The field in lines, folded at its spaces and anywhere in the signature at its end."""
    *pieces, last = field.split(" ")
    last += signature
    pieces += [last[at : at + _LINE - 1] for at in range(0, len(last), _LINE - 1)]
    lines = [pieces[0]]
    for piece in pieces[1:]:
        if len(lines[-1]) + 1 + len(piece) > _LINE:
            lines.append("")
        lines[-1] += f" {piece}"
    return "\r\n".join([*lines, ""])
