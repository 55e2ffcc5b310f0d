"""Records that came, went, were revised or stand elsewhere."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence

from digest.edition.changes.side import Told, Whole, common
from digest.edition.changes.view import Move, RecordChange, TextChange
from digest.edition.changes.words import change
from digest.edition.view import Entry


def records(before: Whole, after: Whole, role: str | None) -> tuple[RecordChange, ...]:
    """The records that changed: in the order of the later ledger, then those that are gone.

    With a role, only records its digests show, and of those only the texts it reads.
    """
    earlier, later = _seen(before, role), _seen(after, role)
    return (*_there(before, after, earlier, later), *_gone(after, earlier))


def moves(before: Whole, after: Whole, role: str | None) -> tuple[Move, ...]:
    """The fewest records of which one can say that they moved, the others standing still."""
    earlier, later = _seen(before, role), _seen(after, role)
    both = [one for one in later if one in earlier]
    kept = _rising([earlier[one].number for one in both])
    still = {both[at] for at in kept}
    return tuple(
        Move(id=one, title=later[one].title, before=earlier[one].number, after=later[one].number)
        for one in both
        if one not in still
    )


def texts(earlier: dict[str, Told], later: dict[str, Told]) -> tuple[TextChange, ...]:
    """How texts changed, by field; a field of one side alone came or went."""
    if earlier == later:
        return ()
    nothing = Told("", "")
    changed: list[TextChange | None] = []
    for field in dict.fromkeys((*later, *earlier)):
        old, new = earlier.get(field, nothing), later.get(field, nothing)
        changed.append(change(field, new.label or old.label, old.text, new.text))
    return tuple(one for one in changed if one)


def _seen(side: Whole, role: str | None) -> dict[str, Entry]:
    if role is None:
        return side.entries
    digest = side.by_role.get(role)
    return {entry.id: entry for entry in digest.entries} if digest else {}


def _there(
    before: Whole, after: Whole, earlier: dict[str, Entry], later: dict[str, Entry]
) -> Iterator[RecordChange]:
    for one, entry in later.items():
        if one in earlier:
            yield from _revised(before, after, earlier[one], entry)
        elif not before.holds(entry):
            yield _one_sided(entry).model_copy(
                update={
                    "kind": "added",
                    "number": entry.number,
                    "version": entry.provenance.version,
                }
            )


def _gone(after: Whole, earlier: dict[str, Entry]) -> Iterator[RecordChange]:
    for entry in earlier.values():
        if not after.holds(entry):
            yield _one_sided(entry).model_copy(
                update={
                    "kind": "removed",
                    "number_before": entry.number,
                    "version_before": entry.provenance.version,
                }
            )


def _revised(before: Whole, after: Whole, old: Entry, new: Entry) -> Iterator[RecordChange]:
    changed = texts(common(old, before.first.words), common(new, after.first.words))
    if changed or old.provenance.version != new.provenance.version:
        yield _one_sided(new).model_copy(
            update={
                "number_before": old.number,
                "number": new.number,
                "version_before": old.provenance.version,
                "version": new.provenance.version,
                "texts": changed,
            }
        )


def _one_sided(entry: Entry) -> RecordChange:
    return RecordChange(
        id=entry.id,
        title=entry.title,
        organization=entry.organization,
        evidence_class=entry.evidence_class.title,
        outcome=entry.outcome.title,
        kind="revised",
    )


def _rising(numbers: Sequence[int]) -> list[int]:
    """The places of a longest rising subsequence, in n log n steps."""
    ends: list[int] = []
    tips: list[int] = []
    back: list[int] = []
    for at, number in enumerate(numbers):
        length = bisect_left(ends, number)
        ends[length : length + 1] = [number]
        tips[length : length + 1] = [at]
        back.append(tips[length - 1] if length else -1)
    found: list[int] = []
    at = tips[-1] if tips else -1
    while at >= 0:
        found.append(at)
        at = back[at]
    return found[::-1]
