"""YAML 1.2 is read into plain values; nothing in it can act."""

from typing import Any

import pytest

from digest.content.faults import MOST, Reading
from digest.content.yamltext import read
from digest.problems import Severity


def _only(text: str) -> tuple[str, tuple[int, int] | None]:
    (fault,) = read(text)[0].faults
    assert fault.hint
    return fault.code, fault.spot


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("a: no", "no"),
        ("a: yes", "yes"),
        ("a: on", "on"),
        ("a: true", True),
        ("a: False", False),
        ("a: null", None),
        ("a: ~", None),
        ("a:", None),
        ("a: ''", ""),
        ("a: 31", 31),
        ("a: '31'", "31"),
        ("a: ! 31", "31"),
        ("a: -3", -3),
        ("a: 0x1f", 31),
        ("a: 0o17", 15),
        ("a: 017", 17),
        ("a: 1.5", 1.5),
        ("a: 1e3", 1000.0),
        ("a: .5", 0.5),
        ("a: 2026-05-04", "2026-05-04"),
        ("a: 12:30:00", "12:30:00"),
        ("a: 1_000", "1_000"),
        ("a: 0b1", "0b1"),
        ("a: >-\n  one\n  two\n", "one two"),
        ("a: |\n  one\n  two\n", "one\ntwo\n"),
        ('a: "\\ud83d\\ude00"', "😀"),
        ("a: &x [1]\n", [1]),
        ("a: {b: [c, {d: e}]}", {"b": ["c", {"d": "e"}]}),
        ("%YAML 1.2\n---\na: no", "no"),
    ],
)
def test_values_are_those_of_the_core_schema_of_yaml_1_2(text: str, value: Any) -> None:
    reading, _ = read(text)

    assert reading == Reading({"a": value})
    assert type(reading.value["a"]) is type(value)


def test_aliases_are_followed() -> None:
    assert read("a: &x {b: [1]}\nc: [*x, *x]")[0].value == {"a": {"b": [1]}, "c": [{"b": [1]}] * 2}


def test_keys_are_texts_as_they_are_written() -> None:
    assert read("1: a\nno: b\n2026-05-04: c\n: d")[0].value == {
        "1": "a",
        "no": "b",
        "2026-05-04": "c",
        "": "d",
    }


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "C011", (1, 1)),
        ("# only a comment\n", "C011", (2, 1)),
        ("a: b: c", "C011", (1, 5)),
        ("a:\n\t- b", "C011", (2, 1)),
        ("a: [1, 2", "C011", (1, 9)),
        ("a: 'b", "C011", (1, 6)),
        ("a: @b", "C011", (1, 4)),
        ("a: *x", "C011", (1, 4)),
        ("a: &x [*x]", "C011", (1, 8)),
        ("a: 1\n---\nb: 2", "C011", (2, 1)),
        ("? [a]\n: b", "C011", (1, 3)),
        ("a: 1\nb: 2\na: 3", "C013", (3, 1)),
        ("a: {b: 1, 'b': 2}", "C013", (1, 11)),
        ("a: .nan", "C015", (1, 4)),
        ("a: -.inf", "C015", (1, 4)),
        ("a: " + "1" * 5000, "C015", (1, 4)),
        ("a: !!str 1", "C016", (1, 4)),
        ("a: !!python/object/apply:os.system [ls]", "C016", (1, 4)),
        ("!x a: 1", "C016", (1, 1)),
        ("b: &x {c: 1}\na:\n  <<: *x", "C016", (3, 3)),
        ("%YAML 1.1\n---\na: no", "C016", (2, 1)),
        ("%TAG ! tag:example.org,2026:\n---\na: no", "C016", (2, 1)),
    ],
)
def test_what_is_wrong_is_named_with_its_place(
    text: str, code: str, place: tuple[int, int]
) -> None:
    assert _only(text) == (code, place)


@pytest.mark.parametrize(
    "text", ['a: "\\UFFFFFFFF"', "%YAML 1.99999999999999999999999\n---\n", "%YAML 9.9\n---\na: 1"]
)
def test_what_makes_the_parser_stumble_is_a_problem_all_the_same(text: str) -> None:
    assert _only(text)[0] == "C011"


@pytest.mark.parametrize(
    "text", ["[" * 200, "[" * 200_000, "- " * 200, "{a: " * 200, "&a " + "[" * 99]
)
def test_too_deep_a_nest_is_refused(text: str) -> None:
    assert _only(text)[0] == "C014"


def test_aliases_that_multiply_are_refused() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 9)]

    assert _only("\n".join(lines))[0] == "C016"


def test_faults_of_one_text_are_limited() -> None:
    reading, _ = read("a: 1\n" * 5000)

    assert len(reading.faults) == MOST
    assert not reading.readable


def test_reading_goes_on_after_what_can_be_passed_over() -> None:
    reading, _ = read("a: !x 1\na: 2\nb: *no\nc: .nan")

    assert [one.code for one in reading.faults] == ["C016", "C013", "C011", "C015"]


def test_every_value_has_its_place_and_every_field_its_key() -> None:
    _, places = read("a:\n  - b: one\n    c:\n  - 'two'\n")

    assert places["a", 0, "b"] == ((2, 8), (2, 5))
    assert places["a", 1] == ((4, 5), None)
    assert places["a", 0, "c"] == ((3, 5), (3, 5))
    assert places[()] == ((1, 1), None)


@pytest.mark.parametrize(
    ("text", "value", "column"),
    [
        ("a: #0b5f74\n", None, 4),
        ("a: Gates #3\n", "Gates", 10),
        ("a: [b, c #d\n  ]\n", ["b", "c"], 10),
        ("a: one\n  two  #3 and so on\n", "one two", 8),
        ("a: {b: #c\n  }\n", {"b": None}, 8),
        ("- b #c\n", None, 5),
    ],
)
def test_a_value_that_ends_at_a_number_sign_is_told(text: str, value: Any, column: int) -> None:
    reading, _ = read(text)
    (fault,) = reading.faults

    assert (fault.code, fault.severity) == ("C017", Severity.WARNING)
    assert fault.spot is not None
    assert fault.spot.column == column
    assert text.splitlines()[fault.spot.line - 1][column - 1] == "#"
    assert reading.readable
    assert reading.value == ({"a": value} if text.startswith("a") else ["b"])


@pytest.mark.parametrize(
    "text",
    [
        "a: b # a comment\n",
        "a: '#0b5f74'\n",
        'a: "Gates #3"\n',
        "a: b#c\n",
        "a: >-\n  Gates #3\n",
        "#a: b\na: c\n",
        "a:\n  #b: c\n  d: e\n",
        "a: b ## a rule\n",
        "a: 'b' #c\n",
    ],
)
def test_a_comment_that_cuts_nothing_is_no_news(text: str) -> None:
    assert not read(text)[0].faults
