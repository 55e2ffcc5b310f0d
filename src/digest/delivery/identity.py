"""Names that only the holder of a key can make: of a mail, of a reader, of an audience."""

import hmac
import re
from collections.abc import Iterable

from pydantic import Field, SecretBytes, field_validator

from digest.values import Frozen

#: How many hexadecimal digits of an HMAC-SHA256 stand in a Message-ID (160 bits).
MESSAGE_DIGITS = 40

#: How many stand in a reader's id (128 bits).
READER_DIGITS = 32

_DOMAIN = re.compile(r"(?=.{1,253}\Z)[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*\Z")
_MODULUS = 1 << 256


class Key(Frozen):
    """A secret and the id by which what it made is recognised."""

    id: str = Field(pattern=r"^[a-z0-9]{1,16}$")
    secret: SecretBytes

    @field_validator("secret")
    @classmethod
    def _long_enough(cls, secret: SecretBytes) -> SecretBytes:
        if not 16 <= len(secret.get_secret_value()) <= 128:
            raise ValueError("a key has 16 to 128 bytes")
        return secret

    def digest(self, purpose: str, *words: str) -> str:
        """64 hexadecimal digits over these words, for this purpose alone.

        ValueError when a word holds the character that separates them.
        """
        joined = "\x1f".join((purpose, *words))
        if joined.count("\x1f") != len(words):
            raise ValueError("a word holds the separator U+001F")
        return hmac.digest(self.secret.get_secret_value(), joined.encode(), "sha256").hex()


class Keyring(Frozen):
    """The keys in use: the first makes names, the others still recognise what they made."""

    keys: tuple[Key, ...] = Field(min_length=1)

    @field_validator("keys")
    @classmethod
    def _different(cls, keys: tuple[Key, ...]) -> tuple[Key, ...]:
        if len({key.id for key in keys}) != len(keys):
            raise ValueError("two keys have the same id")
        return keys

    @property
    def current(self) -> Key:
        """The key that makes names."""
        return self.keys[0]

    def reader(self, mailbox: str) -> str:
        """The id of the reader with that mailbox, `key.digits`; it does not tell the address."""
        return _reader(self.current, mailbox)

    def readers(self, mailbox: str) -> tuple[str, ...]:
        """The ids that any of the keys gives to that mailbox, the current one's first."""
        return tuple(_reader(key, mailbox) for key in self.keys)

    def message_id(
        self, domain: str, *, edition: str, generation: int, reader: str, seal: str
    ) -> str:
        """The Message-ID of one mail: the same at every attempt, and not to be guessed.

        ValueError when `domain` is no host name in lower case ASCII.
        """
        if not _DOMAIN.match(domain):
            raise ValueError("the domain of a Message-ID is a host name in lower case ASCII")
        digits = self.current.digest("message", edition, str(generation), reader, seal)
        return f"<d1.{digits[:MESSAGE_DIGITS]}@{domain}>"


class Audience(Frozen):
    """How many readers there are, and a name for exactly these readers."""

    hash: str
    count: int = Field(ge=0)


class Tally:
    """Counts and names an audience while it passes by; the order of readers does not matter.

    The name is the sum, modulo 2**256, of keyed digests of each reader: without the key nobody
    can look for another audience with the same sum.
    """

    def __init__(self, key: Key) -> None:
        self._key = key
        self._sum = 0
        self._count = 0

    def add(self, mailbox: str, role: str, language: str) -> None:
        """Count one reader and what they get; each mailbox may be counted once."""
        self._sum += int(self._key.digest("audience", mailbox, role, language), 16)
        self._count += 1

    @property
    def audience(self) -> Audience:
        """The readers counted so far."""
        total = f"{self._sum % _MODULUS:064x}"
        name = self._key.digest("audience total", total, str(self._count))
        return Audience(hash=f"{self._key.id}.{name}", count=self._count)


def audience(key: Key, readers: Iterable[tuple[str, str, str]]) -> Audience:
    """The audience of these (mailbox, role, language), each mailbox once."""
    tally = Tally(key)
    for mailbox, role, language in readers:
        tally.add(mailbox, role, language)
    return tally.audience


def _reader(key: Key, mailbox: str) -> str:
    return f"{key.id}.{key.digest('reader', mailbox)[:READER_DIGITS]}"
