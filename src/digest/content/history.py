"""Earlier versions of records, read from the files the records came from."""

from collections.abc import Iterator
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

from digest.content.corpus import Content
from digest.content.documents import JsonDocument
from digest.content.editions import Edition
from digest.content.envelopes import documents
from digest.content.faults import Log, Place
from digest.content.publication import Publication
from digest.content.records import Record
from digest.content.validate import read


def as_of(content: Content, edition: Edition) -> Content:
    """The content with the edition's records as they were on the day the edition is dated.

    Of each record that is the last version made by then in the publication's time zone: a version
    is made when it was enriched, or else retrieved. Earlier versions were never checked; one that
    says no time, is no valid record or names an unknown class is passed over. A record without a
    version from that day or before stays as it is.
    """
    past = _Past(content, edition)
    found = {one: past.record(content.records[one]) for one in edition.records}
    return content.model_copy(update={"records": {**content.records, **found}})


class _Past:
    """The records of a publication on the day of an edition; each file is parsed once."""

    def __init__(self, content: Content, edition: Edition) -> None:
        self._publication = content.publication
        self._origins = content.origins
        self._day = edition.dated
        self._zone = ZoneInfo(content.publication.timezone)
        self._files: dict[str, dict[str, list[Any]]] = {}

    def record(self, known: Record) -> Record:
        """The record as it was; as it is when nothing tells otherwise."""
        made = self._made(known)
        if made is None or made <= self._day:
            return known
        return next(filter(self._was, self._earlier(known)), known)

    def _made(self, record: Record) -> date | None:
        moment = record.enriched_at or record.retrieved_at
        try:
            return moment.astimezone(self._zone).date() if moment else None
        except OverflowError:  # the first or the last day that dates can express
            return moment.date() if moment else None

    def _was(self, record: Record) -> bool:
        made = self._made(record)
        return (
            made is not None
            and max(made, record.publication_date) <= self._day
            and _named(record, self._publication)
        )

    def _earlier(self, known: Record) -> Iterator[Record]:
        """The valid versions before the last one, the latest first."""
        origin = self._origins.get(known.id)
        document = origin.document if origin else None
        if len(known.versions) < 2 or not isinstance(document, JsonDocument):
            return
        if document.text not in self._files:
            self._files[document.text] = _versions(document)
        versions = self._files[document.text].get(known.id, [])
        for at in reversed(range(len(versions) - 1)):
            if found := _record(versions[at], known, at, document):
                yield found


def _versions(document: JsonDocument) -> dict[str, list[Any]]:
    """The versions that stand in a document's file or line, by record."""
    values = (value for _, value in documents(document.path, document.text, Log(document.path)))
    found: dict[str, list[Any]] = {}
    for value in values:
        if isinstance(value, dict) and isinstance(value.get("versions"), list):
            found.setdefault(str(value.get("resourceId")), value["versions"])
    return found


def _record(version: Any, known: Record, at: int, document: JsonDocument) -> Record | None:
    resource = version.get("resource") if isinstance(version, dict) else None
    if not isinstance(resource, dict) or resource.get("id") != known.id:
        return None
    place = Place(document, Log(document.path))
    return read(Record, resource, place, version=known.versions[at], versions=known.versions)


def _named(record: Record, publication: Publication) -> bool:
    """Whether the publication still knows the classes of the record."""
    evidence = {one.id for one in publication.evidence_classes}
    outcomes = {one.id for one in publication.outcome_classes}
    return record.evidence_class in evidence and record.outcome_class in outcomes
