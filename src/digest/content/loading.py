"""Reads a publication folder: files come in, a checked `Content` or every problem goes out."""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, tzinfo
from pathlib import Path, PurePosixPath
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from digest.content import envelopes, yamltext
from digest.content.corpus import Content, Subscriber
from digest.content.documents import JsonDocument, Origin, YamlDocument
from digest.content.drafts import Draft
from digest.content.editions import Edition
from digest.content.faults import Fault, Place
from digest.content.folder import LARGEST_YAML, Folder
from digest.content.pictures import LARGEST, UnfitPictureError, pixels
from digest.content.places import Spot, quoted
from digest.content.publication import Publication
from digest.content.records import Record
from digest.content.references import Corpus, by_id, check_edition, check_record
from digest.content.release import check_release
from digest.content.subscribers import subscribers
from digest.content.svg.drawing import drawing, is_drawing
from digest.content.svg.tree import UnfitDrawingError
from digest.content.validate import kind, read
from digest.content.vocabulary import Vocabulary, check, check_labels, vocabulary
from digest.problems import Problem, Severity, errors
from digest.values import Frozen

PUBLICATION = "publication.yaml"
SUBSCRIBERS = "subscribers.csv"
RECORDS = "records"
EDITIONS = "editions"

#: The folders of a publication whose files are read.
SOURCES = (RECORDS, EDITIONS)

#: Everything in a publication's folder that means something.
NAMES = (PUBLICATION, SUBSCRIBERS, *SOURCES, "templates", "styles")

#: The version of the files that is read.
SCHEMA = 1

#: Codes of problems that hide what a file holds.
_UNREAD = {"C002", "C003", "C004", "C005", "C010", "C011", "C014", "C015"}

_Model = TypeVar("_Model", bound=Frozen)


class Loaded(Frozen):
    """A publication as far as it could be read; `content` is None when an error stands."""

    content: Content | None
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class _Read:
    """All that was read of a folder, faulty or not."""

    publication: Draft[Publication] | None
    records: list[Draft[Record]]
    editions: list[Draft[Edition]]
    complete: bool


def load(root: Path) -> Loaded:
    """Read and check everything below a publication's folder.

    Nothing is raised for what an author can mend: every problem of every file is in the answer,
    by path, line and column.
    """
    folder = Folder(Path(os.path.realpath(root)))
    drafts = _read(folder)
    known = vocabulary(drafts.publication)
    corpus = _check(drafts, known)
    readers = _subscribers(folder, known)
    _check_logo(folder, drafts.publication)
    if drafts.publication:
        folder.tell_misnamed(NAMES)
    problems = folder.problems()
    if errors(problems) or drafts.publication is None or drafts.publication.model is None:
        return Loaded(content=None, problems=problems)
    content = Content(
        publication=drafts.publication.model,
        records=_models(corpus.records),
        editions=_models(corpus.editions),
        subscribers=readers,
        inputs=dict(sorted(folder.inputs.items())),
        places=_places(corpus),
        origins=_origins(drafts.publication, corpus),
    )
    return Loaded(content=content, problems=problems)


def _read(folder: Folder) -> _Read:
    publication = _publication(folder)
    records, editions = list(_records(folder)), list(_editions(folder))
    complete = not any(
        fault.code in _UNREAD
        for path, log in folder.logs.items()
        for _, fault in log.found
        if path.startswith(SOURCES)
    )
    return _Read(publication, records, editions, complete)


def _publication(folder: Folder) -> Draft[Publication] | None:
    if not folder.has(PUBLICATION):
        other = (
            "rename publication.yml to publication.yaml" if folder.has("publication.yml") else None
        )
        hint = other or "name the folder of a publication, or begin one with `digest init`"
        folder.fault(PUBLICATION, "C001", "there is no publication.yaml", hint)
        return None
    if (found := _yaml(folder, PUBLICATION)) is None:
        return None
    raw, place = found
    _check_schema(raw, place)
    plain = {name: value for name, value in raw.items() if name != "schema"}
    return Draft(place, plain, read(Publication, plain, place))


def _check_schema(raw: dict[str, Any], place: Place) -> None:
    value = raw.get("schema")
    if value is None:
        place.fault("C020", "`schema` is missing", f"add `schema: {SCHEMA}`")
    elif value != SCHEMA or isinstance(value, bool):
        message = f"`schema` is not {SCHEMA}, the version of the files that is read"
        place.below("schema").fault("C028", message, f"write `schema: {SCHEMA}`")


