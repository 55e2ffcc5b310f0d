"""As much of a digest's data file as a list of editions tells, whatever version wrote the file."""

from datetime import date

from digest.values import Frozen


class _Part(Frozen, extra="ignore"):
    """A part of the file; what else it holds is passed over."""


class Day(_Part):
    """A date."""

    iso: date


class Masthead(_Part):
    """The names over the digest."""

    title: str
    stream: str
    dated: Day


class Role(_Part):
    """A role the edition is for; `current` marks the digest's own."""

    title: str
    stem: str
    current: bool


class Figures(_Part):
    """How many records and patterns, as numbers and in words."""

    patterns: int
    records_text: str
    patterns_text: str

    @property
    def said(self) -> tuple[str, ...]:
        """The counts in words; no patterns are not counted."""
        return (self.records_text, self.patterns_text) if self.patterns else (self.records_text,)


class Links(_Part):
    """Where the publication stands."""

    site: str


class Listing(_Part):
    """A digest in short; its `content_language` is that of title and summary."""

    stem: str
    language: str
    content_language: str
    masthead: Masthead
    roles: tuple[Role, ...]
    summary: str
    statistics: Figures
    links: Links

    @property
    def role(self) -> str:
        """The title of the role the digest is for."""
        return next((one.title for one in self.roles if one.current), self.stem)
