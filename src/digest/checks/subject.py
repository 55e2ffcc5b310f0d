"""What a check may look at."""

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from digest.content.corpus import Content
from digest.content.editions import Edition, Pattern
from digest.content.places import printable
from digest.content.records import Record
from digest.edition.view import Digest
from digest.problems import Problem, Severity
from digest.render.artifact import Artifact
from digest.values import Frozen

#: Letters of fingerprints: no digits that YAML would take for numbers, no vowels that make words.
_LETTERS = "bcdfghjklmnpqrstvwxz"
_LENGTH = 8

#: How much of what authors wrote a message repeats.
_LONGEST = 400


class Subject(NamedTuple):
    """An edition of a valid publication, its digests, and its artifacts when they are made.

    `root` is the publication's folder where its own templates and styles may be to blame.
    """

    content: Content
    edition: Edition
    digests: tuple[Digest, ...] = ()
    artifacts: tuple[Artifact, ...] = ()
    root: Path | None = None

    @property
    def records(self) -> Iterator[Record]:
        """The edition's records in its order."""
        return (self.content.records[name] for name in self.edition.records)

    def cited(self, pattern: Pattern) -> list[Record]:
        """The records a pattern rests on, each once."""
        return [self.content.records[name] for name in dict.fromkeys(pattern.evidence)]

    def warning(
        self, code: str, message: str, hint: str, *, at: tuple[str, str], bound: Sequence[str] = ()
    ) -> Problem:
        """A warning about a field of a record, an edition or (id "") the publication.

        `at` is the id and the way to the field in the words of its file. A waiver of the warning
        is void once that record, pattern or field changes, or one of the `bound` texts.
        """
        owner, field = at
        path, line, column = self.content.place(owner, field) or (None, None, None)
        return Problem(
            code=code,
            message=printable(message, limit=_LONGEST),
            severity=Severity.WARNING,
            path=path,
            line=line,
            column=column,
            hint=hint,
            about=self.about(owner, field),
            target=fingerprint(code, *self._matter(owner, field), *bound),
        )

    def note(
        self, code: str, message: str, hint: str, *, at: tuple[str, str], bound: Sequence[str] = ()
    ) -> Problem:
        """What a warning is, but it only informs."""
        said = self.warning(code, message, hint, at=at, bound=bound)
        return said.model_copy(update={"severity": Severity.NOTE, "target": None, "about": None})

    def about(self, owner: str, field: str) -> str:
        """What a field belongs to, as a waiver names it: a record, a pattern or a field."""
        pattern = self._pattern(owner, field)
        if pattern:
            return pattern.id
        if owner in {"", self.edition.id}:
            return f"/{_first(field)}"
        return owner

    def _pattern(self, owner: str, field: str) -> Pattern | None:
        first, _, rest = field.strip("/").partition("/")
        number = rest.partition("/")[0]
        known = self.edition.patterns
        if owner != self.edition.id or first != "patterns" or not number.isdecimal():
            return None
        return known[int(number)] if int(number) < len(known) else None

    def _matter(self, owner: str, field: str) -> Iterator[str]:
        """All that may change the meaning of what is said about a field."""
        name, number = _first(field), field.strip("/").partition("/")[2]
        if pattern := self._pattern(owner, field):
            yield _written(pattern)
            yield from map(_written, self.cited(pattern))
        elif (owner, name) == (self.edition.id, "records"):
            known = self.edition.records
            one = slice(int(number), int(number) + 1) if number.isdecimal() else slice(None)
            yield from (_written(self.content.records[name]) for name in known[one])
        elif owner in {"", self.edition.id}:
            yield _written(
                getattr(self.edition if owner else self.content.publication, name, None)
            )
        if owner in self.content.records:
            # An edition and a record may bear one id.
            yield _written(self.content.records[owner])


def fingerprint(*parts: str) -> str:
    """A short word that changes with the parts."""
    told = "\0".join(parts).encode("utf-8", "surrogatepass")
    number = int.from_bytes(hashlib.sha256(told).digest())
    places = (len(_LETTERS) ** place for place in range(_LENGTH))
    return "".join(_LETTERS[number // place % len(_LETTERS)] for place in places)


def _first(field: str) -> str:
    return field.strip("/").partition("/")[0]


def _written(value: object) -> str:
    """A value as its author wrote it: what later versions of this program add does not count."""
    return json.dumps(value, default=_plain, sort_keys=True)


def _plain(value: object) -> object:
    if isinstance(value, Frozen):
        return value.model_dump(mode="json", exclude_defaults=True)
    return str(value)
