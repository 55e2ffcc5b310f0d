"""What changed between two editions, or between two states of one."""

from typing import Any

import pytest

from digest.content.corpus import Content
from digest.content.publication import Fallback, OutcomeClass, Role, Tone
from digest.content.records import Record
from digest.edition.changes.compare import compare
from digest.edition.changes.view import Changes, PatternChange, RecordChange, RoleChange
from digest.edition.compose import compose
from digest.edition.view import Digest
from support.builders import ENGINEER, NEUTRAL, a_content, a_pattern, a_publication, a_record
from support.calls import calls
from support.synthetic import synthetic

ONE, TWO, THREE = a_record("one"), a_record("two"), a_record("three")
BOARD = Role(id="board", title="Board", fields=("procurementImplications",))


def digests(content: Content) -> list[Digest]:
    publication = content.publication
    edition = content.newest()
    return [compose(content, edition, one, publication.language) for one in publication.roles]


def changed(before: Content, after: Content, role: str | None = None) -> Changes:
    return compare(digests(before), digests(after), role=role)


def revised(record: Record, **changes: Any) -> Record:
    return Record.model_validate(record.model_dump() | {"version": "2", **changes})


def record_of(changes: Changes) -> RecordChange:
    [record] = changes.records
    return record


def role_of(changes: Changes, role: str) -> RoleChange:
    [found] = [one for one in changes.roles if one.id == role]
    return found


def pattern_of(changes: Changes) -> PatternChange:
    [pattern] = changes.patterns
    return pattern


def test_nothing_changed() -> None:
    content = a_content(ONE, TWO, patterns=(a_pattern("one", "two"),))

    changes = changed(content, content)

    assert changes.empty
    assert changes.before == changes.after
    assert changes.before.edition == "2026-11-03-sample"


def test_a_record_that_came_and_one_that_went() -> None:
    changes = changed(a_content(ONE, TWO), a_content(THREE, ONE))

    assert [(one.id, one.kind, one.number_before, one.number) for one in changes.records] == [
        ("three", "added", None, 1),
        ("two", "removed", 2, None),
    ]
    assert changes.moved == ()


def test_a_revised_record_is_told_field_by_field() -> None:
    new = revised(
        ONE,
        finding="Finding of one, repeated.",
        caveats="Limits of one.",
        sled_relevance="It matters.",
        evidence_class="claimed",
    )

    record = record_of(changed(a_content(ONE), a_content(new)))

    assert (record.kind, record.version_before, record.version) == ("revised", "", "2")
    assert [(one.field, one.label, one.kind, one.before, one.after) for one in record.texts] == [
        ("evidenceClass", "Evidence class", "revised", "Measured", "Claimed"),
        ("finding", "Finding", "revised", "Finding of one.", "Finding of one, repeated."),
        ("sledRelevance", "Why it matters", "added", "", "It matters."),
    ]


def test_a_further_version_is_told_although_no_text_changed() -> None:
    record = record_of(changed(a_content(ONE), a_content(revised(ONE))))

    assert (record.version_before, record.version, record.texts) == ("", "2", ())


def test_the_fewest_records_move() -> None:
    four = a_record("four")

    changes = changed(a_content(ONE, TWO, THREE, four), a_content(four, ONE, TWO, THREE))

    assert [(one.id, one.before, one.after) for one in changes.moved] == [("four", 4, 1)]
    assert changes.records == ()


def test_a_record_does_not_move_because_another_went() -> None:
    assert changed(a_content(ONE, TWO, THREE), a_content(TWO, THREE)).moved == ()


def test_figures_that_differ_with_classes_nobody_has() -> None:
    changes = changed(a_content(ONE), a_content(ONE, a_record("two", evidence_class="claimed")))

    assert [(one.group, one.id, one.before, one.after) for one in changes.figures] == [
        ("total", "records", 1, 2),
        ("evidence", "claimed", 0, 1),
        ("outcome", "positive", 1, 2),
        ("freshness", "new", 1, 2),
    ]


def test_title_summary_and_what_an_inbox_shows() -> None:
    old = a_content(ONE, title="Old", subject="Old subject")
    new = a_content(ONE, title="New", subject="New subject", preheader="A look inside")

    assert [(one.field, one.after) for one in changed(old, new).texts] == [
        ("title", "New"),
        ("subject", "New subject"),
        ("preheader", "A look inside"),
    ]


def test_subjects_that_name_the_role_are_told_by_role() -> None:
    changes = changed(a_content(ONE, title="Old"), a_content(ONE, title="New"))

    assert [one.field for one in changes.texts] == ["title"]
    assert [one.field for one in role_of(changes, "engineer").texts] == ["subject"]


