"""Subscribers are read row by row; nothing said repeats who they are."""

from pathlib import Path

import pytest

from digest.content.csvtext import rows
from digest.content.faults import Log
from support.folders import PUBLICATION, READERS, Folder

HEADER = "email,name,role,streams,language,status\n"


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def test_the_sample_is_read(folder: Folder) -> None:
    first, second, third = folder.content().subscribers

    assert (first.email, first.name) == ("planner@reader.example.org", "Reader Planner")
    assert (first.role, first.streams) == ("planner", ("barriers",))
    assert (first.language, first.status) == ("en-GB", "active")
    assert (second.name, second.streams) == ("Réader, Engineer", ())
    assert (third.language, third.status) == (None, "unsubscribed")


def test_a_publication_needs_no_subscribers(folder: Folder) -> None:
    (folder.root / READERS).unlink()

    assert folder.content().subscribers == ()


def test_cells_are_trimmed_and_empty_ones_mean_the_default(folder: Folder) -> None:
    folder.replace(PUBLICATION, "roles:\n", "  - {id: rivers, title: Rivers}\nroles:\n")
    folder.write(
        READERS,
        "status,language, streams ,role,name,email\r\n"
        "\r\n"
        ",en-gb, rivers | | barriers ,planner,, Reader@Bücher.example\u00a0\r\n",
    )

    (reader,) = folder.content().subscribers

    assert reader.email == "Reader@xn--bcher-kva.example"
    assert reader.streams == ("rivers", "barriers")
    assert (reader.name, reader.language, reader.status) == ("", "en-GB", "active")


def test_no_representation_shows_who_a_reader_is(folder: Folder) -> None:
    shown = repr(folder.content())

    assert "role='planner'" in shown
    assert "reader.example.org" not in shown
    assert "Reader Planner" not in shown


@pytest.mark.parametrize(
    ("row", "code", "column", "hint"),
    [
        (",,planner,,,", "C022", 1, "remove the row"),
        ("reader,,planner,,,", "C034", 1, "name@host.example"),
        ("PLANNER@Reader.example.org,,planner,,,", "C062", 1, "one row for each"),
        ("a@example.org,,,,,", "C022", 16, "name a role"),
        ("a@example.org,,plannr,,,", "C045", 16, 'did you mean "planner"?'),
        ("a@example.org,,x,,,", "C045", 16, "roles are engineer, executive, planner"),
        ('"a@example.org","N, N",planner,barrier,,', "C044", 32, 'did you mean "barriers"?'),
        ("a@example.org,,planner,barriers|barriers,,", "C041", 24, "keep one"),
        ("a@example.org,,planner,,english,", "C035", 25, "en-GB"),
        ("a@example.org,,planner,,de,", "C063", 25, "its languages are en-GB"),
        ("a@example.org,,planner,,,Active", "C024", 26, 'did you mean "active"?'),
        ('a@example.org,"N\nBcc: x",planner,,,', "C029", 15, "one line"),
        ('"a@example.org\n",,planner,,,', "C034", 1, "name@host.example"),
        ("a@example.org,,planner,,", "C061", 25, "keeps its comma"),
        ("a@example.org,,planner,,,,", "C061", 27, "in quotes"),
        ('a@example.org,"N"N,planner,,,', "C012", 1, "doubled"),
        ('a@example.org,"N,planner,,,', "C012", 1, "doubled"),
        ("a@example.org," + "N" * 200_000 + ",planner,,,", "C012", 1, "doubled"),
    ],
)
def test_what_is_wrong_with_a_row_is_said_at_its_cell(
    folder: Folder, row: str, code: str, column: int, hint: str
) -> None:
    problem = folder.append(READERS, row + "\n").only(code)

    assert (problem.path, problem.line, problem.column) == (READERS, 5, column)
    assert hint in (problem.hint or "")


@pytest.mark.parametrize(
    ("header", "message"),
    [
        ("", "the file has no header"),
        ("a@example.org,,planner,,,\n", "the first row is no header"),
        ("," * 3000, "the first row is no header"),
        (HEADER.replace("name", "nmae"), 'unknown column "nmae"'),
        (HEADER.replace("name", "email"), 'the column "email" stands twice'),
        (HEADER.replace(",status", ""), 'the column "status" is missing'),
        (HEADER.replace("role", "Role"), 'unknown column "Role"'),
        (HEADER.replace(",", ";"), 'unknown column "email;name;role;streams;language;status"'),
    ],
)
def test_the_header_names_each_column_once(folder: Folder, header: str, message: str) -> None:
    problems = folder.write(READERS, header).problems()

    assert {one.code for one in problems} == {"C060"}
    assert message in {one.message for one in problems}
    assert all(one.line == 1 for one in problems)


def test_a_header_with_semicolons_is_recognised(folder: Folder) -> None:
    problems = folder.write(READERS, HEADER.replace(",", ";")).problems()

    assert "separate the columns with commas" in {one.hint for one in problems}


def test_every_row_is_told_in_order_and_none_by_name(folder: Folder) -> None:
    folder.write(
        READERS,
        HEADER
        + "private@@secret.example,Private Person,private@secret.example,,,\n"
        + "x,Private Person,planner,private@secret.example,private@secret.example,"
        + "private@secret.example\n"
        + "planner,Private Person,private@secret.example,,,\n",
    )

    problems = folder.problems()

    assert [(one.line, one.column) for one in problems] == [
        (2, 1),
        (2, 40),
        (3, 1),
        (3, 26),
        (3, 49),
        (3, 72),
        (4, 1),
        (4, 24),
    ]
    said = " ".join(str(problem) for problem in problems)
    assert "secret" not in said
    assert "Private" not in said


def test_rows_after_a_thousand_errors_are_not_looked_at(folder: Folder) -> None:
    problems = folder.write(READERS, HEADER + "x,y\n" * 5000).problems()

    assert len(problems) == 1001
    assert problems[0].code == "C009"


def test_unknown_roles_are_not_told_while_the_publication_cannot_be_read(folder: Folder) -> None:
    folder.write(PUBLICATION, "id: [")
    folder.append(READERS, "a@example.org,,anything,anywhere,fr,\n")

    assert folder.only("C011").path == PUBLICATION


def test_rows_know_where_their_cells_stand() -> None:
    text = 'a,"b,""\nc",d\n\n"e",,f\n'
    first, second = rows(text, Log("x"))

    assert first.cells == ["a", 'b,"\nc', "d"]
    assert [first.spot(n) for n in range(4)] == [(1, 1), (1, 3), (2, 4), (2, 4)]
    assert [second.spot(n) for n in range(3)] == [(4, 1), (4, 5), (4, 6)]


def test_old_line_ends_are_line_ends() -> None:
    assert [row.cells for row in rows("a,b\rc,d\r\ne,f", Log("x"))] == [
        ["a", "b"],
        ["c", "d"],
        ["e", "f"],
    ]
