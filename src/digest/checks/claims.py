"""Whether a digest says what one of its records warns nobody may claim."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from digest.checks.subject import Subject
from digest.checks.words import TURNING, sentences, stem, weighty, words
from digest.content.places import quoted
from digest.content.records import UNSUPPORTED_CLAIMS, DetailText, Record
from digest.problems import Problem

#: A sentence repeats a claim with so much of its pairs of neighbouring words, and of its words.
_PAIRS = 2 / 3
_WORDS = 3 / 4

#: A word may stand between two words that are neighbours in the claim.
_REACH = 2

#: So many statements with one pair of words are looked at: more of the kind say nothing new.
_MOST = 50

Pair = tuple[str, str]


class Text(NamedTuple):
    """A text of a file: whose it is, which field it stands in, and what it says."""

    owner: str
    field: str
    text: str


class Said(NamedTuple):
    """A sentence that states something, and the text it stands in; `turning` words deny it."""

    source: Text
    words: frozenset[str]
    pairs: frozenset[Pair]
    turning: frozenset[str]

    def repeats(self, claim: list[str]) -> bool:
        """Whether it says the claim without denying it or leaving it open."""
        known, pairs = set(claim), set(pairwise(claim))
        return (
            claim[0] in self.words
            and len(known & self.words) >= _WORDS * len(known)
            and len(pairs & self.pairs) >= _PAIRS * len(pairs)
            and self.turning <= known
        )


class Index:
    """Statements by the pairs of words they hold, so that a claim is compared with few."""

    def __init__(self, texts: tuple[Text, ...]) -> None:
        self._said: dict[Pair, list[Said]] = {}
        for statement in (one for text in texts for one in _statements(text)):
            for pair in statement.pairs:
                known = self._said.setdefault(pair, [])
                if len(known) < _MOST:
                    known.append(statement)

    def repeats(self, claim: str) -> Text | None:
        """The first text in which the claim is stated."""
        said = weighty(claim)
        found = (one for pair in pairwise(said) for one in self._said.get(pair, ()))
        return next((one.source for one in found if one.repeats(said)), None)


@lru_cache(maxsize=64)
def index(texts: tuple[Text, ...]) -> Index:
    """The index of texts; an author who saves one record waits for that one alone."""
    return Index(texts)


def unsupported_claim(subject: Subject) -> Iterator[Problem]:
    """E013: what a record says nobody may claim is claimed all the same."""
    common = index(tuple(_edition(subject)))
    patterns = _patterns(subject)
    for record in subject.records:
        claims = list(_claims(record))
        if not claims:
            continue
        indexes = [index(tuple(_record(record))), common, *patterns.get(record.id, ())]
        for field, claim in claims:
            text = next((found for one in indexes if (found := one.repeats(claim))), None)
            if text:
                yield _told(subject, record, claim, field, text)


def _told(subject: Subject, record: Record, claim: str, field: str, text: Text) -> Problem:
    return subject.warning(
        "E013",
        f"this says what {record.id} warns nobody may claim: {quoted(' '.join(claim.split()))}",
        f"say less here, or strike the claim from {field} if the record supports it",
        at=(text.owner, text.field),
        bound=(record.id, claim),
    )


def _claims(record: Record) -> Iterator[tuple[str, str]]:
    """Each claim once, with the field it stands in first."""
    known: set[str] = set()
    for role, details in record.role_details.items():
        for claim in _texts(details.get(UNSUPPORTED_CLAIMS, ())):
            if claim not in known:
                known.add(claim)
                yield f"roleDetails/{role}/{UNSUPPORTED_CLAIMS}", claim


def _record(record: Record) -> Iterator[Text]:
    """What a record states; its evidence and limits say what is not shown."""
    for field in ("title", "finding", "sledRelevance"):
        yield Text(record.id, field, record.text(field) or "")
    for role, takeaway in record.roles.items():
        yield Text(record.id, f"roles/{role}", takeaway)
    for role, details in record.role_details.items():
        for name, value in details.items():
            if name != UNSUPPORTED_CLAIMS:
                for text in _texts(value):
                    yield Text(record.id, f"roleDetails/{role}/{_token(name)}", text)


def _edition(subject: Subject) -> Iterator[Text]:
    edition = subject.edition
    for field in ("title", "summary", "subject", "preheader"):
        yield Text(edition.id, field, getattr(edition, field) or "")


def _patterns(subject: Subject) -> dict[str, list[Index]]:
    """By the id of a record: what the patterns that cite it state."""
    found: dict[str, list[Index]] = {}
    for number, pattern in enumerate(subject.edition.patterns):
        texts = (
            Text(subject.edition.id, f"patterns/{number}/{field}", text)
            for field, text in (("title", pattern.title), ("summary", pattern.summary))
        )
        known = index(tuple(texts))
        for record in pattern.evidence:
            found.setdefault(record, []).append(known)
    return found


def _statements(text: Text) -> Iterator[Said]:
    for sentence in sentences(text.text):
        if not sentence.endswith(("?", "\uff1f", "\u061f")):
            found = weighty(sentence)
            near = (
                (one, other)
                for step in range(1, _REACH + 1)
                for one, other in zip(found, found[step:], strict=False)
            )
            turning = map(stem, TURNING.intersection(words(sentence)))
            yield Said(text, frozenset(found), frozenset(near), frozenset(turning))


def _texts(value: DetailText) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


def _token(name: str) -> str:
    return name.replace("~", "~0").replace("/", "~1")
