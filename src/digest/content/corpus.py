"""Everything a publication folder holds, read and checked."""

from pydantic import Field

from digest.content.editions import Edition
from digest.content.publication import Publication
from digest.content.records import Record
from digest.values import Frozen


class Subscriber(Frozen):
    """A reader; an empty `streams` means all of them, `language` None the publication's."""

    email: str
    name: str = ""
    role: str
    streams: tuple[str, ...] = ()
    language: str | None = None
    status: str = "active"


class Content(Frozen):
    """A valid publication: every reference resolves, every id is unique.

    `inputs` maps each file read (path relative to the publication, POSIX form) to the SHA-256
    of its bytes; `places` maps a record or edition id to `path:line` of its definition.
    """

    publication: Publication
    records: dict[str, Record]
    editions: dict[str, Edition]
    subscribers: tuple[Subscriber, ...] = ()
    inputs: dict[str, str] = Field(default_factory=dict)
    places: dict[str, str] = Field(default_factory=dict)

    def newest(self) -> Edition:
        """The edition with the latest date, the last id among equals; ValueError if none."""
        return max(self.editions.values(), key=lambda edition: (edition.dated, edition.id))
