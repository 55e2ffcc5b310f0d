"""Records in every form the research system exports them, and what may be wrong with one."""

import json
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import pytest

from digest.problems import Severity
from support.folders import LINES, RECORD, Folder, a_resource, an_envelope


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


FURTHER = "records/further.json"


def _codes(folder: Folder) -> list[tuple[str, str | None]]:
    return [(one.code, one.pointer) for one in folder.problems()]


def test_a_bare_resource_is_version_1_of_one(folder: Folder) -> None:
    record = folder.records(a_resource()).content().records["further"]

    assert (record.version, record.versions) == ("1", ("1",))
    assert record.finding == "Finding of further."


def test_the_last_version_of_an_envelope_counts(folder: Folder) -> None:
    old, new = a_resource(finding="Old."), a_resource(finding="New.")

    record = folder.records(an_envelope(old, new)).content().records["further"]

    assert record.finding == "New."
    assert (record.version, record.versions) == ("2", ("1", "2"))


def test_earlier_versions_need_only_parse(folder: Folder) -> None:
    envelope = an_envelope({"id": "further", "titel": 3}, 7, a_resource())
    envelope["versions"].insert(0, "nothing")
    envelope["versions"][1].pop("version")

    record = folder.records(envelope).content().records["further"]

    assert record.versions == ("1", "2", "2", "3")
    assert folder.problems() == ()


def test_a_list_holds_records_of_both_forms(folder: Folder) -> None:
    folder.records(a_resource("one"), an_envelope(a_resource("two"), name="two"))

    assert {"one", "two"} <= folder.content().records.keys()


def test_a_file_of_lines_holds_records_of_both_forms_between_blank_lines(folder: Folder) -> None:
    lines = [a_resource("one"), an_envelope(a_resource("two"), name="two")]
    folder.write("records/deep/down/x.jsonl", "\n\n".join(map(json.dumps, lines)) + "\n \n")

    assert {"one", "two"} <= folder.content().records.keys()


@pytest.mark.parametrize("empty", ["[]", "[ ]\n"])
def test_an_empty_list_holds_no_records(folder: Folder, empty: str) -> None:
    assert len(folder.write(FURTHER, empty).content().records) == 3


@pytest.mark.parametrize("name", ["x.json", "x.jsonl"])
def test_an_empty_file_is_a_problem(folder: Folder, name: str) -> None:
    assert folder.write(f"records/{name}", "\n").only("C010").path == f"records/{name}"


def test_each_broken_line_is_named_with_its_own_line(folder: Folder) -> None:
    good = json.dumps(a_resource("one"))
    folder.write("records/x.jsonl", f'{{"id"\n\n{good}\n[1]\n{{"id": }}\n')

    places = [(one.code, one.place, one.pointer) for one in folder.problems()]

    assert places == [
        ("C010", "records/x.jsonl:1:6", None),
        ("C026", "records/x.jsonl:4:1", None),
        ("C010", "records/x.jsonl:5:8", None),
    ]


def test_a_record_over_several_lines_is_said_to_be_no_file_of_lines(folder: Folder) -> None:
    folder.write("records/x.jsonl", json.dumps(a_resource(), indent=1))

    assert "goes over several lines" in folder.only("C010").message


@pytest.mark.parametrize(
    ("value", "code", "pointer"),
    [
        (7, "C026", None),
        ([], None, None),
        ([[]], "C026", "/0"),
        ({}, "C026", None),
        ({"version": "1", "resource": a_resource()}, "C026", None),
        ({"resourceId": "further"}, "C020", None),
        ({"versions": [{"version": "1", "resource": a_resource()}]}, "C020", None),
        ({"resourceId": "further", "versions": {}}, "C021", "/versions"),
        ({"resourceId": "further", "versions": []}, "C054", "/versions"),
        ({"resourceId": "further", "versions": [3]}, "C021", "/versions/0"),
        ({"resourceId": "further", "versions": [{"version": "1"}]}, "C020", "/versions/0"),
        (
            {"resourceId": "further", "versions": [{"version": "1", "resource": []}]},
            "C021",
            "/versions/0/resource",
        ),
        (
            {"resourceId": "further", "versions": [{"resource": a_resource()}]},
            "C020",
            "/versions/0",
        ),
        (
            {"resourceId": "further", "versions": [{"version": 1, "resource": a_resource()}]},
            "C021",
            "/versions/0/version",
        ),
        (
            {"resourceId": "further", "versions": [{"version": "", "resource": a_resource()}]},
            "C022",
            "/versions/0/version",
        ),
        (
            {**an_envelope(a_resource()), "resourceId": "a b"},
            "C030",
            "/resourceId",
        ),
        (
            an_envelope(a_resource("other"), a_resource()),
            "C027",
            "/versions/0/resource/id",
        ),
        (
            an_envelope(a_resource(), a_resource("other")),
            "C027",
            "/versions/1/resource/id",
        ),
        ({**an_envelope(a_resource()), "x": 1}, "C023", "/x"),
        (a_resource(**{"$schema": "x"}), None, None),
        ({**an_envelope(a_resource()), "$schema": "x"}, None, None),
    ],
)
def test_what_is_no_record_is_said_where_it_stands(
    folder: Folder, value: Any, code: str | None, pointer: str | None
) -> None:
    folder.write(FURTHER, json.dumps(value))

    assert _codes(folder) == ([(code, pointer)] if code else [])


