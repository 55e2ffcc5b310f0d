"""Subscribers go into the table and come out of it unchanged, or not at all."""

import csv
import tracemalloc
from collections.abc import Iterator
from io import BytesIO, RawIOBase
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest.content.corpus import Subscriber
from digest.content.loading import load
from digest.delivery.audience import Selection, audience_of, recipients
from digest.delivery.cells import shielded, unshielded
from digest.delivery.ledger import exchange, readers
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.exchange import Imported, export_csv
from digest.problems import DigestError
from support.builders import a_publication
from support.ledgers import KEYS, NOW, at
from support.samples import COAST

HEADER = "email,name,role,streams,language,status\n"
PUBLICATION = a_publication()
ROLE = PUBLICATION.roles[0].id
STREAM = PUBLICATION.streams[0].id


def _import(ledger: Ledger, text: str | bytes, minutes: float = 0) -> Imported:
    data = text.encode() if isinstance(text, str) else text
    return exchange.import_csv(
        ledger,
        BytesIO(data),
        name="list.csv",
        publication=PUBLICATION,
        keys=KEYS,
        now=at(minutes),
    )


def _refused(ledger: Ledger, text: str | bytes) -> list[str]:
    with pytest.raises(DigestError) as error:
        _import(ledger, text)
    return [f"{one.line}:{one.column} {one.code}" for one in error.value.problems]


def _row(who: str, **cells: str) -> str:
    values = {"email": f"{who}@example.org", "name": who, "role": ROLE, **cells}
    return ",".join(values.get(column, "") for column in HEADER.strip().split(",")) + "\n"


def test_rows_are_added_changed_or_left_as_they_are(ledger: Ledger) -> None:
    assert _import(ledger, HEADER + _row("kim") + _row("lee")) == (2, 0, 0)
    assert _import(ledger, HEADER + _row("kim") + _row("lee", name="Lee B"), 5) == (0, 1, 1)
    assert _import(ledger, HEADER + _row("new"), 6) == (1, 0, 0)

    found = {one.subscriber.name: one for one in readers.readers(ledger)}
    assert sorted(found) == ["Lee B", "kim", "new"]
    assert (found["kim"].changed, found["Lee B"].changed) == (NOW, at(5))
    assert found["kim"].id == KEYS.reader("kim@example.org")
    assert readers.count(ledger) == 3


def test_every_column_comes_back(ledger: Ledger) -> None:
    row = _row("Kim", streams=STREAM, language="en-US", status="bounced")
    _import(ledger, HEADER + row)

    assert list(readers.every(ledger)) == [
        Subscriber(
            email="Kim@example.org",
            name="Kim",
            role=ROLE,
            streams=(STREAM,),
            language="en-US",
            status="bounced",
        )
    ]
    assert "".join(export_csv(ledger)) == HEADER + row


def test_another_spelling_is_the_same_reader(ledger: Ledger) -> None:
    _import(ledger, HEADER + _row("kim"))

    assert _import(ledger, HEADER + _row("x", email=" KIM@Example.ORG ")) == (0, 1, 0)
    assert [one.email for one in readers.every(ledger)] == ["KIM@example.org"]


def test_every_wrong_row_is_told_and_nothing_is_written(ledger: Ledger) -> None:
    _import(ledger, HEADER + _row("kim"))
    wrong = (
        HEADER
        + _row("new")
        + _row("a", email="nobody")
        + _row("b", role="nobody")
        + _row("c", streams="nowhere")
        + _row("d", status="gone")
        + "short,row\n"
        + _row("NEW")
        + _row("kim", name="changed")
    )

    told = _refused(ledger, wrong)

    assert [one.partition(":")[0] for one in told] == ["3", "4", "5", "6", "7", "8"]
    assert [one.partition(" ")[2] for one in told] == [
        "C034",
        "C045",
        "C044",
        "C024",
        "C061",
        "C062",
    ]
    assert told[0] == "3:1 C034"
    assert told[-1] == "8:1 C062"
    assert [one.name for one in readers.every(ledger)] == ["kim"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ["1:1 C060"]),
        ("email,name\n", ["1:1 C060"] * 4),
        (HEADER.encode("utf-16"), ["1:1 C005"]),
        (HEADER.encode() + b"kim@example.org,\xfc,x,,,\n", ["2:17 C005"]),
        (HEADER + 'a@example.org,"x\n', ["2:1 C012"]),
    ],
)
def test_a_file_that_is_no_list_is_refused(
    ledger: Ledger, text: str | bytes, told: list[str]
) -> None:
    assert _refused(ledger, text)[: len(told)] == told
    assert readers.count(ledger) == 0


@pytest.mark.parametrize("character", ["\x00", "\x0b", "\x1b"])
@pytest.mark.parametrize("column", ["name", "role", "streams", "language"])
def test_control_characters_are_refused_where_they_stand(
    ledger: Ledger, column: str, character: str
) -> None:
    line = _row("lee", **{column: f"L{character}e"})

    found = _refused(ledger, HEADER + _row("kim") + line)

    assert f"3:{line.index(character) + 1} C006" in found
    assert readers.count(ledger) == 0


