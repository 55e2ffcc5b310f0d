"""Checks a publication against itself: its ids, its rules and the words it knows."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from digest.content.drafts import Draft, tell_twice
from digest.content.faults import Place, did_you_mean, nearest_word
from digest.content.formats import Refusal, language
from digest.content.places import quoted
from digest.content.publication import Publication
from digest.content.records import ROLE_FIELDS, Record
from digest.content.shapes import shape_of
from digest.problems import Severity

_LISTS = ("streams", "roles", "evidence_classes", "outcome_classes", "freshness")


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The ids a publication gives; None where its file leaves them unknown."""

    roles: frozenset[str] | None = None
    neutral: frozenset[str] = frozenset()
    streams: frozenset[str] | None = None
    evidence_classes: frozenset[str] | None = None
    outcome_classes: frozenset[str] | None = None
    languages: frozenset[str] | None = None


def vocabulary(draft: Draft[Publication] | None) -> Vocabulary:
    """The ids a publication gives, as far as they can be read."""
    if draft is None:
        return Vocabulary()
    neutral = (role.id for role in draft.parts("roles") if role.raw.get("neutral") is True)
    return Vocabulary(
        roles=_ids(draft, "roles"),
        neutral=frozenset(neutral),
        streams=_ids(draft, "streams"),
        evidence_classes=_ids(draft, "evidence_classes"),
        outcome_classes=_ids(draft, "outcome_classes"),
        languages=_languages(draft),
    )


def check(draft: Draft[Publication]) -> None:
    """Say what contradicts itself in a publication."""
    for name in _LISTS:
        if draft.is_empty_list(name):
            place = draft.place.below(name)
            place.fault("C054", f"`{name}` is empty", "add at least one")
        tell_same_ids(draft.parts(name), f"in `{name}`")
    for role in draft.parts("roles"):
        _check_fields(role)
        _check_channels(role)
    _check_languages(draft)
    _check_freshness(draft.parts("freshness"), draft.place.below("freshness"))


def check_labels(draft: Draft[Publication], details: Iterable[str]) -> None:
    """Say of labels for a field nobody has that another field may be meant."""
    known = {*(shape_of(Record).fields or ()), *details}
    for place, name in draft.names("labels"):
        near = None if name in known else nearest_word(name, known)
        if near:
            message = f"no record has a field {quoted(name)}"
            hint = f"did you mean {quoted(near)}?"
            place.fault("C058", message, hint, severity=Severity.WARNING, at_key=True)


def tell_same_ids(parts: Iterable[Draft[Any]], where: str) -> None:
    """Say of each id that several parts of one file bear where it stood first."""
    first: dict[str, Place] = {}
    for part in parts:
        if part.id in first:
            message = f"the id {quoted(part.id)} stands twice {where}"
            hint = f"it stands first at {first[part.id].said}"
            part.place.below("id").fault("C040", message, hint)
        elif part.id:
            first[part.id] = part.place.below("id")


def _ids(draft: Draft[Publication], name: str) -> frozenset[str] | None:
    known = isinstance(draft.raw.get(name), list)
    return frozenset(part.id for part in draft.parts(name) if part.id) if known else None


def _languages(draft: Draft[Publication]) -> frozenset[str] | None:
    main = list(_usual([draft.text("language")]))
    further = _usual(word for _, word in draft.texts("languages"))
    return frozenset([*main, *further]) if main else None


def _usual(words: Iterable[str | None]) -> Iterator[str]:
    for word in words:
        try:
            yield language(word or "")
        except Refusal:
            continue


def _check_fields(role: Draft[Any]) -> None:
    fields = role.texts("fields")
    tell_twice(fields, "the field")
    for place, name in fields:
        if name in ROLE_FIELDS:
            continue
        if name in (shape_of(Record).fields or ()):
            hint = "remove it; a digest prints it for every role, or for none"
            place.fault("C046", f"the field {quoted(name)} is not one a role chooses", hint)
        else:
            hint = did_you_mean(name, ROLE_FIELDS) or f"a role chooses of {', '.join(ROLE_FIELDS)}"
            place.fault("C046", f"records have no field {quoted(name)}", hint)


def _check_channels(role: Draft[Any]) -> None:
    tell_twice(role.texts("channels"), "the channel")
    if role.is_empty_list("channels"):
        hint = "name one, or remove `channels` to have them all"
        role.place.below("channels").fault("C054", "`channels` is empty", hint)


def _check_languages(draft: Draft[Publication]) -> None:
    main = draft.text("language")
    places = [
        (place, usual) for place, word in draft.texts("languages") for usual in _usual([word])
    ]
    tell_twice(places, "the language")
    for place, word in places:
        if main and word in set(_usual([main])):
            message = f"the language {quoted(word)} is the publication's own"
            place.fault("C041", message, "list further languages only")


def _check_freshness(rules: list[Draft[Any]], place: Place) -> None:
    rest = [rule for rule in rules if rule.raw.get("within_days") is None]
    if rules and not rest:
        hint = "let the last rule have no `within_days`"
        place.fault("C055", "no rule takes the records that are older", hint)
    for rule in rest:
        if rule is not rules[-1]:
            message = "a rule without `within_days` leaves nothing to the rules after it"
            rule.place.fault("C055", message, "give it `within_days` or let it be the last")
    _check_rising(rules)


def _check_rising(rules: list[Draft[Any]]) -> None:
    most = -1
    for rule in rules:
        days = rule.raw.get("within_days")
        if not isinstance(days, int) or isinstance(days, bool):
            continue
        if days <= most:
            message = f"{days} days are within the {most} days of a rule before"
            rule.place.below("within_days").fault("C055", message, "sort the rules by days")
        most = max(most, days)