def test_a_class_that_means_something_else_now() -> None:
    known = a_publication().outcome_classes
    said = (known[0], known[1].model_copy(update={"definition": "Both at once."}))
    record = a_record("mixed", outcome_class="mixed")
    old, new = (
        a_content(record, publication=a_publication(outcome_classes=one)) for one in (known, said)
    )

    assert [(one.field, one.label, one.after) for one in changed(old, new).texts] == [
        ("outcome/mixed", "Mixed", "Both at once.")
    ]


def test_cautions_that_came_and_went() -> None:
    content = a_content(ONE, TWO)
    other = a_content(*(a_record(name, organization="One desk") for name in "abcdefg"))

    there, back = changed(content, other), changed(other, content)

    assert there.cautions_added
    assert (there.cautions_added, there.cautions_removed) == (
        back.cautions_removed,
        back.cautions_added,
    )


def _supported(*evidence: str, **pattern: Any) -> Content:
    records = (ONE, TWO, THREE, a_record("good", outcome_class="mixed"))
    return a_content(*records, patterns=(a_pattern(*evidence, **pattern),))


@pytest.mark.parametrize(
    ("before", "after", "kinds"),
    [
        (("one", "two"), ("one", "two", "three"), ("strengthened",)),
        (("one", "two", "three"), ("one", "two"), ("weakened",)),
        (("one", "two"), ("one", "three"), ("shifted",)),
        (("one", "two"), ("one", "good"), ("shifted", "contradicted")),
        (("one", "good"), ("one", "two"), ("shifted", "reconciled")),
        (("one", "two"), ("one", "two", "good"), ("strengthened", "contradicted")),
        (("one", "two"), ("two", "one"), None),
    ],
)
def test_what_became_of_a_patterns_support(
    before: tuple[str, ...], after: tuple[str, ...], kinds: tuple[str, ...] | None
) -> None:
    changes = changed(_supported(*before), _supported(*after))

    assert [one.kinds for one in changes.patterns] == ([kinds] if kinds else [])


def test_support_that_grew_and_shrank_has_shifted() -> None:
    same = a_record("same", organization="Organization of two")
    echo = a_record("echo", organization="Organization of two")
    content = a_content(ONE, TWO, same, echo, patterns=(a_pattern("one", "two"),))
    other = a_content(ONE, TWO, same, echo, patterns=(a_pattern("two", "same", "echo"),))

    pattern = pattern_of(changed(content, other))

    assert pattern.kinds == ("shifted",)
    assert pattern.support_before
    assert pattern.support
    assert (pattern.support_before.organizations, pattern.support.organizations) == (2, 1)
    assert (pattern.support_before.records, pattern.support.records) == (2, 3)
    assert [one.id for one in pattern.evidence_added] == ["same", "echo"]
    assert [one.id for one in pattern.evidence_removed] == ["one"]


def test_early_outcomes_contradict_nothing() -> None:
    early = OutcomeClass(id="early", title="Early", tone=Tone.EARLY)
    outcomes = (*a_publication().outcome_classes, early)
    publication = a_publication(outcome_classes=outcomes)
    records = (ONE, TWO, a_record("soon", outcome_class="early"))
    old, new = (
        a_content(*records, publication=publication, patterns=(a_pattern(*evidence),))
        for evidence in (("one", "two"), ("one", "two", "soon"))
    )

    assert pattern_of(changed(old, new)).kinds == ("strengthened",)


def test_a_reworded_pattern_and_one_on_a_revised_record() -> None:
    old = a_content(ONE, TWO, patterns=(a_pattern("one", "two"),))
    new = a_content(
        revised(ONE, finding="Otherwise."),
        TWO,
        patterns=(a_pattern("one", "two", question="Who asks now?"),),
    )

    pattern = pattern_of(changed(old, new))

    assert pattern.kinds == ("reworded",)
    assert [(one.field, one.label) for one in pattern.texts] == [
        ("question", "Operating question")
    ]
    assert [one.id for one in pattern.revised] == ["one"]


def test_new_and_retired_patterns() -> None:
    old = a_content(ONE, TWO, patterns=(a_pattern("one", "two", name="old"),))
    new = a_content(ONE, TWO, patterns=(a_pattern("one", "two", name="new"),))

    told = changed(old, new).patterns

    assert [(one.id, one.kinds) for one in told] == [("new", ("new",)), ("old", ("retired",))]
    assert [one.title for one in told[0].evidence_added] == ["Title of one", "Title of two"]
    assert told[1].support is None


def _engineered(record: Record, takeaway: str, **details: Any) -> Record:
    return revised(record, roles={"engineer": takeaway}, role_details={"engineer": details})