@pytest.mark.parametrize(
    "field",
    [
        "id",
        "title",
        "organization",
        "publicationDate",
        "sourceUrl",
        "evidenceClass",
        "outcomeClass",
        "finding",
        "caveats",
    ],
)
def test_nine_fields_must_be_there_and_hold_something(folder: Folder, field: str) -> None:
    without = {name: value for name, value in a_resource().items() if name != field}

    missing = folder.records(without).only("C020")
    assert missing.message == f"`{field}` is missing"
    assert missing.hint
    assert folder.records(a_resource(**{field: None})).only("C022").pointer == f"/{field}"
    assert folder.records(a_resource(**{field: " \n"})).only("C022").pointer == f"/{field}"
    unseen = folder.records(a_resource(**{field: "\u200b\u2060"})).only("C022")
    assert unseen.message == f"`{field}` holds nothing that can be seen"
    assert folder.records(a_resource(**{field: 3})).only("C021").pointer == f"/{field}"


OPTIONAL = (
    "sector",
    "geography",
    "publishedAt",
    "eventDate",
    "sourceName",
    "sourceLabel",
    "topics",
    "streamIds",
    "sledRelevance",
    "evidence",
    "roles",
    "roleDetails",
    "retrievedAt",
    "enrichedAt",
    "enrichmentBasis",
    "sourceVerification",
    "operatingModelImplications",
)


@pytest.mark.parametrize("nothing", [None, "", " "])
def test_null_and_blank_are_as_good_as_absent(folder: Folder, nothing: str | None) -> None:
    fields = OPTIONAL if nothing is None else set(OPTIONAL) - _LISTS
    empty = folder.records(a_resource(**dict.fromkeys(fields, nothing))).content()
    absent = folder.records(a_resource()).content()

    assert empty.records["further"] == absent.records["further"]


_LISTS = {"topics", "streamIds", "roles", "roleDetails", "sourceVerification"}


@pytest.mark.parametrize("field", OPTIONAL)
def test_a_value_of_another_kind_is_refused(folder: Folder, field: str) -> None:
    problem = folder.records(a_resource(**{field: 7})).only("C021")

    assert problem.pointer == f"/{field}"
    assert "but is a number" in problem.message


def test_every_field_is_read(folder: Folder) -> None:
    full = a_resource(
        publishedAt="2026-03-31T23:30:00-05:00",
        eventDate="2030-01-01",
        topics=["one", " ", "two"],
        streamIds=["barriers"],
        roles={"planner": "Plan.", "engineer": " "},
        roleDetails={"engineer": {"fit": "Fits.", "risks": ["One", "", "Two"], "empty": []}},
        retrievedAt="2026-12-01T00:00:00Z",
        sourceVerification={"any": [1, None, {}], "": 1.5, "none": {}},
    )

    record = folder.records(full).content().records["further"]

    assert isinstance(record.published_at, datetime)
    assert record.event_date == date(2030, 1, 1)
    assert record.topics == ("one", "two")
    assert record.roles == {"planner": "Plan."}
    assert record.role_details == {
        "engineer": {"fit": "Fits.", "risks": ("One", "Two")},
    }
    assert record.retrieved_at == datetime(2026, 12, 1, tzinfo=UTC)
    assert record.source_verification == {"any": [1, None, {}], "": 1.5, "none": {}}


def test_text_is_plain_and_its_lines_end_alike(folder: Folder) -> None:
    hostile = "p < 0.05 & R&D ]]> {{7*7}} <script>\r\nnext\u2028line"

    record = folder.records(a_resource(finding=hostile)).content().records["further"]

    assert record.finding == "p < 0.05 & R&D ]]> {{7*7}} <script>\nnext\nline"


