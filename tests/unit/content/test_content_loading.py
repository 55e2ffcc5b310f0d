"""A whole folder: what is kept, what is told, and at what cost."""

import hashlib
import json
import pickle
import shutil
import time
from pathlib import Path
from typing import Any

import pytest

from digest.content.corpus import Content
from digest.content.faults import MOST
from digest.content.loading import load
from digest.problems import Severity, errors
from support.folders import EDITION, LINES, PUBLICATION, READERS, RECORD, Folder, a_resource
from support.samples import COAST


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_inputs_are_the_files_that_were_read(folder: Folder) -> None:
    folder.write("templates/x.html", "x").write("notes.txt", "x")

    assert folder.content().inputs == {
        file: hashlib.sha256((COAST / file).read_bytes()).hexdigest()
        for file in sorted((EDITION, LINES, PUBLICATION, READERS, RECORD))
    }


def test_a_name_that_is_nearly_read_is_told(folder: Folder) -> None:
    folder.write("template/x.html", "x").write("style.css/x", "x").write("record/x.json", "{}")
    folder.write("README.md", "x").write("output/x", "x").write("Styles/x.css", "x")
    folder.write("subscribers.txt", "x")

    told = [(one.code, one.path, one.hint) for one in folder.problems()]

    assert told == [
        ("C008", "Styles", 'did you mean "styles"?'),
        ("C008", "style.css", 'did you mean "styles"?'),
        ("C008", "template", 'did you mean "templates"?'),
    ]


def test_places_name_where_records_and_editions_are_defined(folder: Folder) -> None:
    folder.records(a_resource("one"), a_resource("two"))

    assert folder.content().places == {
        "2026-05-04-barriers": f"{EDITION}:1",
        "gate-closing-times": f"{RECORD}:6",
        "operator-flushing-claim": f"{LINES}:2",
        "silt-flume-study": f"{LINES}:1",
        "one": "records/further.json:2",
        "two": "records/further.json:13",
    }


@pytest.mark.parametrize(
    ("owner", "field", "place"),
    [
        ("gate-closing-times", "", (RECORD, 6, 19)),
        ("gate-closing-times", "caveats", (RECORD, 24, 20)),
        ("gate-closing-times", "roles/engineer", (RECORD, 31, 23)),
        ("gate-closing-times", "/roleDetails/engineer/prerequisites/1", (RECORD, 35, 50)),
        ("gate-closing-times", "roleDetails/planner", (RECORD, 33, 24)),
        ("gate-closing-times", "nothing", (RECORD, 6, 19)),
        ("operator-flushing-claim", "finding", (LINES, 2, 759)),
        ("two", "finding", ("records/further.json", 21, 14)),
        ("2026-05-04-barriers", "patterns/0/question", (EDITION, 16, 15)),
        ("", "roles/1/intro", (PUBLICATION, 25, 12)),
        ("nobody", "title", None),
    ],
)
def test_every_field_can_be_found_again(
    folder: Folder, owner: str, field: str, place: tuple[str, int, int] | None
) -> None:
    folder.records(a_resource("one"), a_resource("two"))

    assert folder.content().place(owner, field) == place


def test_content_crosses_processes(folder: Folder) -> None:
    content = folder.content()

    back: Content = pickle.loads(pickle.dumps(content))  # noqa: S301  # our own bytes

    assert back == content
    assert back.place("gate-closing-times", "caveats") == (RECORD, 24, 20)


def test_content_does_not_depend_on_where_it_stands(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"

    assert Folder(here).content() == Folder(there).content()


def test_errors_leave_no_content_and_warnings_do_not_matter(folder: Folder) -> None:
    folder.records(a_resource(extra=1))
    assert folder.content().records.keys() >= {"further"}

    folder.replace(EDITION, "dated: 2026-05-04", "dated: soon")
    loaded = load(folder.root)
    assert loaded.content is None
    assert [one.severity for one in loaded.problems] == [Severity.ERROR, Severity.WARNING]


def test_problems_of_all_files_come_in_order(folder: Folder) -> None:
    folder.replace(EDITION, "dated: 2026-05-04", "dated: soon")
    folder.replace(PUBLICATION, "paper: A4", "paper: A5")
    folder.replace(RECORD, '"eventDate": "2026-03-31"', '"eventDate": "x"')
    folder.replace(LINES, '"publicationDate": "2026-01-15"', '"publicationDate": "x"')
    folder.append(READERS, "x,,planner,,,\n")

    assert [one.place for one in folder.problems()] == [
        f"{EDITION}:4:8",
        f"{PUBLICATION}:14:8",
        f"{RECORD}:14:22",
        f"{LINES}:1:179",
        f"{READERS}:5:1",
    ]


def test_errors_of_one_file_are_limited_and_that_is_said(folder: Folder) -> None:
    problems = folder.write("records/x.jsonl", "7\n" * 5000).problems()

    assert [one.code for one in problems].count("C026") == MOST
    assert problems[0].code == "C009"
    assert "after 1,000 errors" in problems[0].message


def test_the_newest_edition_is_the_latest_and_of_two_the_last_by_id(folder: Folder) -> None:
    other = folder.text(EDITION).replace("id: 2026-05-04-barriers", "id: 2026-05-04-a")
    folder.write("editions/2026-05-04-a.yaml", other)
    later = other.replace("2026-05-04-a", "a-later-one").replace(
        "dated: 2026-05", "dated: 2026-06"
    )

    assert folder.content().newest().id == "2026-05-04-barriers"
    folder.write("editions/a-later-one.yaml", later)
    assert folder.content().newest().id == "a-later-one"


def test_any_number_of_warnings_holds_nothing_up(folder: Folder) -> None:
    many = {f"unknown{n}": n for n in range(MOST + 5)}
    late = json.dumps(a_resource("late", finding=""))
    folder.write("records/x.jsonl", json.dumps(a_resource(**many)) + "\n" + late)

    problems = folder.problems()

    assert [(one.line, one.code) for one in errors(problems)] == [(2, "C022")]
    assert "5 further warnings" in problems[0].message
    (folder.root / "records/x.jsonl").write_text(json.dumps(a_resource(**many)))
    assert "further" in folder.content().records


def test_a_thousand_records_cost_what_they_weigh(tmp_path: Path) -> None:
    small, large = _cpu(tmp_path, 250), _cpu(tmp_path, 1000)

    assert large < 5
    assert large < small * 4 * 2


def test_a_thousand_broken_records_cost_what_they_weigh(tmp_path: Path) -> None:
    small, large = _cpu(tmp_path, 200, caveat="x"), _cpu(tmp_path, 800, caveat="x")

    assert large < small * 4 * 2


def test_finding_fields_of_a_thousand_records_costs_what_they_weigh(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    folder.records(*(a_resource(f"r{n}", evidence="Text. " * 300) for n in range(1000)))
    content = folder.content()

    begin = time.process_time()
    places = [content.place(f"r{n}", "caveats") for n in range(1000)]

    assert time.process_time() - begin < 2
    assert places[999] == ("records/further.json", 999 * 12 + 11, 14)


def _cpu(tmp_path: Path, count: int, **changes: Any) -> float:
    """Seconds of processor time to load that many records of a usual length, the least of two."""
    folder = Folder(tmp_path)
    records = (a_resource(f"r{n}", finding="Text. " * 500, **changes) for n in range(count))
    folder.records(*records)
    times = []
    for _ in range(2):
        begin = time.process_time()
        folder.problems()
        times.append(time.process_time() - begin)
    shutil.rmtree(folder.root)
    return min(times)
