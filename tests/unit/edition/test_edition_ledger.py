import pytest

from digest.content.publication import Fallback, Role
from digest.content.records import Record
from digest.edition.ledger import Ledger, anchors, choose, takeaway
from support.builders import ENGINEER, NEUTRAL, a_content, a_record


def said(name: str) -> Record:
    return a_record(name, roles={"engineer": f"Takeaway of {name}."})


RECORDS = (a_record("one"), said("two"), a_record("three"), said("four"), said("five"))


def names(records: tuple[Record, ...]) -> list[str]:
    return [record.id for record in records]


def test_everything_is_shown_unless_the_role_asks_otherwise() -> None:
    choice = choose(RECORDS, ENGINEER)
    assert names(choice.shown) == ["one", "two", "three", "four", "five"]
    assert (choice.without_takeaway, choice.over_limit) == ((), ())


def test_records_without_takeaway_go_first_and_the_limit_counts_the_others() -> None:
    role = ENGINEER.model_copy(update={"when_no_takeaway": Fallback.OMIT, "limit": 2})
    choice = choose(RECORDS, role)
    assert names(choice.shown) == ["two", "four"]
    assert names(choice.without_takeaway) == ["one", "three"]
    assert names(choice.over_limit) == ["five"]


def test_a_neutral_role_has_a_limit_but_no_takeaway_to_miss() -> None:
    role = NEUTRAL.model_copy(update={"when_no_takeaway": Fallback.OMIT, "limit": 4})
    choice = choose(RECORDS, role)
    assert names(choice.shown) == ["one", "two", "three", "four"]
    assert names(choice.over_limit) == ["five"]


def test_a_limit_above_the_ledger_leaves_nothing_out() -> None:
    assert choose(RECORDS, ENGINEER.model_copy(update={"limit": 9})).over_limit == ()


@pytest.mark.parametrize(
    ("role", "expected"),
    [(ENGINEER, "Takeaway of two."), (NEUTRAL, None), (Role(id="seller", title="Seller"), None)],
)
def test_a_takeaway_is_the_role_s_own(role: Role, expected: str | None) -> None:
    record = said("two").model_copy(
        update={"roles": {"engineer": "Takeaway of two.", "executive": "Not for neutral eyes."}}
    )
    assert takeaway(record, role) == expected


def test_a_blank_takeaway_is_none() -> None:
    assert takeaway(a_record(roles={"engineer": " \n "}), ENGINEER) is None


def test_a_record_is_labelled_by_title_where_its_organization_has_several() -> None:
    records = (
        a_record("one", organization="NVIDIA"),
        a_record("two", organization="InfoWorld"),
        a_record("three", organization="NVIDIA"),
    )
    content = a_content(*records)
    ledger = Ledger(content, content.newest())
    assert [ledger.label(record) for record in records] == [
        "Title of one",
        "InfoWorld",
        "Title of three",
    ]


def test_numbers_count_from_one_in_the_order_of_the_edition() -> None:
    records = (a_record("b"), a_record("a"))
    content = a_content(*records)
    ledger = Ledger(content, content.newest())
    assert (ledger.number("b"), ledger.number("a")) == (1, 2)
    assert ledger.record("a").title == "Title of a"


def test_an_anchor_is_the_id_behind_its_kind() -> None:
    assert anchors("record", ("gate-closing-times",)) == {
        "gate-closing-times": "record-gate-closing-times"
    }


def test_ids_that_look_alike_keep_anchors_of_their_own_whatever_their_order() -> None:
    alike = ("a-b", "A-b", "a.b", "a_b", "ä-b", "-", "\u00e9")
    forwards, backwards = anchors("record", alike), anchors("record", alike[::-1])
    assert forwards == backwards
    assert len(set(forwards.values())) == len(alike)
    assert forwards["a-b"] == "record-a-b"


def test_an_id_made_to_collide_still_gets_an_anchor_of_its_own() -> None:
    taken = anchors("record", ("A b",))["A b"].removeprefix("record-")
    made = anchors("record", ("A b", taken))
    assert len(set(made.values())) == 2