@pytest.mark.parametrize(
    ("changes", "code", "pointer"),
    [
        ({"finding": "a\x07b"}, "C006", "/finding"),
        ({"finding": "\ud800"}, "C006", "/finding"),
        ({"finding": "\uffff"}, "C006", "/finding"),
        ({"finding": "\ue001"}, "C006", "/finding"),
        ({"topics": ["a", "b\x00"]}, "C006", "/topics/1"),
        ({"roles": {"engineer": "\x1b"}}, "C006", "/roles/engineer"),
        ({"roleDetails": {"engineer": {"a\x1b": "b"}}}, "C006", "/roleDetails/engineer/a\\u001b"),
        ({"sourceVerification": {"a": ["\x1b"]}}, "C006", "/sourceVerification/a/0"),
        ({"sourceVerification": {"\ud800": 1}}, "C006", "/sourceVerification/\\ud800"),
        ({"title": "a\nb"}, "C029", "/title"),
        ({"title": "Hi\r\nBcc: e@x.example"}, "C029", "/title"),
        ({"id": "a/b"}, "C030", "/id"),
        ({"publicationDate": "2026-02-30"}, "C031", "/publicationDate"),
        ({"eventDate": "soon"}, "C031", "/eventDate"),
        ({"publishedAt": "2026-02-30"}, "C031", "/publishedAt"),
        ({"publishedAt": "2026-02-03T10:00:00"}, "C032", "/publishedAt"),
        ({"retrievedAt": "2026-02-03"}, "C032", "/retrievedAt"),
        ({"sourceUrl": "javascript:alert(1)"}, "C033", "/sourceUrl"),
        ({"roleDetails": {"engineer": {"fit": 3}}}, "C021", "/roleDetails/engineer/fit"),
        ({"roleDetails": {"engineer": {"fit": {}}}}, "C021", "/roleDetails/engineer/fit"),
        ({"roleDetails": {"engineer": {"fit": [["a"]]}}}, "C021", "/roleDetails/engineer/fit/0"),
        ({"roleDetails": {"engineer": {"fit": [None]}}}, "C022", "/roleDetails/engineer/fit/0"),
        ({"roleDetails": {"engineer": {" ": "a"}}}, "C022", "/roleDetails/engineer/ "),
        ({"roleDetails": {"engineer": []}}, "C021", "/roleDetails/engineer"),
        ({"roles": ["engineer"]}, "C021", "/roles"),
        ({"evidenceClass": "model study"}, "C043", "/evidenceClass"),
        ({"outcomeClass": "positiv"}, "C043", "/outcomeClass"),
        ({"streamIds": ["barriers", "rivers"]}, "C044", "/streamIds/1"),
        ({"roles": {"enginer": "a"}}, "C045", "/roles/enginer"),
        ({"roleDetails": {"enginer": {"a": "b"}}}, "C045", "/roleDetails/enginer"),
    ],
)
def test_what_is_wrong_in_a_field_is_an_error_there(
    folder: Folder, changes: dict[str, Any], code: str, pointer: str
) -> None:
    problem = folder.records(a_resource(**changes)).only(code)

    assert problem.severity is Severity.ERROR
    assert problem.pointer == pointer
    assert problem.hint


@pytest.mark.parametrize(
    ("changes", "code", "pointer"),
    [
        ({"topics": ["a", "a"]}, "C041", "/topics/1"),
        ({"streamIds": ["barriers", "barriers"]}, "C041", "/streamIds/1"),
        ({"roles": {"executive": "a"}}, "C057", "/roles/executive"),
        ({"roleDetails": {"executive": {"a": "b"}}}, "C057", "/roleDetails/executive"),
        ({"caveat": "a"}, "C023", "/caveat"),
    ],
)
def test_what_only_looks_odd_is_a_warning(
    folder: Folder, changes: dict[str, Any], code: str, pointer: str
) -> None:
    problem = folder.records(a_resource(**changes)).only(code)

    assert problem.severity is Severity.WARNING
    assert problem.pointer == pointer
    assert "further" in folder.content().records


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("caveat", "caveats"),
        ("source_url", "sourceUrl"),
        ("Finding", "finding"),
        ("operatingModelImplication", "operatingModelImplications"),
    ],
)
def test_an_unknown_field_is_kept_out_and_its_name_is_guessed(
    folder: Folder, name: str, meant: str
) -> None:
    problem = folder.records(a_resource(**{name: "x"})).only("C023")

    assert problem.hint == f'did you mean "{meant}"?'
    assert problem.line == len(a_resource()) + 2
    assert problem.column == 2


def test_all_problems_of_a_record_are_told_at_once_in_order(folder: Folder) -> None:
    broken = a_resource(title=7, publicationDate="2026-02-30", caveats="", sourceUrl="x", extra=1)
    del broken["finding"]

    problems = folder.records(broken).problems()

    assert [(one.line, one.code) for one in problems] == [
        (1, "C020"),
        (3, "C021"),
        (5, "C031"),
        (6, "C033"),
        (9, "C022"),
        (10, "C023"),
    ]


def test_an_id_of_two_records_names_both_places(folder: Folder) -> None:
    folder.write("records/a.json", json.dumps(a_resource(), indent=1))
    folder.write("records/b.json", json.dumps([a_resource()], indent=1))

    problem = folder.only("C040")

    assert problem.place == "records/b.json:3:9"
    assert problem.pointer == "/0/id"
    assert "records/a.json:2" in problem.message


def test_ids_that_differ_only_in_case_are_one(folder: Folder) -> None:
    problem = folder.records(a_resource("Gate-Closing-Times")).only("C040")

    assert "only in case" in problem.message


def test_a_record_that_cannot_be_read_is_not_called_unknown(folder: Folder) -> None:
    folder.replace(RECORD, '"resource": {', '"resurce": {')

    assert [one.code for one in folder.problems()] == ["C020", "C023"]


def test_a_file_that_cannot_be_read_hides_which_records_are_unknown(folder: Folder) -> None:
    folder.write(LINES, "{")

    assert folder.only("C010").path == LINES


def test_a_record_nobody_uses_is_fine(folder: Folder) -> None:
    folder.records(a_resource())

    assert folder.problems() == ()
