"""Editions nobody wrote: of any length, with texts as uneven as those that people write."""

from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

from digest.content.corpus import Content
from digest.content.editions import Edition, Pattern
from digest.content.publication import (
    EvidenceClass,
    Freshness,
    OutcomeClass,
    Publication,
    Role,
    Stream,
    Tone,
)
from digest.content.records import Record
from support.builders import DATED, a_publication

_TEXT = """
a the of to and in for with from that which over under after before each most some no gate silt
pump level flood river sensor alarm board crew valve weir sluice survey winter closing time
measured reported raised lowered failed delayed doubled halved repaired hydraulic embankment
maintenance responsibility telecommunication misinterpretation approximately nevertheless
cost-benefit two-year 41 58 0.05 3.7% 1,250 £4m “quoted” R&D p<0.05 high-water SCADA
(unpublished) operators’ café naïve
"""
WORDS = _TEXT.split()

EVIDENCE = ("Field measurement", "Model study", "Operator claim", "Independent audit", "Survey")
OUTCOMES = (
    ("Positive", Tone.GOOD),
    ("Mixed", Tone.MIXED),
    ("Cautionary", Tone.CAUTION),
    ("Too early to tell", Tone.EARLY),
)
FIELDS = ("governanceImplications", "procurementImplications", "operatingModelImplications")
ROLES = (
    Role(id="executive", title="Executive", neutral=True, fields=FIELDS[:1]),
    Role(id="engineer", title="Engineering and maintenance", fields=FIELDS),
)


def synthetic(records: int, seed: int, **publication: Any) -> Content:
    """A publication with one edition of so many records; the same for the same seed.

    Half of the records have details of the engineer; every third one adds a pattern, to twelve.
    """
    chance = Random(f"{records}/{seed}")  # noqa: S311  # it draws texts, not secrets
    drawn = [_record(number, chance) for number in range(1, records + 1)]
    patterns = [_pattern(number, drawn, chance) for number in range(min(12, records // 3))]
    edition = Edition(
        id="2026-11-03-drawn",
        stream="only",
        title=_title(chance),
        dated=DATED,
        summary=_prose(chance, 60),
        records=tuple(one.id for one in drawn),
        patterns=tuple(patterns),
    )
    return Content(
        publication=_publication(**publication),
        records={one.id: one for one in drawn},
        editions={edition.id: edition},
    )


def _publication(**changes: Any) -> Publication:
    fields: dict[str, Any] = {
        "streams": (Stream(id="only", title="Barriers, gates and pumps"),),
        "roles": ROLES,
        "evidence_classes": tuple(
            EvidenceClass(id=f"e{n}", title=title, definition=f"What {title.lower()} means here.")
            for n, title in enumerate(EVIDENCE)
        ),
        "outcome_classes": tuple(
            OutcomeClass(id=f"o{n}", title=title, tone=tone, definition=f"It is {title.lower()}.")
            for n, (title, tone) in enumerate(OUTCOMES)
        ),
        "freshness": (
            Freshness(id="new", title="New this month", within_days=31),
            Freshness(id="recent", title="Recent", within_days=120),
            Freshness(id="older", title="Older, newly relevant", badge="Newly relevant · {month}"),
        ),
    }
    return a_publication(**fields | changes)


def _record(number: int, chance: Random) -> Record:
    published = DATED - timedelta(days=chance.randrange(400))
    depth = chance.randrange(1, 9)
    path = "/".join(chance.choice(WORDS[22:44]) for _ in range(depth))
    return Record(
        id=f"record-{number}",
        title=_title(chance),
        organization=" ".join(_word(chance).title() for _ in range(chance.randint(1, 5))),
        geography=chance.choice((None, "England", "North Sea coast")),
        publication_date=published,
        event_date=chance.choice((None, published)),
        source_url=f"https://source-{number}.example.org/{path}?page={number}",
        source_label=chance.choice((None, _title(chance))),
        evidence_class=f"e{chance.randrange(len(EVIDENCE))}",
        outcome_class=f"o{chance.randrange(len(OUTCOMES))}",
        finding=_prose(chance, 70),
        sled_relevance=_perhaps(chance, 40),
        evidence=_perhaps(chance, 30),
        caveats=_prose(chance, 25),
        governance_implications=_perhaps(chance, 20),
        procurement_implications=_perhaps(chance, 20),
        operating_model_implications=_perhaps(chance, 20),
        roles={"engineer": _prose(chance, 35)},
        role_details={"engineer": _details(chance)} if number % 2 else {},
        retrieved_at=datetime.combine(DATED, datetime.min.time(), UTC),
        enrichment_basis=chance.choice((None, "retrieved source")),
        version=str(chance.randint(1, 3)),
    )


def _details(chance: Random) -> dict[str, str | tuple[str, ...]]:
    found: dict[str, str | tuple[str, ...]] = {
        "discoveryQuestions": tuple(_sentence(chance, 14) for _ in range(chance.randint(1, 5))),
        "relatedComponents": tuple(_word(chance) for _ in range(chance.randint(2, 9))),
        "proofRequired": _prose(chance, 20),
        "unsupportedClaims": tuple(_sentence(chance, 10) for _ in range(chance.randint(1, 3))),
    }
    return {name: value for name, value in found.items() if chance.random() < 0.7}


def _pattern(number: int, records: list[Record], chance: Random) -> Pattern:
    evidence = chance.sample(records, min(len(records), chance.randint(2, 6)))
    return Pattern(
        id=f"pattern-{number}",
        title=_title(chance),
        summary=_prose(chance, 60),
        question=f"{_sentence(chance, 18).rstrip('.')}?",
        evidence=tuple(one.id for one in evidence),
    )


def _perhaps(chance: Random, words: int) -> str | None:
    return _prose(chance, words) if chance.random() < 0.8 else None


def _prose(chance: Random, words: int) -> str:
    """Sentences of about so many words, sometimes far fewer or more, sometimes in paragraphs."""
    length = max(4, min(4 * words, round(chance.lognormvariate(0, 0.7) * words)))
    sentences = []
    while length > 0:
        part = min(length, chance.randint(5, 24))
        sentences.append(_sentence(chance, part))
        length -= part
    breaks = ("\n" if chance.random() < 0.04 else " " for _ in sentences)
    return "".join(one + gap for one, gap in zip(sentences, breaks, strict=True)).strip()


def _sentence(chance: Random, words: int) -> str:
    said = " ".join(_word(chance) for _ in range(max(1, words)))
    return f"{said[:1].upper()}{said[1:]}."


def _title(chance: Random) -> str:
    return _sentence(chance, chance.choice((2, 4, 6, 8, 9, 12, 15))).rstrip(".")


def _word(chance: Random) -> str:
    return chance.choice(WORDS)
