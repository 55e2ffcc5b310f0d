"""Any valid publication, drawn by Hypothesis: hostile but legal text, roles, classes, patterns."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from typing import Any

from hypothesis import strategies as st

from digest.content.corpus import Content
from digest.content.editions import Edition, Pattern
from digest.content.publication import (
    EvidenceClass,
    Fallback,
    Freshness,
    OutcomeClass,
    Publication,
    Role,
    Sender,
    Stream,
    Tone,
)
from digest.content.records import ROLE_FIELDS, Record, snake

#: Text that is legal in a record and meant for trouble wherever it lands.
HOSTILE = (
    "p < 0.05 & R&D ]]> {{7*7}} {% raw %} <script>alert(1)</script>",
    "line one\r\nline two\n\nparagraph\rend",
    "مرحبا بالعالم \u200f(ארבע)\u200e 1+1",
    "👩\u200d🔬🏴\U000e0067\U000e0062\U000e007f e\u0301 ﬁ",
    "W" * 200,
    "無" * 120,
    "{month} {count} {0} %s %(x)s {unclosed",
    "\u00a0 tab\there \u2028 and there\u00a0",
    "quote \" apostrophe ' back`tick \\ slash /> -->",
    ".",
)

#: Ids that a careless slug would confuse.
IDS = ("a-b", "a.b", "a_b", "A-b", "a-b-2", "\u00e4-b", "0", "-", "gate-closing-times")

LANGUAGES = ("en-GB", "en-US", "de", "de-CH-1996", "fr", "ar", "he", "zh-Hant", "tlh", "en-AU")
ZONES = ("UTC", "Europe/London", "Pacific/Kiritimati", "America/New_York")

_PROSE = st.sampled_from(HOSTILE)
_LETTERS = st.characters(exclude_categories=("Cc", "Cs", "Cn"), include_characters="\n\t")


_FREE = _PROSE | st.text(_LETTERS, min_size=1, max_size=120).filter(
    lambda text: bool(text.strip())
)


@dataclass(frozen=True)
class Case:
    """One edition of a valid publication, a role of it and a language."""

    content: Content
    edition: Edition
    role: Role
    language: str


def prose() -> st.SearchStrategy[str]:
    """One of the hostile texts: cheap to draw, for the many places where any will do."""
    return _PROSE


def free() -> st.SearchStrategy[str]:
    """Any legal text with at least one character that is not blank."""
    return _FREE


def ids(count: int) -> st.SearchStrategy[list[str]]:
    """That many different ids, some of which only a careful anchor can tell apart."""
    return st.permutations(IDS).map(lambda order: order[:count])


def marked(kind: str, role: str) -> st.SearchStrategy[str]:
    """Text that carries a mark of the one role that may see it."""
    return prose().map(lambda text: f"{text} {mark(kind, role)}")


def mark(kind: str, role: str) -> str:
    """The mark of a takeaway or a detail of a role."""
    return f"[{kind} of {role}!]"


@st.composite
def cases(draw: st.DrawFn) -> Case:
    """A publication with one to four roles and zero to seven records, an edition and a role."""
    publication = draw(publications())
    dated = draw(st.dates(date(1990, 1, 1), date(2100, 1, 1)))
    records = draw(_corpora(publication, dated))
    edition = draw(_editions(publication, dated, records))
    content = Content(publication=publication, records=records, editions={edition.id: edition})
    role = draw(st.sampled_from(publication.roles))
    return Case(content, edition, role, draw(st.sampled_from(publication.all_languages)))


@st.composite
def publications(draw: st.DrawFn) -> Publication:
    """A publication: several neutral roles or none, up to seven evidence classes."""
    languages = draw(st.lists(st.sampled_from(LANGUAGES), min_size=1, max_size=3, unique=True))
    return Publication(
        id="any",
        title=draw(prose()),
        publisher=draw(prose()),
        language=languages[0],
        languages=tuple(languages[1:]),
        timezone=draw(st.sampled_from(ZONES)),
        site_url=draw(st.sampled_from(("https://a.example.org", "https://a.example.org/b/"))),
        method_url="https://a.example.org/method",
        sender=Sender(name=draw(prose()), address="digest@example.org"),
        postal_address=draw(prose()),
        streams=(Stream(id="only", title=draw(prose())),),
        roles=tuple(draw(_roles())),
        evidence_classes=tuple(draw(_evidence_classes())),
        outcome_classes=tuple(draw(_outcome_classes())),
        freshness=tuple(draw(_freshness())),
        labels=draw(st.dictionaries(st.sampled_from(("caveats", "fit")), prose(), max_size=2)),
    )


@st.composite
def _roles(draw: st.DrawFn) -> list[Role]:
    count = draw(st.integers(1, 4))
    return [
        Role(
            id=f"role-{number}",
            title=draw(prose()),
            neutral=draw(st.sampled_from((False, False, True))),
            intro=draw(st.none() | prose()),
            fields=tuple(draw(st.lists(st.sampled_from(ROLE_FIELDS), max_size=2, unique=True))),
            channels=draw(st.sampled_from((None, ("pdf", "email"), ("web", "text")))),
            limit=draw(st.none() | st.integers(1, 4)),
            when_no_takeaway=draw(st.sampled_from(Fallback)),
        )
        for number in range(count)
    ]


@st.composite
def _evidence_classes(draw: st.DrawFn) -> list[EvidenceClass]:
    count = draw(st.integers(1, 7))
    return [
        EvidenceClass(id=f"evidence-{number}", title=draw(prose()), definition=draw(prose()))
        for number in range(count)
    ]


@st.composite
def _outcome_classes(draw: st.DrawFn) -> list[OutcomeClass]:
    count = draw(st.integers(1, 4))
    return [
        OutcomeClass(
            id=f"outcome-{number}",
            title=draw(prose()),
            definition=draw(st.none() | prose()),
            tone=draw(st.sampled_from(Tone)),
        )
        for number in range(count)
    ]


@st.composite
def _freshness(draw: st.DrawFn) -> list[Freshness]:
    timed = draw(st.lists(st.integers(0, 400), max_size=3))
    rules = [
        Freshness(id=f"within-{place}", title=draw(prose()), within_days=days)
        for place, days in enumerate(timed)
    ]
    rest = Freshness(id="rest", title=draw(prose()), badge=draw(st.none() | st.just("· {month}")))
    return draw(st.permutations([*rules, *([rest] if draw(st.booleans()) else [])]))


@st.composite
def _corpora(draw: st.DrawFn, publication: Publication, dated: date) -> dict[str, Record]:
    names = draw(ids(draw(st.sampled_from((0, 1, 2, 3, 4, 5, 6, 7)))))
    organizations = draw(st.lists(prose(), min_size=1, max_size=3))
    return {name: draw(_records(publication, dated, name, organizations)) for name in names}


@st.composite
def _records(
    draw: st.DrawFn, publication: Publication, dated: date, name: str, organizations: list[str]
) -> Record:
    moments = st.datetimes(timezones=st.just(UTC))
    optional = {snake(field): draw(st.none() | prose()) for field in ROLE_FIELDS}
    return Record(
        id=name,
        title=draw(prose()),
        organization=draw(st.sampled_from(organizations)),
        publication_date=dated - timedelta(days=draw(_ages(publication))),
        event_date=draw(st.none() | st.dates()),
        source_url=f"https://example.org/{draw(st.sampled_from((1, 2, 3, 4)))}?a=b&c=d-e_f.g",
        source_label=draw(st.none() | prose()),
        evidence_class=draw(st.sampled_from(publication.evidence_classes)).id,
        outcome_class=draw(st.sampled_from(publication.outcome_classes)).id,
        finding=draw(free()),
        caveats=draw(free()),
        retrieved_at=draw(st.none() | moments | st.just(datetime.min.replace(tzinfo=UTC))),
        **optional,
        **draw(_said(publication)),
    )


def _ages(publication: Publication) -> st.SearchStrategy[int]:
    """Days before the edition, often on the edge of a rule of freshness."""
    edges = [rule.within_days for rule in publication.freshness if rule.within_days is not None]
    return st.integers(0, 900) | st.sampled_from([0, *edges, *(edge + 1 for edge in edges)])


@st.composite
def _said(draw: st.DrawFn, publication: Publication) -> dict[str, Any]:
    """Takeaways and details of some of the roles, each marked with its role."""
    everyone = [role.id for role in publication.roles]
    some = st.just(everyone) | st.lists(st.sampled_from(everyone), unique=True)
    fields = st.sampled_from(("fit", "prerequisites", "unsupportedClaims"))
    return {
        "roles": {role: draw(marked("takeaway", role)) for role in draw(some)},
        "role_details": {
            role: draw(
                st.dictionaries(
                    fields,
                    marked("detail", role) | st.lists(marked("detail", role), max_size=2),
                    max_size=3,
                )
            )
            for role in draw(some)
        },
    }


@st.composite
def _editions(
    draw: st.DrawFn, publication: Publication, dated: date, records: dict[str, Record]
) -> Edition:
    order = draw(st.permutations(sorted(records)))
    ledger = order[draw(st.sampled_from((0, 0, 1, 2))) :]
    several = len({records[one].source_url for one in ledger}) > 1
    return Edition(
        id="any-edition",
        stream=publication.streams[0].id,
        title=draw(prose()),
        dated=dated,
        summary=draw(free()),
        preheader=draw(st.none() | free()),
        subject=draw(st.none() | free()),
        records=tuple(ledger),
        patterns=tuple(draw(_patterns(ledger, records))) if several else (),
    )


@st.composite
def _patterns(draw: st.DrawFn, ledger: list[str], records: dict[str, Record]) -> list[Pattern]:
    cited = st.lists(st.sampled_from(ledger), min_size=2, unique=True).filter(
        lambda chosen: len({records[one].source_url for one in chosen}) > 1
    )
    names = draw(ids(draw(st.sampled_from((0, 1, 2, 3)))))
    return [
        Pattern(
            id=name,
            title=draw(prose()),
            summary=draw(prose()),
            question=draw(prose()),
            evidence=tuple(draw(cited)),
        )
        for name in names
    ]
