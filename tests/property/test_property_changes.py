"""What holds of the comparison of any two editions of a valid publication."""

from collections import Counter
from collections.abc import Iterator

from hypothesis import given, settings
from hypothesis import strategies as st

from digest.content.corpus import Content
from digest.edition.changes.compare import compare
from digest.edition.changes.view import Changes, TextChange
from digest.edition.compose import compose
from digest.edition.view import Digest
from support.strategies import Case, cases, prose

ANY = settings(max_examples=25)

OPPOSITE = {
    "added": "removed",
    "removed": "added",
    "new": "retired",
    "retired": "new",
    "strengthened": "weakened",
    "weakened": "strengthened",
    "contradicted": "reconciled",
    "reconciled": "contradicted",
}


def sides(case: Case) -> list[Digest]:
    content = case.content
    return [
        compose(content, case.edition, role, content.publication.language)
        for role in content.publication.roles
    ]


@st.composite
def pairs(draw: st.DrawFn) -> tuple[list[Digest], list[Digest]]:
    """An edition and what somebody made of it: records dropped, turned round and reworded."""
    case = draw(cases())
    kept = draw(st.permutations(case.edition.records))
    kept = kept[: draw(st.integers(0, len(kept)))]
    known = dict(case.content.records)
    for one in draw(st.sets(st.sampled_from(kept))) if kept else set():
        known[one] = known[one].model_copy(
            update={"finding": draw(prose()), "roles": {}, "version": "later"}
        )
    patterns = tuple(
        pattern.model_copy(update={"evidence": cited})
        for pattern in case.edition.patterns
        if (cited := tuple(one for one in pattern.evidence if one in kept))
    )
    edition = case.edition.model_copy(update={"records": tuple(kept), "patterns": patterns})
    content: Content = case.content.model_copy(update={"records": known})
    return sides(case), sides(Case(content, edition, case.role, case.language))


def opposite(kinds: tuple[str, ...]) -> set[str]:
    return {OPPOSITE.get(kind, kind) for kind in kinds}


def texts(changes: Changes) -> Iterator[TextChange]:
    yield from changes.texts
    for record in changes.records:
        yield from record.texts
    for pattern in changes.patterns:
        yield from pattern.texts
    for role in changes.roles:
        yield from role.texts
        for entry in role.entries:
            yield from entry.texts


def told(changes: Changes, *, swapped: bool) -> Counter[object]:
    """What is told of both sides, as it looks from the other one when they are swapped."""
    turn = OPPOSITE if swapped else {}
    found: Counter[object] = Counter()
    for record in changes.records:
        numbers = (record.number_before, record.number)
        found[turn.get(record.kind, record.kind), record.id, numbers[:: -1 if swapped else 1]] += 1
    for pattern in changes.patterns:
        kinds = opposite(pattern.kinds) if swapped else set(pattern.kinds)
        found[pattern.id, frozenset(kinds)] += 1
    for figure in changes.figures:
        counts = (figure.before, figure.after)
        found[figure.group, figure.id, counts[:: -1 if swapped else 1]] += 1
    for role in changes.roles:
        for entry in role.entries:
            found[role.id, entry.id, turn.get(entry.kind, entry.kind), entry.reason] += 1
            found[role.id, entry.claims_removed if swapped else entry.claims_added] += 1
            found[role.id, entry.claims_added if swapped else entry.claims_removed] += 1
    for text in texts(changes):
        ends = (text.before, text.after)
        found[text.field, ends[:: -1 if swapped else 1]] += 1
    return found


@given(cases())
@ANY
def test_an_edition_does_not_differ_from_itself(case: Case) -> None:
    assert compare(sides(case), sides(case)).empty


@given(pairs())
@ANY
def test_what_came_on_one_side_went_on_the_other(
    pair: tuple[list[Digest], list[Digest]],
) -> None:
    before, after = pair

    there, back = compare(before, after), compare(after, before)

    assert told(there, swapped=False) == told(back, swapped=True)
    assert len(there.moved) == len(back.moved)
    assert there.empty == back.empty


@given(pairs())
@ANY
def test_every_text_that_changed_stands_in_the_digests(
    pair: tuple[list[Digest], list[Digest]],
) -> None:
    before, after = pair
    old, new = (
        {text for digest in side for text in strings(digest.model_dump())} for side in pair
    )

    for text in texts(compare(before, after)):
        assert text.before != text.after
        assert _said(text.before, old)
        assert _said(text.after, new)


def strings(value: object) -> Iterator[str]:
    """Every text in a value, whatever it stands in."""
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for one in value:
            yield from strings(one)
    elif isinstance(value, str):
        yield value


def _said(text: str, known: set[str]) -> bool:
    """Whether it is a text of the digest, or a list of such texts."""
    return not text or text in known or ": " in text or _listed(text, known)


def _listed(text: str, known: set[str]) -> bool:
    return any(
        text[:end] in known and (end == len(text) or _listed(text[end + 1 :], known))
        for end in range(1, len(text) + 1)
        if end == len(text) or text[end] == "\n"
    )


@given(pairs())
@ANY
def test_narrowing_tells_nothing_of_other_roles(pair: tuple[list[Digest], list[Digest]]) -> None:
    before, after = pair
    whole = compare(before, after)

    for digest in after:
        narrow = compare(before, after, role=digest.role.id)
        readers = [one for side in pair for one in side if one.role.id == digest.role.id]
        seen = {entry.id for one in readers for entry in one.entries}
        assert narrow.roles == tuple(one for one in whole.roles if one.id == digest.role.id)
        assert {one.id for one in narrow.records} <= seen
        assert {one.id for one in narrow.moved} <= seen


@given(pairs())
@ANY
def test_changes_come_back_from_their_document(pair: tuple[list[Digest], list[Digest]]) -> None:
    changes = compare(*pair)

    assert Changes.model_validate_json(changes.model_dump_json()) == changes
