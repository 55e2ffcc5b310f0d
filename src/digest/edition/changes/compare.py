"""The digests of two sides become one account of what changed."""

from collections.abc import Iterable, Iterator, Sequence

from digest.content.records import label_of
from digest.edition.changes.patterns import patterns
from digest.edition.changes.records import moves, records, texts
from digest.edition.changes.roles import roles, subjects_agree
from digest.edition.changes.side import Told, Whole
from digest.edition.changes.view import Changes, Figure, Side, TextChange
from digest.edition.view import Digest, Statistics, Tally

#: The groups of figures, in reading order.
_GROUPS = ("total", "evidence", "outcome", "freshness")


def compare(
    before: Sequence[Digest], after: Sequence[Digest], *, role: str | None = None
) -> Changes:
    """What changed from one side to the other; each side is one edition's digests, at least one.

    All digests are in one language, one of each role. With `role` the account is narrowed to what
    its readers see. Cost grows with the records and with the texts that changed.
    """
    earlier, later = Whole(before), Whole(after)
    revised = records(earlier, later, role)
    old, new = earlier.first.statistics, later.first.statistics
    return Changes(
        before=_side(earlier.first),
        after=_side(later.first),
        texts=(
            *texts(_front(earlier, earlier, later), _front(later, earlier, later)),
            *_terms(earlier.first, later.first),
        ),
        figures=tuple(_figures(earlier.first, later.first)),
        cautions_added=_without(new.cautions, old.cautions),
        cautions_removed=_without(old.cautions, new.cautions),
        records=revised,
        moved=moves(earlier, later, role),
        patterns=patterns(earlier, later, {one.id for one in revised if one.kind == "revised"}),
        roles=roles(earlier, later, role),
    )


def _side(digest: Digest) -> Side:
    head = digest.masthead
    return Side(edition=head.edition, title=head.title, dated=head.dated.text)


def _front(side: Whole, before: Whole, after: Whole) -> dict[str, Told]:
    digest = side.first
    told = {
        "publication": digest.masthead.publication,
        "stream": digest.masthead.stream,
        "title": digest.masthead.title,
        "summary": digest.summary,
    }
    if subjects_agree(before, after):
        told["subject"] = digest.mail.subject
    told["preheader"] = digest.mail.preheader
    return {field: Told(label_of(field), text) for field, text in told.items()}


def _terms(before: Digest, after: Digest) -> tuple[TextChange, ...]:
    """Definitions that changed of classes that both sides have."""
    old, new = (
        {
            f"{term.badge.kind}/{term.badge.id}": Told(term.badge.title, term.definition)
            for term in one.glossary
        }
        for one in (before, after)
    )
    return texts(
        {one: old[one] for one in old if one in new}, {one: new[one] for one in new if one in old}
    )


def _without(texts_: Iterable[str], known: Iterable[str]) -> tuple[str, ...]:
    told = set(known)
    return tuple(text for text in texts_ if text not in told)


def _figures(before: Digest, after: Digest) -> Iterator[Figure]:
    """The counts that differ; a class nobody has counts as none."""
    old, new = dict(_counts(before)), dict(_counts(after))
    known = dict.fromkeys((*new, *old))
    for key in sorted(known, key=lambda key: _GROUPS.index(key[0])):
        label, count = new.get(key, ("", 0))
        earlier, had = old.get(key, ("", 0))
        if count != had:
            group, one = key
            yield Figure(group=group, id=one, label=label or earlier, before=had, after=count)


def _counts(digest: Digest) -> Iterator[tuple[tuple[str, str], tuple[str, int]]]:
    found, words = digest.statistics, digest.words
    yield ("total", "records"), (words.evidence_records, found.records)
    yield ("total", "patterns"), (words.cross_source_patterns, found.patterns)
    for tally in _tallies(found):
        badge = tally.badge
        yield (badge.kind, badge.id), (badge.title, tally.count)


def _tallies(found: Statistics) -> tuple[Tally, ...]:
    return (*found.evidence, *found.outcomes, *found.freshness)
