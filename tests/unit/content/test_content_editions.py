"""What an edition may name, and what it must not."""

from pathlib import Path

import pytest

from digest.problems import Severity
from support.folders import EDITION, PUBLICATION, RECORD, Folder, a_resource

LEDGER = "records: [gate-closing-times, silt-flume-study, operator-flushing-claim]"
EVIDENCE = "evidence: [gate-closing-times, silt-flume-study]"
EARLIER = "editions/2026-04-30-first.yaml"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def _earlier(folder: Folder, **changes: str) -> Folder:
    fields = {
        "id": "2026-04-30-first",
        "stream": "barriers",
        "title": "First",
        "dated": "2026-04-30",
        "summary": "First.",
        "records": "[silt-flume-study]",
        **changes,
    }
    text = "".join(f"{field}: {value}\n" for field, value in fields.items())
    return folder.write(EARLIER, text)


def test_the_sample_has_no_problem(folder: Folder) -> None:
    assert folder.problems() == ()


def test_both_endings_of_yaml_are_read(folder: Folder) -> None:
    _earlier(folder)
    (folder.root / EARLIER).rename(folder.root / "editions/2026-04-30-first.yml")

    assert folder.content().editions.keys() == {"2026-04-30-first", "2026-05-04-barriers"}


@pytest.mark.parametrize(
    ("old", "new", "code", "place", "hint"),
    [
        ("stream: barriers", "stream: barrier", "C044", (2, 9), 'did you mean "barriers"?'),
        ("stream: barriers", "stream: x", "C044", (2, 9), "no stream has this id"),
        ("id: 2026-05-04-barriers", "id: 2026-05-04", "C056", (1, 5), "rename the file"),
        ("dated: 2026-05-04", "dated: 2026-05-32", "C031", (4, 8), "look at the month"),
        (LEDGER, "records: []", "C054", (9, 10), "list the ids"),
        (LEDGER, LEDGER.replace("]", ", nothing]"), "C042", (9, 74), "no record has this id"),
        (LEDGER, LEDGER.replace("]", ", silt-flume-study]"), "C041", (9, 74), "keep one"),
        (EVIDENCE, "evidence: [silt-flume-study]", "C048", (17, 15), "add a record"),
        (EVIDENCE, "evidence: []", "C048", (17, 15), "add a record"),
        (EVIDENCE, EVIDENCE.replace("silt-", "silk-"), "C042", (17, 36), "did you mean"),
        (EVIDENCE, EVIDENCE.replace("]", ", silt-flume-study]"), "C041", (17, 54), "keep one"),
        (
            LEDGER,
            LEDGER.replace(", silt-flume-study", ""),
            "C047",
            (17, 36),
            "add it to `records`",
        ),
        ("preheader:", "previous: no\npreheader:", "C052", (8, 11), "no edition has this id"),
        ("preheader:", "previous: 2026-05-04-barriers\npreheader:", "C052", (8, 11), "earlier"),
        ("preheader:", "prehaeder:", "C023", (8, 1), 'did you mean "preheader"?'),
        ("preheader:", 'subject: "Hi\\r\\nBcc: e@x.example"\npreheader:', "C029", (8, 10), "line"),
        ("question: Which", "questoin: Which", "C020", (11, 5), "add it; it holds text"),
    ],
)
def test_what_does_not_fit_is_named_with_its_place(
    folder: Folder, old: str, new: str, code: str, place: tuple[int, int], hint: str
) -> None:
    folder.replace(EDITION, old, new)

    (problem,) = [one for one in folder.problems() if one.code == code]

    assert (problem.path, problem.line, problem.column) == (EDITION, *place)
    assert hint in (problem.hint or "")


def test_two_patterns_of_one_id_are_told(folder: Folder) -> None:
    again = folder.text(EDITION)[folder.text(EDITION).index("  - id: silt-first") :]

    problem = folder.append(EDITION, again).only("C040")

    assert problem.pointer == "/patterns/1/id"
    assert problem.hint == f"it stands first at {EDITION}:11"


