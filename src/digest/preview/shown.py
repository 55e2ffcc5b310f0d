"""What the desk shows at a moment."""

from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from digest.bundle.manifest import Manifest
from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.edition.view import Digest
from digest.problems import Problem, errors
from digest.render.artifact import Artifact
from digest.render.channels import Channel


class Phase(StrEnum):
    """How far the work on the latest change is."""

    READING = "reading"
    SCREEN = "screen"
    PRINT = "print"
    DONE = "done"


class Shown(NamedTuple):
    """The last good state of everything, and what is wrong with the sources as they are now.

    `files` are artifacts by their names in the bundle; those of `behind`, as stem and channel,
    are older than the sources. `bundle` is the manifest of the bundle in the output while it
    holds exactly these files. `channels` are those of each role, by name; `number` grows with
    every change.
    """

    number: int = 0
    phase: Phase = Phase.READING
    content: Content | None = None
    edition: Edition | None = None
    digests: Mapping[str, Digest] = {}
    channels: Mapping[str, Mapping[str, Channel]] = {}
    files: Mapping[str, Artifact] = {}
    behind: frozenset[tuple[str, str]] = frozenset()
    problems: tuple[Problem, ...] = ()
    bundle: Manifest | None = None

    @property
    def broken(self) -> bool:
        """Whether an error stands, so that there is no bundle of the sources."""
        return bool(errors(self.problems))