def _records(folder: Folder) -> Iterator[Draft[Record]]:
    for path in folder.files(RECORDS, (".json", ".jsonl"), deep=True):
        if (text := folder.text(path)) is not None:
            log = folder.log(path)
            for document, value in envelopes.documents(log.path, text, log):
                yield from envelopes.drafts(value, Place(document, log))
                if log.full:
                    break


def _editions(folder: Folder) -> Iterator[Draft[Edition]]:
    paths = list(folder.files(EDITIONS, (".yaml", ".yml"), deep=False))
    if not paths and folder.has(PUBLICATION):
        hint = "write one into editions/"
        folder.fault(EDITIONS, "C059", "there is no edition", hint, severity=Severity.WARNING)
    for path in paths:
        if (found := _yaml(folder, path)) is not None:
            raw, place = found
            yield Draft(place, raw, read(Edition, raw, place))


def _yaml(folder: Folder, path: str) -> tuple[dict[str, Any], Place] | None:
    if (text := folder.text(path, largest=LARGEST_YAML)) is None:
        return None
    log = folder.log(path)
    reading, known = yamltext.read(text)
    for fault in reading.faults:
        log.add(fault)
    if not reading.readable:
        return None
    place = Place(YamlDocument(log.path, known), log)
    if not isinstance(reading.value, dict):
        message = f"the file should be a set of fields, but is {kind(reading.value)}"
        place.fault("C021", message, "write `field: value`, one a line")
        return None
    return reading.value, place


def _check(drafts: _Read, known: Vocabulary) -> Corpus:
    """Say what is wrong between the files; the corpus they make together."""
    corpus = Corpus(
        records=by_id(drafts.records),
        editions=by_id(drafts.editions),
        zone=_zone(drafts.publication),
        complete=drafts.complete,
    )
    for record in drafts.records:
        check_record(record, known)
    for edition in drafts.editions:
        stem = PurePosixPath(edition.place.document.path).stem
        check_edition(edition, stem, corpus, known)
    if drafts.publication:
        check(drafts.publication)
        check_labels(drafts.publication, _details(drafts.records))
        check_release(drafts.publication)
    return corpus


def _zone(publication: Draft[Publication] | None) -> tzinfo:
    known = publication.model if publication else None
    return ZoneInfo(known.timezone) if known else UTC


def _details(records: list[Draft[Record]]) -> Iterator[str]:
    """The names of all details that roles have."""
    for record in records:
        roles = record.raw.get("roleDetails")
        for details in roles.values() if isinstance(roles, dict) else ():
            yield from details if isinstance(details, dict) else ()


def _subscribers(folder: Folder, known: Vocabulary) -> tuple[Subscriber, ...]:
    if not folder.has(SUBSCRIBERS) or (text := folder.text(SUBSCRIBERS)) is None:
        return ()
    return subscribers(text, folder.log(SUBSCRIBERS), known)


def _check_logo(folder: Folder, publication: Draft[Publication] | None) -> None:
    logo = publication.model.theme.logo if publication and publication.model else None
    if publication is None or logo is None:
        return
    place = publication.place.below("theme", "logo")
    if not folder.has(logo):
        place.fault("C038", f"there is no file {quoted(logo)}", "write the path of a picture")
    elif (data := folder.data(logo, largest=LARGEST)) is not None:
        try:
            drawing(data) if is_drawing(data) else pixels(data)
        except UnfitDrawingError as error:
            for line, column, message, hint in error.flaws:
                folder.log(logo).add(
                    Fault("C068", f"the drawing {message}", hint, spot=Spot(line, column))
                )
        except UnfitPictureError as error:
            hint = "save it as SVG, or as PNG or JPEG about 800 pixels wide"
            place.fault("C064", f"{quoted(logo)} cannot be shown: {error}", hint)


def _models(drafts: dict[str, Draft[_Model]]) -> dict[str, _Model]:
    return {id_: draft.model for id_, draft in sorted(drafts.items()) if draft.model}


def _places(corpus: Corpus) -> dict[str, str]:
    return {id_: draft.place.said for id_, draft in _found(corpus)}


def _origins(publication: Draft[Publication], corpus: Corpus) -> dict[str, Origin]:
    origins = {id_: _origin(draft.place) for id_, draft in _found(corpus)}
    return {"": _origin(publication.place)} | origins


def _found(corpus: Corpus) -> Iterator[tuple[str, Draft[Any]]]:
    """Editions, then records: should both bear one id, the record is the one that is found."""
    yield from sorted(corpus.editions.items())
    yield from sorted(corpus.records.items())


def _origin(place: Place) -> Origin:
    document = place.document
    if isinstance(document, JsonDocument):
        return envelopes.origin(document, place.loc)
    return Origin(document)
