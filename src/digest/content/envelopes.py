"""Finds the resources in a file of records, whatever form the research system gave it."""

from collections.abc import Iterator
from typing import Any

from pydantic import ConfigDict
from pydantic.alias_generators import to_camel

from digest.content import jsonplaces, jsontext
from digest.content.characters import forbidden
from digest.content.documents import JsonDocument, Origin
from digest.content.drafts import Draft
from digest.content.faults import Fault, Log, Place, Reading
from digest.content.formats import Line, RecordId
from digest.content.places import START, Loc, Spot, quoted, spots
from digest.content.records import Record
from digest.content.shapes import shape_of
from digest.content.validate import kind, read
from digest.values import Frozen

#: The version of a resource that stands in no envelope.
BARE = "1"

_SCHEMA = "$schema"


class _Envelope(Frozen):
    """What stands beside the versions of a resource."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)

    resource_id: RecordId


class _Version(Frozen):
    """What stands beside the resource of a version."""

    version: Line


def documents(path: str, text: str, log: Log) -> Iterator[tuple[JsonDocument, Any]]:
    """The JSON values of a file, one a record: its own, those of its list, or one a line."""
    if path.endswith(".jsonl"):
        yield from _lines(path, text, log)
        return
    reading = _logged(jsontext.read(text), log)
    if not reading.readable:
        return
    if isinstance(reading.value, list):
        yield from _items(path, text, reading.value)
    else:
        yield JsonDocument(path, text), reading.value


def drafts(value: Any, place: Place) -> Iterator[Draft[Record]]:
    """The record a value of a file holds, if it holds one; what is wrong with it is said."""
    if not isinstance(value, dict):
        message = f"a record should be a set of fields, but is {kind(value)}"
        place.fault("C026", message, "write { } with the fields of a resource")
    elif value.keys() & {"resourceId", "versions"}:
        yield from _enveloped(value, place)
    elif value.keys() & set(shape_of(Record).fields or ()):
        yield _resource(value, place, BARE, (BARE,))
    else:
        message = "no field of a record stands here"
        hint = "a resource has fields such as id and title; its envelope resourceId and versions"
        place.fault("C026", message, hint)


def origin(document: JsonDocument, loc: Loc) -> Origin:
    """Where the resource at a location begins, so that its fields are found at little cost."""
    offset = jsonplaces.find(document.text, [loc], start=document.start)[loc].value
    at = spots(document.text, [offset], start=document.start, at=document.at)[offset]
    return Origin(JsonDocument(document.path, document.text, offset, at))


def _enveloped(value: dict[str, Any], place: Place) -> Iterator[Draft[Record]]:
    envelope = read(_Envelope, _without(value, "versions", _SCHEMA), place)
    versions = value.get("versions")
    if "versions" not in value:
        place.fault("C020", "`versions` is missing", "add the list of versions")
    elif not isinstance(versions, list):
        message = f"`versions` should be a list, but is {kind(versions)}"
        place.below("versions").fault("C021", message, "write a list of versions")
    elif not versions:
        hint = "add { version, resource } to the list"
        place.below("versions").fault("C054", "the record has no version", hint)
    else:
        yield from _versioned(versions, place.below("versions"), envelope)
        return
    yield from _named(envelope, place)


def _versioned(
    versions: list[Any], place: Place, envelope: _Envelope | None
) -> Iterator[Draft[Record]]:
    for index, version in enumerate(versions):
        if envelope and isinstance(version, dict):
            _tell_other_id(version.get("resource"), place.below(index, "resource"), envelope)
    last, where = versions[-1], place.below(len(versions) - 1)
    if not isinstance(last, dict):
        where.fault("C021", f"a version should be a set of fields, but is {kind(last)}")
        yield from _named(envelope, where)
        return
    version = read(_Version, _without(last, "resource"), where)
    resource = last.get("resource")
    if "resource" not in last:
        where.fault("C020", "`resource` is missing", "add the resource of this version")
    elif not isinstance(resource, dict):
        message = f"`resource` should be a set of fields, but is {kind(resource)}"
        where.below("resource").fault("C021", message, "write { } with the fields of a resource")
    else:
        name = version.version if version else ""
        yield _resource(resource, where.below("resource"), name, _names(versions))
        return
    yield from _named(envelope, where)


def _named(envelope: _Envelope | None, place: Place) -> Iterator[Draft[Record]]:
    """A record of which no more than the id can be read, so that it is not called unknown."""
    if envelope:
        yield Draft(place, {"id": envelope.resource_id})


def _tell_other_id(resource: Any, place: Place, envelope: _Envelope) -> None:
    found = resource.get("id") if isinstance(resource, dict) else None
    if isinstance(found, str) and found != envelope.resource_id:
        message = f"the id {quoted(found)} is not the resourceId {quoted(envelope.resource_id)}"
        hint = "an envelope holds versions of one resource; give both the same id"
        place.below("id").fault("C027", message, hint)


def _resource(
    value: dict[str, Any], place: Place, version: str, versions: tuple[str, ...]
) -> Draft[Record]:
    plain = _without(value, _SCHEMA)
    return Draft(place, plain, read(Record, plain, place, version=version, versions=versions))


def _names(versions: list[Any]) -> tuple[str, ...]:
    """The names of all versions; an early one without a name goes by its number."""
    names = [one.get("version") if isinstance(one, dict) else None for one in versions]
    return tuple(
        name.strip() if isinstance(name, str) and name.strip() and not forbidden(name) else str(n)
        for n, name in enumerate(names, start=1)
    )


def _without(value: dict[str, Any], *names: str) -> dict[str, Any]:
    return {name: item for name, item in value.items() if name not in names}


def _lines(path: str, text: str, log: Log) -> Iterator[tuple[JsonDocument, Any]]:
    lines = text.split("\n")
    first = next((line for line in lines if line.strip()), None)
    if first is None:
        log.add(Fault("C010", "the file holds nothing", "remove the file", spot=START))
    elif not jsontext.read(first).readable and jsontext.read(text).readable:
        message = "one value goes over several lines"
        hint = "a .jsonl file holds one record a line; give the file the ending .json"
        log.add(Fault("C010", message, hint, spot=START))
    else:
        yield from _each_line(path, lines, log)


def _each_line(path: str, lines: list[str], log: Log) -> Iterator[tuple[JsonDocument, Any]]:
    for number, line in enumerate(lines, start=1):
        yield from _line(path, line, Spot(number, 1), log)


def _line(path: str, line: str, at: Spot, log: Log) -> Iterator[tuple[JsonDocument, Any]]:
    if line.strip():
        reading = _logged(jsontext.read(line, at=at), log)
        if reading.readable:
            yield JsonDocument(path, line, at=at), reading.value


def _items(path: str, text: str, values: list[Any]) -> Iterator[tuple[JsonDocument, Any]]:
    start, at = 0, START
    for index, offset in enumerate(jsonplaces.items(text)):
        start, at = offset, spots(text, [offset], start=start, at=at)[offset]
        yield JsonDocument(path, text, start, at, (index,)), values[index]


def _logged(reading: Reading, log: Log) -> Reading:
    for fault in reading.faults:
        log.add(fault)
    return reading
