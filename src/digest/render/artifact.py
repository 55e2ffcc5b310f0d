"""The bytes of a digest in a channel, and what a renderer noticed while making them."""

import hashlib

from digest.problems import Problem
from digest.values import Frozen


class Artifact(Frozen):
    """One file of a bundle: `path` is its name there, `problems` are warnings of its making."""

    path: str
    role: str
    language: str
    channel: str
    media_type: str
    content: bytes
    pages: int | None = None
    problems: tuple[Problem, ...] = ()

    @property
    def sha256(self) -> str:
        """The SHA-256 of the content, in hexadecimal."""
        return hashlib.sha256(self.content).hexdigest()


class Rendering(Frozen):
    """What a renderer returns: the bytes, their number of pages where that means something."""

    content: bytes
    pages: int | None = None
    problems: tuple[Problem, ...] = ()
