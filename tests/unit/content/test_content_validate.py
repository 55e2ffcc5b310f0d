"""A document is read into a model by the model's own annotations."""

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Any, Self

import pytest
from pydantic import Field, model_validator

from digest.content.faults import Log, Place
from digest.content.formats import DERIVED, Line, Text
from digest.content.places import START, Loc, Span
from digest.content.validate import kind, read
from digest.values import Frozen


class _Size(StrEnum):
    SMALL = "small"
    LARGE = "large"


class _Part(Frozen):
    name: Line
    size: _Size = _Size.SMALL


class _Whole(Frozen):
    title: Line
    count: int | None = Field(default=None, ge=2)
    open: bool = False
    parts: tuple[_Part, ...] = ()
    notes: dict[Line, Text | tuple[Text, ...]] = Field(default_factory=dict)
    free: dict[str, Any] = Field(default_factory=dict)
    origin: Annotated[str, DERIVED] = ""

    @model_validator(mode="after")
    def _open_things_are_counted(self) -> Self:
        if self.open and self.count is None:
            raise ValueError("what is open is counted")
        return self


class _Nowhere:
    """A document whose every value stands at its beginning."""

    path = "x"
    base: Loc = ()

    def spans(self, _: Iterable[Loc]) -> dict[Loc, Span]:
        return {(): Span(START)}


def _read(raw: Any) -> tuple[_Whole | None, list[tuple[str, str]]]:
    log = Log("x")
    whole = read(_Whole, raw, Place(_Nowhere(), log), origin="derived")
    return whole, [(one.code, one.pointer or "") for one in log.problems()]


def test_a_model_is_made_of_what_is_there() -> None:
    raw = {
        "title": " A title ",
        "count": 2,
        "open": True,
        "parts": [{"name": "a"}, {"name": "b", "size": "large"}],
        "notes": {"one": "text", "many": ["a", " ", "b"], "none": None, "empty": []},
        "free": {"": [None, {"a": 1.5}]},
    }

    whole, told = _read(raw)

    assert told == []
    assert whole == _Whole(
        title="A title",
        count=2,
        open=True,
        parts=(_Part(name="a"), _Part(name="b", size=_Size.LARGE)),
        notes={"one": "text", "many": ("a", "b")},
        free={"": [None, {"a": 1.5}]},
        origin="derived",
    )


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        ([], [("C021", "")]),
        (None, []),
        ({}, [("C020", "")]),
        ({"title": None}, [("C022", "/title")]),
        ({"title": "a", "count": 1}, [("C025", "/count")]),
        ({"title": "a", "count": "2"}, [("C021", "/count")]),
        ({"title": "a", "count": 2.0}, [("C021", "/count")]),
        ({"title": "a", "count": True}, [("C021", "/count")]),
        ({"title": "a", "open": 1}, [("C021", "/open")]),
        ({"title": "a", "open": "true"}, [("C021", "/open")]),
        ({"title": "a", "parts": {}}, [("C021", "/parts")]),
        ({"title": "a", "parts": ["a"]}, [("C021", "/parts/0")]),
        ({"title": "a", "parts": [None]}, [("C022", "/parts/0")]),
        ({"title": "a", "parts": [{"name": "a", "size": "huge"}]}, [("C024", "/parts/0/size")]),
        ({"title": "a", "notes": {"x": {}}}, [("C021", "/notes/x")]),
        ({"title": "a", "notes": {"x": [{}]}}, [("C021", "/notes/x/0")]),
        ({"title": "a", "notes": {"": "x"}}, [("C022", "/notes/")]),
        ({"title": "a", "free": 1}, [("C021", "/free")]),
        ({"title": "a", "free": {"a": [{"\x00": 1}]}}, [("C006", "/free/a/0/\\u0000")]),
        ({"title": "a", "origin": "typed"}, [("C023", "/origin")]),
        ({"title": "a", "open": True}, [("C021", "")]),
    ],
)
def test_what_does_not_fit_is_told_where_it_stands(raw: Any, told: list[tuple[str, str]]) -> None:
    whole, found = _read(raw)

    assert found == told
    assert (whole is None) == (told != [("C023", "/origin")])


def test_nothing_is_read_on_once_the_log_is_full() -> None:
    whole, told = _read({"title": "a", "parts": [7] * 100_000})

    assert whole is None
    assert len(told) == 1001


def test_kinds_have_words() -> None:
    values: tuple[object, ...] = (True, " ", "a", 1, 1.5, [], {}, None)

    assert [kind(value) for value in values] == [
        "true or false",
        "empty text",
        "text",
        "a number",
        "a number",
        "a list",
        "a set of fields",
        "empty",
    ]
