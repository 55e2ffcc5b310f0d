"""The lasting title: publisher, roles, vocabularies, streams, sender and theme."""

from enum import StrEnum

from pydantic import Field

from digest.content.formats import (
    Address,
    Badge,
    Channel,
    Colour,
    Inside,
    Language,
    Line,
    PageUrl,
    RoleId,
    SiteUrl,
    Slug,
    Text,
    Zone,
)
from digest.values import Frozen


class Tone(StrEnum):
    """How an outcome sounds; it picks the shape of a badge, never its meaning."""

    GOOD = "good"
    MIXED = "mixed"
    CAUTION = "caution"
    EARLY = "early"


class Fallback(StrEnum):
    """What happens to a record that has no takeaway for the role."""

    INCLUDE = "include"
    OMIT = "omit"


class Paper(StrEnum):
    """The paper of the print edition."""

    A4 = "A4"
    LETTER = "Letter"


class Sender(Frozen):
    """Who the mail comes from."""

    name: Line
    address: Address
    reply_to: Address | None = None


class Stream(Frozen):
    """A line of coverage inside the publication."""

    id: Slug
    title: Line


class Role(Frozen):
    """A kind of reader; a neutral role carries no role's takeaway.

    `fields` names record fields (JSON names) printed beside the common ones, in that order.
    `channels` narrows the channels built for it; `limit` caps its ledger. `attach_pdf` decides for
    its mail what the publication decides for all; None leaves it at that.
    """

    id: RoleId
    title: Line
    neutral: bool = False
    intro: Text | None = None
    fields: tuple[Line, ...] = ()
    channels: tuple[Channel, ...] | None = None
    limit: int | None = Field(default=None, ge=1)
    when_no_takeaway: Fallback = Fallback.INCLUDE
    attach_pdf: bool | None = None


class EvidenceClass(Frozen):
    """A kind of evidence, with the definition the glossary prints."""

    id: Slug
    title: Line
    definition: Text


class OutcomeClass(Frozen):
    """A kind of outcome and its tone."""

    id: Slug
    title: Line
    definition: Text | None = None
    tone: Tone


class Freshness(Frozen):
    """A rule of age in days before the edition; the one without `within_days` takes the rest."""

    id: Slug
    title: Line
    within_days: int | None = Field(default=None, ge=0)
    badge: Badge | None = None


class Look(Frozen):
    """What a publication sets of its own look; colours are `#rrggbb`, `logo` a path in it.

    With `cover` the print edition begins with a page for its title alone.
    """

    accent: Colour = "#0b5f74"
    logo: Inside | None = None
    cover: bool = False


class Approvals(Frozen):
    """How many different people must approve an edition, and who may; anybody without names."""

    required: int = Field(default=1, ge=1)
    approvers: tuple[Line, ...] = ()


class Publication(Frozen):
    """The publication as its `publication.yaml` says it."""

    id: Slug
    title: Line
    publisher: Line
    language: Language
    languages: tuple[Language, ...] = ()
    timezone: Zone
    site_url: SiteUrl
    method_url: PageUrl
    sender: Sender
    postal_address: Text
    streams: tuple[Stream, ...]
    roles: tuple[Role, ...]
    evidence_classes: tuple[EvidenceClass, ...]
    outcome_classes: tuple[OutcomeClass, ...]
    freshness: tuple[Freshness, ...]
    labels: dict[Line, Line] = Field(default_factory=dict)
    paper: Paper = Paper.A4
    theme: Look = Look()
    approvals: Approvals = Approvals()
    attach_pdf: bool = False

    @property
    def all_languages(self) -> tuple[str, ...]:
        """The main language first, then the further ones, each once."""
        return tuple(dict.fromkeys((self.language, *self.languages)))

    def role(self, role_id: str) -> Role:
        """The role of that id; KeyError when there is none."""
        return {role.id: role for role in self.roles}[role_id]
