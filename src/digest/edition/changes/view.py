"""What changed between two sides: frozen values for texts, documents and pages."""

from typing import Literal

from digest.values import Frozen

#: What became of something: it came, it went, or it is there in other words.
Fate = Literal["added", "removed", "revised"]

#: What became of a pattern; `shifted` is support that is neither stronger nor weaker throughout.
PatternFate = Literal[
    "new",
    "retired",
    "strengthened",
    "weakened",
    "shifted",
    "contradicted",
    "reconciled",
    "reworded",
]

#: Why a reader of a role sees something no more, or did not see it before.
Reason = Literal["edition", "selection"]


class Span(Frozen):
    """A piece of text that both sides have, or only one of them."""

    kind: Literal["same", "removed", "added"]
    text: str


class TextChange(Frozen):
    """A text that changed, and how, word by word.

    The spans that are not added make the earlier text, those that are not removed the later one.
    The texts of a list stand one a line.
    """

    field: str
    label: str
    kind: Fate
    spans: tuple[Span, ...]

    @property
    def before(self) -> str:
        """The earlier text; empty when there was none."""
        return "".join(span.text for span in self.spans if span.kind != "added")

    @property
    def after(self) -> str:
        """The later text; empty when there is none."""
        return "".join(span.text for span in self.spans if span.kind != "removed")


class Figure(Frozen):
    """A count that changed; `group` is total, evidence, outcome or freshness."""

    group: str
    id: str
    label: str
    before: int
    after: int


class Named(Frozen):
    """A record or a pattern by its id and title."""

    id: str
    title: str


class RecordChange(Frozen):
    """A record that came, went or was revised.

    `number` is its place in the ledger, `version` the version that was used; each is None on
    the side that does not have the record. A revised record may differ in its version alone.
    """

    id: str
    title: str
    organization: str
    evidence_class: str
    outcome: str
    kind: Fate
    number_before: int | None = None
    number: int | None = None
    version_before: str | None = None
    version: str | None = None
    texts: tuple[TextChange, ...] = ()


class Move(Frozen):
    """A record that stands elsewhere among those that both sides have."""

    id: str
    title: str
    before: int
    after: int


class Support(Frozen):
    """What a pattern rests on, in figures."""

    records: int
    sources: int
    organizations: int
    classes: int


class PatternChange(Frozen):
    """A pattern that came, went or changed; `kinds` says in which ways.

    `revised` are supporting records that were revised, whatever became of the pattern itself.
    """

    id: str
    title: str
    kinds: tuple[PatternFate, ...]
    texts: tuple[TextChange, ...] = ()
    support_before: Support | None = None
    support: Support | None = None
    outcomes_before: tuple[str, ...] = ()
    outcomes: tuple[str, ...] = ()
    evidence_added: tuple[Named, ...] = ()
    evidence_removed: tuple[Named, ...] = ()
    revised: tuple[Named, ...] = ()


class EntryChange(Frozen):
    """What the readers of a role notice of one record.

    `kind` is about their digest: the entry is new to it, gone from it or revised in it. `reason`
    of one that came or went is `edition` when the edition's ledger changed, `selection` when the
    role shows it or leaves it out by its limit or for want of a takeaway. `texts` are those that
    only this role reads; `claims_added` and `claims_removed` are what must not be claimed.
    """

    id: str
    title: str
    kind: Fate
    reason: Reason | None = None
    texts: tuple[TextChange, ...] = ()
    claims_added: tuple[str, ...] = ()
    claims_removed: tuple[str, ...] = ()


class RoleChange(Frozen):
    """What the readers of a role notice, beside what all roles read.

    `kind` is None for a role that both sides have. `common` are the entries of its digest whose
    texts for all roles were revised.
    """

    id: str
    title: str
    kind: Literal["added", "removed"] | None = None
    texts: tuple[TextChange, ...] = ()
    entries: tuple[EntryChange, ...] = ()
    common: tuple[Named, ...] = ()


class Side(Frozen):
    """One of the two sides: an edition, its title and its date in words."""

    edition: str
    title: str
    dated: str


class Changes(Frozen):
    """All that changed from one side to the other."""

    schema_version: int = 1
    before: Side
    after: Side
    texts: tuple[TextChange, ...] = ()
    figures: tuple[Figure, ...] = ()
    cautions_added: tuple[str, ...] = ()
    cautions_removed: tuple[str, ...] = ()
    records: tuple[RecordChange, ...] = ()
    moved: tuple[Move, ...] = ()
    patterns: tuple[PatternChange, ...] = ()
    roles: tuple[RoleChange, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing changed that a reader could notice."""
        return not any(
            (
                self.texts,
                self.figures,
                self.cautions_added,
                self.cautions_removed,
                self.records,
                self.moved,
                self.patterns,
                self.roles,
            )
        )