@pytest.mark.parametrize("end", ["\r", "\n", "\r\n"])
def test_a_name_is_one_line(ledger: Ledger, end: str) -> None:
    found = _refused(ledger, HEADER + _row("kim") + _row("lee", name=f'"L{end}e"'))

    assert found == ["3:17 C029"]
    assert readers.count(ledger) == 0


def test_a_line_without_end_is_refused(ledger: Ledger) -> None:
    assert "2:1 C012" in _refused(ledger, HEADER + _row("kim", name="x" * 2_200_000))


def test_lines_are_counted_across_pieces(ledger: Ledger, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("digest.delivery.textlines.PIECE", 200)
    monkeypatch.setattr("digest.delivery.ledger.exchange._BLOCK", 3)
    rows = [_row(f"r{number}") for number in range(40)]

    assert _import(ledger, HEADER + "".join(rows)) == (40, 0, 0)

    rows[30] = _row("r2")
    rows[35] = _row("x", email="nobody")
    assert _refused(ledger, HEADER + "".join(rows)) == ["32:1 C062", "37:1 C034"]


FORMULAS = ["=1+1", "+49", "-", "@x", "'=x", "''@", "'", "x=1", "=HYPERLINK(1)"]


@pytest.mark.parametrize("name", FORMULAS)
def test_formulas_leave_as_text_and_come_back(ledger: Ledger, name: str) -> None:
    _import(ledger, f"{HEADER}kim@example.org,{shielded(name)},{ROLE},,,\n")
    text = "".join(export_csv(ledger))

    (cells,) = list(csv.reader(text.splitlines()))[1:]
    assert cells[1][0] not in "=+-@\t\r"
    assert [one.name for one in readers.every(ledger)] == [name]
    assert _import(ledger, text) == (0, 0, 1)


@given(st.text(alphabet="'=+-@\t\rab"))
def test_a_shield_is_taken_away_as_it_was_put(cell: str) -> None:
    assert unshielded(shielded(cell)) == cell
    assert not shielded(cell).startswith(("=", "+", "-", "@", "\t", "\r"))


def test_the_list_in_a_file_and_in_the_table_are_one_audience(ledger: Ledger) -> None:
    content = load(COAST).content
    assert content is not None
    stream = content.newest().stream
    chosen = Selection.of(content.publication, stream)
    with Path(COAST, "subscribers.csv").open("rb") as file:
        exchange.import_csv(
            ledger, file, name="x", publication=content.publication, keys=KEYS, now=NOW
        )

    by_file, by_table = (
        audience_of(recipients(found, chosen, KEYS), KEYS)
        for found in (content.subscribers, readers.every(ledger))
    )

    assert by_file == by_table
    assert by_file.count > 0


def test_a_reader_is_found_and_changes_what_they_get(ledger: Ledger) -> None:
    _import(ledger, HEADER + _row("kim"))
    one = readers.find_by_address(ledger, "KIM@example.org")
    assert one is not None
    assert readers.find(ledger, one.id) == one

    wish = one.subscriber.model_copy(update={"status": "unsubscribed", "streams": (STREAM,)})
    changed = one.model_copy(update={"subscriber": wish, "paused_until": at(60)})

    assert readers.change(ledger, changed, at(1))
    assert readers.find(ledger, one.id) == changed.model_copy(update={"changed": at(1)})
    assert list(readers.every(ledger, at(59))) == []
    assert list(readers.every(ledger, at(60))) == [wish]


def test_a_reader_who_is_not_there(ledger: Ledger) -> None:
    _import(ledger, HEADER + _row("kim"))
    (one,) = readers.readers(ledger)

    assert readers.find(ledger, "k1.nobody") is None
    assert readers.find_by_address(ledger, "nobody@example.org") is None
    assert not readers.change(ledger, one.model_copy(update={"id": "k1.nobody"}), NOW)


def test_nobody_is_named_in_a_representation(ledger: Ledger) -> None:
    _import(ledger, HEADER + _row("kim"))

    assert "kim" not in repr(list(readers.readers(ledger)))


class _Endless(RawIOBase):
    """A file of so many rows that is made while it is read."""

    def __init__(self, count: int) -> None:
        self._rows = self._made(count)
        self._rest = b""

    def _made(self, count: int) -> Iterator[bytes]:
        yield HEADER.encode()
        yield from (_row(f"r{number}").encode() for number in range(count))

    def read(self, size: int = -1) -> bytes:
        while len(self._rest) < size and (more := next(self._rows, b"")):
            self._rest += more
        data, self._rest = self._rest[:size], self._rest[size:]
        return data

    def readline(self, size: int | None = -1) -> bytes:
        del size
        line, mark, rest = self._rest.partition(b"\n")
        self._rest = rest
        return line + mark


def test_memory_does_not_grow_with_the_list(
    file_ledger: Ledger, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("digest.delivery.textlines.PIECE", 1 << 14)
    monkeypatch.setattr("digest.delivery.ledger.exchange._BLOCK", 300)
    peaks = []
    for count in (100, 1_500, 6_000):
        tracemalloc.start()
        exchange.import_csv(
            file_ledger,
            _Endless(count),  # type: ignore[arg-type]  # reads as far as is read of it
            name="x",
            publication=PUBLICATION,
            keys=KEYS,
            now=NOW,
        )
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()

    assert peaks[2] < peaks[1] * 1.25
