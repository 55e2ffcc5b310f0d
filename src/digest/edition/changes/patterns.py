"""Patterns that came, went, gained or lost support, or say it in other words."""

from collections.abc import Iterator

from digest.content.publication import Tone
from digest.content.records import label_of
from digest.edition.changes.records import texts
from digest.edition.changes.side import Told, Whole
from digest.edition.changes.view import Named, PatternChange, PatternFate, Support
from digest.edition.view import PatternView, Strength

#: Outcomes of these tones, beside good ones, do not go together.
_AGAINST = {Tone.MIXED, Tone.CAUTION}


def patterns(before: Whole, after: Whole, revised: set[str]) -> tuple[PatternChange, ...]:
    """The patterns that changed: in the later order, then those that are retired.

    `revised` are the ids of records that were revised; a pattern that rests on one is told.
    """
    old = {pattern.id: pattern for pattern in before.first.patterns}
    new = {pattern.id: pattern for pattern in after.first.patterns}
    told: list[PatternChange] = []
    for one, pattern in new.items():
        if one in old:
            told += _kept(before, after, old[one], pattern, revised)
        else:
            told.append(_new(after, pattern))
    told += [_retired(before, pattern) for one, pattern in old.items() if one not in new]
    return tuple(told)


def support(strength: Strength) -> Support:
    """The figures of a pattern's evidence."""
    return Support(
        records=strength.records,
        sources=strength.sources,
        organizations=strength.organizations,
        classes=len(strength.evidence),
    )


def conflicting(strength: Strength) -> bool:
    """Whether some of the records report good outcomes and others mixed or cautionary ones."""
    tones = {tally.badge.tone for tally in strength.outcomes}
    return Tone.GOOD in tones and bool(tones & _AGAINST)


def _new(after: Whole, pattern: PatternView) -> PatternChange:
    return PatternChange(
        id=pattern.id,
        title=pattern.title,
        kinds=("new",),
        support=support(pattern.strength),
        outcomes=_outcomes(pattern),
        evidence_added=_evidence(after, pattern),
    )


def _retired(before: Whole, pattern: PatternView) -> PatternChange:
    return PatternChange(
        id=pattern.id,
        title=pattern.title,
        kinds=("retired",),
        support_before=support(pattern.strength),
        outcomes_before=_outcomes(pattern),
        evidence_removed=_evidence(before, pattern),
    )


def _kept(
    before: Whole, after: Whole, old: PatternView, new: PatternView, revised: set[str]
) -> Iterator[PatternChange]:
    had, has = _evidence(before, old), _evidence(after, new)
    keys_had, keys_has = {_key(one) for one in had}, {_key(one) for one in has}
    told = PatternChange(
        id=new.id,
        title=new.title,
        kinds=(),
        texts=texts(_texts(before, old), _texts(after, new)),
        support_before=support(old.strength),
        support=support(new.strength),
        outcomes_before=_outcomes(old),
        outcomes=_outcomes(new),
        evidence_added=tuple(one for one in has if _key(one) not in keys_had),
        evidence_removed=tuple(one for one in had if _key(one) not in keys_has),
        revised=tuple(one for one in has if one.id in revised and _key(one) in keys_had),
    )
    kinds = tuple(_kinds(told, old.strength, new.strength))
    if kinds or told.revised or told.outcomes != told.outcomes_before:
        yield told.model_copy(update={"kinds": kinds})


def _kinds(told: PatternChange, old: Strength, new: Strength) -> Iterator[PatternFate]:
    figures = zip(
        support(old).model_dump().values(), support(new).model_dump().values(), strict=True
    )
    steps = [later - earlier for earlier, later in figures]
    more, less = any(step > 0 for step in steps), any(step < 0 for step in steps)
    exchanged = bool(told.evidence_added or told.evidence_removed)
    if more != less:
        yield "strengthened" if more else "weakened"
    elif more or exchanged:
        yield "shifted"
    if conflicting(old) != conflicting(new):
        yield "contradicted" if conflicting(new) else "reconciled"
    if told.texts:
        yield "reworded"


def _texts(side: Whole, pattern: PatternView) -> dict[str, Told]:
    return {
        "title": Told(label_of("title"), pattern.title),
        "summary": Told(label_of("summary"), pattern.summary),
        "question": Told(side.first.words.operating_question, pattern.question),
    }


def _evidence(side: Whole, pattern: PatternView) -> tuple[Named, ...]:
    return tuple(side.named(one) for one in pattern.evidence)


def _key(named: Named) -> str:
    return named.id or named.title


def _outcomes(pattern: PatternView) -> tuple[str, ...]:
    return tuple(tally.badge.title for tally in pattern.strength.outcomes)