def test_a_pattern_of_one_source_is_refused(folder: Folder) -> None:
    folder.records(a_resource(sourceUrl="http://www.hydraulics.example.org/r/26-01/#page=3"))
    folder.replace(EDITION, LEDGER, LEDGER.replace("]", ", further]"))
    folder.replace(EDITION, EVIDENCE, "evidence: [silt-flume-study, further]")

    problem = folder.only("C049")

    assert (problem.pointer, problem.severity) == ("/patterns/0/evidence", Severity.ERROR)


def test_a_pattern_of_one_organization_is_a_warning(folder: Folder) -> None:
    folder.records(a_resource(organization="EXAMPLE  Hydraulics laboratory"))
    folder.replace(EDITION, LEDGER, LEDGER.replace("]", ", further]"))
    folder.replace(EDITION, EVIDENCE, "evidence: [silt-flume-study, further]")

    problem = folder.only("C050")

    assert (problem.pointer, problem.severity) == ("/patterns/0/evidence", Severity.WARNING)


def test_a_faulty_record_does_not_make_its_pattern_look_weak(folder: Folder) -> None:
    folder.replace(RECORD, '"sourceUrl": "https:', '"sourceurl": "https:')

    assert [one.code for one in folder.problems()] == ["C020", "C023"]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"publicationDate": "2026-05-04"}, None),
        ({"publicationDate": "2026-05-05"}, "publicationDate 2026-05-05"),
        ({"publishedAt": "2026-05-05"}, "publishedAt 2026-05-05"),
        ({"publishedAt": "2026-05-04T22:59:59Z"}, None),
        ({"publishedAt": "2026-05-04T23:00:00Z"}, "publishedAt 2026-05-05"),
        ({"eventDate": "2030-01-01", "retrievedAt": "2026-06-01T00:00:00Z"}, None),
    ],
)
def test_no_record_is_published_after_its_edition_where_the_publication_is(
    folder: Folder, changes: dict[str, str], told: str | None
) -> None:
    folder.records(a_resource(**changes))
    folder.replace(EDITION, LEDGER, LEDGER.replace("]", ", further]"))

    problems = folder.problems()

    assert [one.code for one in problems] == (["C053"] if told else [])
    for problem in problems:
        assert problem.pointer == "/records/3"
        assert told
        assert told in problem.message
        assert "records/further.json:" in (problem.hint or "")


def test_a_record_of_another_stream_is_a_warning_and_one_of_none_is_not(folder: Folder) -> None:
    folder.replace(PUBLICATION, "roles:\n", "  - {id: rivers, title: Rivers}\nroles:\n")
    folder.records(a_resource(), a_resource("other", streamIds=["rivers"]))
    folder.replace(EDITION, LEDGER, LEDGER.replace("]", ", further, other]"))

    problem = folder.only("C051")

    assert (problem.pointer, problem.severity) == ("/records/4", Severity.WARNING)


def test_a_previous_edition_is_earlier_and_of_the_same_stream(folder: Folder) -> None:
    folder.replace(EDITION, "preheader:", "previous: 2026-04-30-first\npreheader:")

    assert _earlier(folder).problems() == ()
    assert "not before" in _earlier(folder, dated="2026-05-04").only("C052").message
    folder.replace(PUBLICATION, "roles:\n", "  - {id: rivers, title: Rivers}\nroles:\n")
    folder.replace(
        "records/two-more.jsonl", '"streamIds": ["barriers"], "roles": {"eng', '"roles": {"eng'
    )
    assert "stream" in _earlier(folder, stream="rivers").only("C052").message


def test_an_edition_that_cannot_be_read_is_not_called_unknown(folder: Folder) -> None:
    folder.replace(EDITION, "preheader:", "previous: 2026-04-30-first\npreheader:")
    folder.write(EARLIER, "id: [")

    assert folder.only("C011").path == EARLIER


def test_two_editions_of_one_id_are_told(folder: Folder) -> None:
    _earlier(folder)
    folder.write(EARLIER.replace(".yaml", ".yml"), folder.text(EARLIER))

    problem = folder.only("C040")

    assert problem.path == "editions/2026-04-30-first.yml"
    assert "editions/2026-04-30-first.yaml:1" in problem.message


def test_a_publication_without_editions_is_a_warning(folder: Folder) -> None:
    (folder.root / EDITION).unlink()

    assert folder.only("C059").severity is Severity.WARNING
    assert folder.content().editions == {}
