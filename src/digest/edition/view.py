"""The Digest: one edition composed for one role, all that a template may see."""

from datetime import date

from digest.content.publication import Paper, Tone
from digest.edition.reader import Sample
from digest.edition.wording import Wording
from digest.values import Frozen


class Day(Frozen):
    """A date and how the digest's language writes it: long for text, short for small print."""

    iso: date
    text: str
    short: str


class Link(Frozen):
    """A text and where it leads; `url` is https, http or mailto."""

    text: str
    url: str


class Badge(Frozen):
    """A class of an entry as a word and a shape.

    `kind` is evidence, outcome or freshness. `shape` tells classes apart without colour: evidence
    classes take filled, half, ring, open, dotted in vocabulary order (up to three of them filled,
    half, open), outcomes their tone, and freshness is plain. `text` is what the reader sees (a
    freshness badge may carry a month), `title` the class.
    """

    kind: str
    id: str
    title: str
    text: str
    shape: str
    tone: Tone | None = None


class Tally(Frozen):
    """How many entries of one class; `text` is the count in words, such as "Vendor claim: 3"."""

    badge: Badge
    count: int
    share: float
    text: str


class Labelled(Frozen):
    """A labelled paragraph; `field` is the record's JSON name."""

    field: str
    label: str
    text: str


class Detail(Frozen):
    """A detail of a role: one text or a list; `warning` marks what must not be claimed."""

    field: str
    label: str
    items: tuple[str, ...]
    listed: bool
    warning: bool = False


class Takeaway(Frozen):
    """What a record means for the role, under its heading "What this means for Engineering"."""

    heading: str
    text: str


class Source(Frozen):
    """Where a finding was published: who published it, what to call it, its address.

    `url` is the address as the record gives it, checked to be http or https; `printed` is the
    address as paper shows it, without the scheme and with zero-width break opportunities.
    """

    name: str
    label: str
    url: str
    printed: str


class Provenance(Frozen):
    """Which version of a record was used, when it was retrieved and on what basis."""

    version: str
    versions: int
    retrieved: Day | None = None
    basis: str | None = None


class Entry(Frozen):
    """One record in the ledger; `number` counts from 1 in the edition's order, gaps included.

    `anchor` is unique in the digest and safe as an HTML id and URL fragment. `fields` are the
    role's fields in the role's order; `details` hold no warnings, `warnings` nothing else.
    `patterns` leads to the patterns that cite the entry.
    """

    id: str
    anchor: str
    number: int
    title: str
    organization: str
    geography: str | None = None
    published: Day
    event: Day | None = None
    evidence_class: Badge
    outcome: Badge
    freshness: Badge
    finding: str
    takeaway: Takeaway | None = None
    why: Labelled | None = None
    evidence: Labelled | None = None
    limitations: Labelled
    fields: tuple[Labelled, ...] = ()
    details: tuple[Detail, ...] = ()
    warnings: tuple[Detail, ...] = ()
    source: Source
    provenance: Provenance
    patterns: tuple["Reference", ...] = ()

    @property
    def badges(self) -> tuple[Badge, Badge, Badge]:
        """Evidence class, outcome and freshness, in reading order."""
        return (self.evidence_class, self.outcome, self.freshness)

    @property
    def paragraphs(self) -> tuple[Labelled, ...]:
        """Every labelled paragraph in reading order: limits next to the evidence."""
        common = (self.why, self.evidence, self.limitations)
        return tuple(one for one in common if one) + self.fields


class Reference(Frozen):
    """A pointer inside the digest; `anchor` is None when the target is left out for this role.

    `number` is the target's number; `url` leads to where it can be read all the same (the
    target's place in the neutral web edition) and is None inside the digest; `where` names that
    place, such as "Executive edition".
    """

    anchor: str | None
    number: int
    label: str
    title: str
    url: str | None = None
    where: str | None = None


