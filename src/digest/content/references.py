"""Checks records and editions against the publication and against each other."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, tzinfo
from typing import Any, TypeVar

from digest.content.drafts import Draft, tell_twice
from digest.content.editions import Edition
from digest.content.faults import Place, did_you_mean
from digest.content.formats import Refusal, day, moment
from digest.content.places import quoted
from digest.content.records import Record
from digest.content.vocabulary import Vocabulary, tell_same_ids
from digest.content.webaddresses import same_source
from digest.problems import Severity
from digest.values import Frozen

_Model = TypeVar("_Model", bound=Frozen)

#: How many faults of a file get the nearest of many ids looked up; comparing them takes time.
_COMPARED = 100


@dataclass(frozen=True, slots=True)
class Corpus:
    """All records and editions by their ids.

    `complete` says that every file of them could be read: only then is an id that is not here
    unknown.
    """

    records: dict[str, Draft[Record]]
    editions: dict[str, Draft[Edition]]
    zone: tzinfo
    complete: bool = True


def by_id(drafts: Iterable[Draft[_Model]]) -> dict[str, Draft[_Model]]:
    """The drafts by id; of a second one with an id it is said where the first stands."""
    found: dict[str, Draft[_Model]] = {}
    folded: dict[str, str] = {}
    for draft in drafts:
        if not draft.id:
            continue
        first = folded.setdefault(draft.id.casefold(), draft.id)
        if draft.id in found or first != draft.id:
            other = found[first].place.below("id").said
            same = (
                "is taken" if first == draft.id else f"differs from {quoted(first)} only in case"
            )
            message = f"the id {quoted(draft.id)} {same}; {other} has it"
            draft.place.below("id").fault("C040", message, "give each its own id")
        found.setdefault(draft.id, draft)
    return found


def check_record(record: Draft[Record], known: Vocabulary) -> None:
    """Say what a record names that the publication does not know."""
    for field, what, ids in (
        ("evidenceClass", "evidence class", known.evidence_classes),
        ("outcomeClass", "outcome class", known.outcome_classes),
    ):
        if word := record.text(field):
            _tell_unknown(record.place.below(field), "C043", what, word, ids)
    for place, stream in record.texts("streamIds"):
        _tell_unknown(place, "C044", "stream", stream, known.streams)
    for field in ("roles", "roleDetails"):
        for place, role in record.names(field):
            _check_role(place, role, known)
    _tell_repeated(record)


def check_edition(edition: Draft[Edition], stem: str, corpus: Corpus, known: Vocabulary) -> None:
    """Say what an edition names that does not exist or does not fit it."""
    if edition.id and edition.id != stem:
        message = f"the id {quoted(edition.id)} is not the name of the file"
        edition.place.below("id").fault(
            "C056", message, f"write {quoted(stem)} or rename the file"
        )
    if stream := edition.text("stream"):
        _tell_unknown(edition.place.below("stream"), "C044", "stream", stream, known.streams)
    _check_ledger(edition, corpus)
    _check_previous(edition, corpus)
    patterns = edition.parts("patterns")
    tell_same_ids(patterns, "in `patterns`")
    ledger = {word for _, word in edition.texts("records")}
    for pattern in patterns:
        _check_pattern(pattern, ledger, corpus)


def _check_role(place: Place, role: str, known: Vocabulary) -> None:
    _tell_unknown(place, "C045", "role", role, known.roles, at_key=True)
    if role in known.neutral:
        message = f"the role {quoted(role)} is neutral; its digest shows no takeaway"
        hint = "remove it, or let the role not be neutral"
        place.fault("C057", message, hint, severity=Severity.WARNING, at_key=True)


def _tell_repeated(record: Draft[Record]) -> None:
    for field in ("topics", "streamIds"):
        seen: set[str] = set()
        for place, word in record.texts(field):
            if word in seen:
                message = f"{quoted(word)} stands twice in `{field}`"
                place.fault("C041", message, "keep one of them", severity=Severity.WARNING)
            seen.add(word)


def _check_ledger(edition: Draft[Edition], corpus: Corpus) -> None:
    if edition.is_empty_list("records"):
        hint = "list the ids of its records"
        edition.place.below("records").fault("C054", "the edition has no records", hint)
    records = edition.texts("records")
    tell_twice(records, "the record")
    for place, word in records:
        if (record := corpus.records.get(word)) is None:
            _tell_unknown_record(place, word, corpus)
        else:
            _check_fit(place, edition, record, corpus)


def _check_fit(
    place: Place, edition: Draft[Edition], record: Draft[Record], corpus: Corpus
) -> None:
    stream, streams = edition.text("stream"), [word for _, word in record.texts("streamIds")]
    if stream and streams and stream not in streams:
        message = f"the record {quoted(record.id)} is not in the stream {quoted(stream)}"
        hint = f"add the stream to its `streamIds` ({record.place.said}) or leave it out"
        place.fault("C051", message, hint, severity=Severity.WARNING)
    if dated := _day(edition.text("dated"), corpus):
        _check_published(place, record, dated, corpus)


def _check_published(place: Place, record: Draft[Record], dated: date, corpus: Corpus) -> None:
    for field in ("publicationDate", "publishedAt"):
        published = _day(record.text(field), corpus)
        if published and published > dated:
            message = (
                f"the record {quoted(record.id)} has the {field} {published}, "
                f"after the edition's date {dated}"
            )
            hint = f"mend the date ({record.place.below(field).said}) or leave the record out"
            place.fault("C053", message, hint)
            return


def _check_previous(edition: Draft[Edition], corpus: Corpus) -> None:
    if (word := edition.text("previous")) is None:
        return
    place, previous = edition.place.below("previous"), corpus.editions.get(word)
    if previous is None:
        known = corpus.editions if corpus.complete else None
        _tell_unknown(place, "C052", "edition", word, known)
    elif word == edition.id:
        place.fault("C052", "the edition names itself as the previous one", "name an earlier one")
    else:
        _check_earlier(place, edition, previous, corpus)


def _check_earlier(
    place: Place, edition: Draft[Edition], previous: Draft[Edition], corpus: Corpus
) -> None:
    before, dated = _day(previous.text("dated"), corpus), _day(edition.text("dated"), corpus)
    if before and dated and before >= dated:
        message = f"the previous edition has the date {before}, which is not before {dated}"
        place.fault("C052", message, f"look at both dates ({previous.place.below('dated').said})")
    stream, other = edition.text("stream"), previous.text("stream")
    if stream and other and stream != other:
        message = f"the previous edition is in the stream {quoted(other)}, not {quoted(stream)}"
        place.fault("C052", message, "name an earlier edition of the same stream")


def _check_pattern(pattern: Draft[Any], ledger: set[str], corpus: Corpus) -> None:
    if not isinstance(pattern.raw.get("evidence"), list):
        return
    evidence = pattern.texts("evidence")
    tell_twice(evidence, "the record")
    for place, word in evidence:
        if word not in corpus.records:
            _tell_unknown_record(place, word, corpus)
        elif word not in ledger:
            message = f"the record {quoted(word)} is not in the edition's ledger"
            place.fault("C047", message, "add it to `records` or take it out of the evidence")
    _check_support(pattern.place.below("evidence"), {word for _, word in evidence}, corpus)


def _check_support(place: Place, words: set[str], corpus: Corpus) -> None:
    if len(words) < 2:
        message = "a pattern needs at least two records"
        place.fault("C048", message, "add a record that supports it, or drop the pattern")
        return
    records = [corpus.records[word] for word in words if word in corpus.records]
    urls = [url for record in records if (url := record.text("sourceUrl"))]
    names = [name for record in records if (name := record.text("organization"))]
    if len(urls) == len(words) and len({same_source(url) for url in urls}) == 1:
        message = "every record of this pattern has the same source"
        place.fault("C049", message, "a pattern needs two different `sourceUrl`s")
    elif len(names) == len(words) and len({_plain(name) for name in names}) == 1:
        message = "every record of this pattern is of one organization"
        hint = "look for a source of another one, or let the pattern say so"
        place.fault("C050", message, hint, severity=Severity.WARNING)


def _plain(name: str) -> str:
    return " ".join(name.split()).casefold()


def _tell_unknown_record(place: Place, word: str, corpus: Corpus) -> None:
    _tell_unknown(place, "C042", "record", word, corpus.records if corpus.complete else None)


def _tell_unknown(
    place: Place,
    code: str,
    what: str,
    word: str,
    known: Iterable[str] | None,
    *,
    at_key: bool = False,
) -> None:
    """Say that nothing bears the id; `known` is None when that cannot be told."""
    if known is None or word in known:
        return
    few = len(place.log.found) < _COMPARED
    hint = (did_you_mean(word, known) if few else None) or f"no {what} has this id"
    place.fault(code, f"unknown {what} {quoted(word)}", hint, at_key=at_key)


def _day(text: str | None, corpus: Corpus) -> date | None:
    """The day a date or time names where the publication is, None when it names none."""
    try:
        value = moment(text) if text and len(text) > 10 else day(text or "")
    except Refusal:
        return None
    return value.astimezone(corpus.zone).date() if isinstance(value, datetime) else value
