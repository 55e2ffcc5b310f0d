"""Everything a publication folder holds, read and checked."""

from pydantic import Field, InstanceOf

from digest.content.documents import Origin
from digest.content.editions import Edition
from digest.content.places import Loc
from digest.content.publication import Publication
from digest.content.records import Record
from digest.values import Frozen


class Subscriber(Frozen):
    """A reader; an empty `streams` means all of them, `language` None the publication's.

    `email` is the address as an envelope takes it, its host in ASCII; it and the name stay out
    of representations, so that no log repeats them.
    """

    email: str = Field(repr=False)
    name: str = Field(default="", repr=False)
    role: str
    streams: tuple[str, ...] = ()
    language: str | None = None
    status: str = "active"


class Content(Frozen):
    """A valid publication: every reference resolves, every id is unique.

    `inputs` maps each file read (path relative to the publication, POSIX form) to the SHA-256
    of its bytes; `places` maps a record or edition id to `path:line` of its definition. `origins`
    hold what finds a field again: of records and editions by id, of the publication by "".
    """

    publication: Publication
    records: dict[str, Record]
    editions: dict[str, Edition]
    subscribers: tuple[Subscriber, ...] = ()
    inputs: dict[str, str] = Field(default_factory=dict)
    places: dict[str, str] = Field(default_factory=dict)
    origins: dict[str, InstanceOf[Origin]] = Field(default_factory=dict, repr=False)

    def newest(self) -> Edition:
        """The edition with the latest date, the last id among equals; ValueError if none."""
        return max(self.editions.values(), key=lambda edition: (edition.dated, edition.id))

    def place(self, owner: str, field: str = "") -> tuple[str, int, int] | None:
        """Path, line and column of a field of a record or edition, None for an unknown id.

        `owner` is an id, or empty for the publication; `field` the way to a value in the words of
        its file, such as `finding`, `roles/engineer` or `patterns/0/question`. A field that is not
        there is answered with the place of what it would stand in.
        """
        if (origin := self.origins.get(owner)) is None:
            return None
        spot = origin.spot(_loc(field))
        return (origin.document.path, spot.line, spot.column)


def _loc(field: str) -> Loc:
    tokens = field.strip("/").split("/") if field else ()
    plain = (token.replace("~1", "/").replace("~0", "~") for token in tokens)
    return tuple(int(token) if token.isdecimal() else token for token in plain)