class Strength(Frozen):
    """What a pattern rests on, recounted from its records.

    `sources` counts distinct source addresses, `organizations` distinct publishers. `sentence`
    says it in words, `basis` only how many records of how many organizations; `cautions` say what
    weakens it (one organization, only claims, old, mixed).
    """

    records: int
    sources: int
    organizations: int
    evidence: tuple[Tally, ...]
    outcomes: tuple[Tally, ...]
    newest: Day
    oldest: Day
    sentence: str
    basis: str = ""
    cautions: tuple[str, ...] = ()


class PatternView(Frozen):
    """A pattern with its question set apart, its evidence and its strength."""

    id: str
    anchor: str
    number: int
    title: str
    summary: str
    question: str
    evidence: tuple[Reference, ...]
    strength: Strength


class Statistics(Frozen):
    """The edition's figures, the same for every role; classes nobody has are left out.

    `cautions` say what to distrust in the edition as a whole.
    """

    records: int
    patterns: int
    records_text: str
    patterns_text: str
    evidence: tuple[Tally, ...]
    outcomes: tuple[Tally, ...]
    freshness: tuple[Tally, ...]
    researched: Day
    cautions: tuple[str, ...] = ()


class Omission(Frozen):
    """What this role's ledger leaves out, why, and where it can be read."""

    reason: str
    references: tuple[Reference, ...]


class Term(Frozen):
    """A class that occurs in this digest, with its definition."""

    badge: Badge
    definition: str


class RoleLink(Frozen):
    """A sibling digest; `stem` names its files, such as `engineering` or `engineering.de`.

    `channels` are those built for it, None for all.
    """

    id: str
    title: str
    stem: str
    current: bool
    neutral: bool
    channels: tuple[str, ...] | None = None

    def offers(self, channel: str) -> bool:
        """Whether the channel is built for this role, so that a link to it leads somewhere."""
        return self.channels is None or channel in self.channels


class RoleView(Frozen):
    """The role the digest is for."""

    id: str
    title: str
    neutral: bool
    intro: str | None = None


class Masthead(Frozen):
    """The names over the digest; `previous` names the edition before it in words."""

    publication: str
    publisher: str
    stream: str
    title: str
    edition: str
    dated: Day
    previous: str | None = None


class Links(Frozen):
    """Where things stand on the publication's site; all https.

    `feed` leads to the Atom feed of all editions, `previous` to the neutral web edition of the
    edition before.
    """

    site: str
    feed: str
    method: str
    web: str
    pdf: str
    previous: str | None = None


class Mail(Frozen):
    """What the envelope of the mail shows; `subject` and `preheader` are one line each.

    `timezone` is the publication's (IANA); mail of the edition is dated in it. The last three
    are samples that each reader's own values replace when the mail is posted.
    """

    subject: str
    preheader: str
    sender_name: str
    sender_address: str
    reply_to: str | None = None
    postal_address: str
    why_you_get_this: str
    timezone: str = "UTC"
    reader_name: str = Sample.NAME.value
    unsubscribe_url: str = Sample.UNSUBSCRIBE.value
    preferences_url: str = Sample.PREFERENCES.value


class Look(Frozen):
    """What the publication sets of the look; with `cover`, print has a title page."""

    paper: Paper
    accent: str
    logo: str | None = None
    cover: bool = False


class Digest(Frozen):
    """One edition composed for one role in one language.

    Every text is plain text. `language` is BCP 47: that of dates, labels and headings, while
    the publication's own texts are in `content_language`. `direction` is ltr or rtl, `stem` the
    file name without suffix. `entries` are the shown ones; `omissions` account for the rest.
    """

    schema_version: int = 1
    stem: str
    language: str
    content_language: str
    direction: str
    masthead: Masthead
    role: RoleView
    roles: tuple[RoleLink, ...]
    summary: str
    statistics: Statistics
    patterns: tuple[PatternView, ...]
    entries: tuple[Entry, ...]
    omissions: tuple[Omission, ...] = ()
    how_to_read: tuple[str, ...]
    glossary: tuple[Term, ...]
    links: Links
    mail: Mail
    look: Look
    words: Wording

    def offers(self, channel: str) -> bool:
        """Whether this digest is built in the channel, so that a link to it leads somewhere."""
        return all(one.offers(channel) for one in self.roles if one.current)