def test_what_only_one_role_reads_is_told_of_that_role_alone() -> None:
    old = _engineered(ONE, "Clean it.", fit="Gates", unsupportedClaims=["It heals", "It lasts"])
    new = _engineered(
        ONE, "Clean it twice.", fit="Pumps", unsupportedClaims=["It lasts", "It pays"]
    )

    changes = changed(a_content(old), a_content(new))

    [entry] = role_of(changes, "engineer").entries
    assert changes.records == ()
    assert [one.id for one in changes.roles] == ["engineer"]
    assert (entry.kind, entry.reason) == ("revised", None)
    assert [(one.field, one.label, one.after) for one in entry.texts] == [
        ("takeaway", "What this means for Engineer", "Clean it twice."),
        ("roleDetails/fit", "Fit", "Pumps"),
    ]
    assert (entry.claims_added, entry.claims_removed) == (("It pays",), ("It heals",))


def test_why_an_entry_is_new_to_a_role_or_gone_from_it() -> None:
    limited = ENGINEER.model_copy(update={"limit": 2})
    publication = a_publication(roles=(NEUTRAL, limited))

    changes = changed(
        a_content(ONE, TWO, THREE, publication=publication),
        a_content(a_record("four"), THREE, ONE, TWO, publication=publication),
    )

    assert [(one.id, one.kind, one.reason) for one in role_of(changes, "engineer").entries] == [
        ("four", "added", "edition"),
        ("three", "added", "selection"),
        ("one", "removed", "selection"),
        ("two", "removed", "selection"),
    ]
    assert [(one.id, one.kind) for one in changes.records] == [("four", "added")]


def test_a_takeaway_opens_a_role_that_wants_one() -> None:
    picky = ENGINEER.model_copy(update={"when_no_takeaway": Fallback.OMIT})
    publication = a_publication(roles=(picky,))
    told = revised(ONE, roles={"engineer": "Look."})

    changes = changed(
        a_content(ONE, TWO, publication=publication), a_content(told, TWO, publication=publication)
    )

    [entry] = role_of(changes, "engineer").entries
    assert (entry.id, entry.kind, entry.reason) == ("one", "added", "selection")
    assert changes.records == ()


def test_roles_that_came_and_went() -> None:
    old, new = (a_publication(roles=(NEUTRAL, one)) for one in (ENGINEER, BOARD))

    changes = changed(a_content(ONE, publication=old), a_content(ONE, publication=new))

    assert [(one.id, one.kind) for one in changes.roles] == [
        ("board", "added"),
        ("engineer", "removed"),
    ]


def test_a_field_that_one_role_prints_is_told_of_it() -> None:
    publication = a_publication(roles=(NEUTRAL, BOARD))
    new = revised(ONE, procurement_implications="Buy two.")

    changes = changed(
        a_content(ONE, publication=publication), a_content(new, publication=publication)
    )

    assert [one.field for one in record_of(changes).texts] == ["procurementImplications"]
    assert [(one.id, [named.id for named in one.common]) for one in changes.roles] == [
        ("board", ["one"])
    ]


def test_narrowed_to_a_role_only_what_it_reads_is_told() -> None:
    publication = a_publication(roles=(NEUTRAL, BOARD, ENGINEER.model_copy(update={"limit": 1})))
    old = a_content(ONE, TWO, publication=publication)
    new = a_content(
        revised(ONE, procurement_implications="Buy two."),
        revised(TWO, finding="Otherwise."),
        publication=publication,
    )

    engineer, board = changed(old, new, "engineer"), changed(old, new, "board")

    assert [(one.id, one.texts) for one in engineer.records] == [("one", ())]
    assert engineer.roles == ()
    assert [(one.id, [text.field for text in one.texts]) for one in board.records] == [
        ("one", ["procurementImplications"]),
        ("two", ["finding"]),
    ]
    assert [one.id for one in board.roles] == ["board"]


def _work(records: int) -> int:
    """The calls of comparing two editions that share no text but the titles of roles."""
    old, new = (digests(synthetic(records, seed)) for seed in (1, 2))
    return calls(lambda: compare(old, new))


def test_the_cost_grows_with_the_records() -> None:
    assert _work(80) < 2.6 * _work(40)


def test_five_thousand_records_that_stay_are_compared_soon() -> None:
    old = digests(synthetic(250, 1))
    many = [
        digest.model_copy(
            update={
                "entries": tuple(
                    entry.model_copy(
                        update={"id": f"{entry.id}-{n}", "number": n * 250 + entry.number}
                    )
                    for n in range(20)
                    for entry in digest.entries
                )
            }
        )
        for digest in old
    ]

    told: list[Changes] = []
    assert calls(lambda: told.append(compare(many, many))) < 200 * 5000
    assert told[0].empty
