"""JSON is read strictly, and its values are found again."""

import json
from pathlib import Path

import pytest

from digest.content import jsonplaces, jsontext
from digest.content.faults import MOST
from digest.content.jsonplaces import Offsets, find, items
from digest.content.places import Spot


def _only(text: str) -> tuple[str, str, Spot | None]:
    (fault,) = jsontext.read(text).faults
    assert fault.hint
    return fault.code, fault.message, fault.spot


def test_a_valid_text_is_read_as_the_standard_library_reads_it() -> None:
    text = '{"a": [1, -2.5, true, null, "\\u00e9\\ud83d\\ude00 \\n"], "b": {}}'

    assert jsontext.read(text) == (json.loads(text), (), True)


@pytest.mark.parametrize(
    ("text", "message", "place"),
    [
        ("", "the file holds nothing", (1, 1)),
        ('{"a": 1', "the JSON ends too early", (1, 8)),
        ('{"a": 1,\n}', "a comma before the closing bracket", (2, 1)),
        ("[1,\n 2,\n]", "a comma before the closing bracket", (3, 1)),
        ('{"a": "b', "a text that begins here has no closing quote", (1, 7)),
        ('{"a": "\\x"}', "a backslash escape JSON does not know", (1, 8)),
        ('{"a": "b\nc"}', "a line break or tab inside a text", (1, 9)),
        ('{"a": 1}\n{"b": 2}', "a second value after the end of the first", (2, 1)),
        ('{"a" 1}', "not valid JSON here: expecting ':' delimiter", (1, 6)),
        ("\n\nnull!", "a second value after the end of the first", (3, 5)),
    ],
)
def test_the_first_place_that_is_no_json_is_named(
    text: str, message: str, place: tuple[int, int]
) -> None:
    assert _only(text) == ("C010", message, place)
    assert not jsontext.read(text).readable


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("{'a': 1}", "JSON quotes with \", not with '"),
        ("// a\n{}", "JSON has no comments; remove it"),
        ("[1 2]", "look for a missing comma, colon or quote just before"),
        ("nul", "look for a missing quote or bracket just before"),
    ],
)
def test_common_slips_are_guessed(text: str, hint: str) -> None:
    assert jsontext.read(text).faults[0].hint == hint


def test_a_doubled_key_is_an_error_and_all_of_them_are_named() -> None:
    reading = jsontext.read('{"a": 1, "b": {"c": 1, "c": 2},\n "a": 3, "\\u0061": 4}')

    assert reading.readable
    assert reading.value == {"a": 4, "b": {"c": 2}}
    assert [(one.code, one.spot) for one in reading.faults] == [
        ("C013", (1, 24)),
        ("C013", (2, 2)),
        ("C013", (2, 10)),
    ]


def test_a_key_is_no_value_and_a_value_no_key() -> None:
    assert jsontext.read('{"a": "a", "b": ["a", "a"], "c": {"a": "c"}}').faults == ()


@pytest.mark.parametrize("depth", [65, 200, 100_000])
@pytest.mark.parametrize("brackets", ["[]", "{}"])
def test_too_deep_a_nest_is_refused_where_it_gets_too_deep(depth: int, brackets: str) -> None:
    opening = "[" if brackets == "[]" else '{"a":'
    text = opening * depth + "1" + brackets[1] * depth

    assert _only(text) == (
        "C014",
        "objects and lists stand more than 64 deep in each other",
        (1, 64 * len(opening) + 1),
    )
    assert not jsontext.read(text).readable


def test_a_nest_of_64_is_read() -> None:
    assert jsontext.read("[" * 64 + "]" * 64).faults == ()


@pytest.mark.parametrize(
    "number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "1" * 5000, "0." + "1" * 5000]
)
def test_a_number_that_is_none_is_refused_where_it_stands(number: str) -> None:
    code, _, place = _only('{"a": 1e5,\n "b": ' + number + "}")

    assert (code, place) == ("C015", (2, 7))


def test_words_in_texts_are_no_numbers() -> None:
    assert jsontext.read('["NaN", "1e999", "{{", "]]"]').faults == ()


def test_faults_of_one_text_are_limited() -> None:
    many = "{" + ",".join(['"a": 1'] * 5000) + "}"

    assert len(jsontext.read(many).faults) == MOST


def test_places_count_from_where_the_text_begins_in_its_file() -> None:
    (fault,) = jsontext.read('{"a": 1,}', at=Spot(7, 3)).faults

    assert fault.spot == (7, 11)


def test_values_and_keys_are_found_again() -> None:
    text = ' {"a": [1, {"b" : "x", "é": 2}],\n "c": {}}'

    found = find(text, [(), ("a", 1, "é"), ("c",), ("a", 9), ("no",)])

    assert found[()] == Offsets(1)
    assert text[found["a", 1, "é"].value] == "2"
    assert text[found["a", 1, "é"].key or 0 :].startswith('"é"')
    assert text[found["c",].value :].startswith("{}")
    assert set(found) == {(), ("a", 1, "é"), ("c",)}


def test_values_are_found_in_a_text_that_begins_before_them() -> None:
    text = '[{"a": 1}, {"a": 22}]'
    first, second = items(text)

    assert text[find(text, [("a",)], start=second)["a",].value :].startswith("22")
    assert first == 1


def test_every_value_of_a_large_sample_is_found_where_it_stands() -> None:
    text = (Path(__file__).parents[2] / "data/coast/records/gate-closing-times.json").read_text(
        "utf-8"
    )
    places = dict(_all_values(json.loads(text), ()))

    found = find(text, places)

    decoder = json.JSONDecoder()
    assert found.keys() == places.keys()
    for loc, value in places.items():
        assert decoder.raw_decode(text, found[loc].value)[0] == value


@pytest.mark.parametrize("text", ["[]", " [ ] ", "[1]", '[ "a" ,\n{"b": [2]} , [3]]'])
def test_items_of_a_list_are_found(text: str) -> None:
    found = [json.JSONDecoder().raw_decode(text, at)[0] for at in items(text)]

    assert found == json.loads(text)


def test_flaws_of_a_text_that_is_no_json_do_not_hurt() -> None:
    assert list(jsonplaces.flaws(']}"open{{')) == []


def _all_values(
    value: object, loc: tuple[str | int, ...]
) -> list[tuple[tuple[str | int, ...], object]]:
    inner: list[tuple[str | int, object]] = []
    if isinstance(value, dict):
        inner = list(value.items())
    elif isinstance(value, list):
        inner = list(enumerate(value))
    below = [pair for key, item in inner for pair in _all_values(item, (*loc, key))]
    return [(loc, value), *below]
