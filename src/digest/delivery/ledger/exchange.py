"""Subscribers between the table and a CSV: all or nothing in, escaped for spreadsheets out."""

import csv
from collections.abc import Iterable, Iterator
from datetime import datetime
from io import StringIO
from itertools import islice
from typing import Any, BinaryIO, NamedTuple

from sqlalchemy import Column, Connection, Integer, MetaData, Table, Text, insert, select

from digest.content.corpus import Subscriber
from digest.content.csvtext import Row, rows
from digest.content.faults import Fault, Log
from digest.content.mailboxes import mailbox
from digest.content.publication import Publication
from digest.content.subscribers import COLUMNS, read
from digest.content.vocabulary import Vocabulary
from digest.delivery.cells import shielded, unshielded
from digest.delivery.identity import Keyring
from digest.delivery.ledger import events
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.readers import columns, every, new_id
from digest.delivery.ledger.tables import subscriber
from digest.delivery.ledger.upserts import or_change
from digest.delivery.textlines import lines
from digest.problems import stop_on_errors

#: How many rows are looked at and written at once.
_BLOCK = 2000

#: What an import may change of a subscriber who is there.
_CHANGED = ("address", "name", "role", "streams", "language", "status", "changed")

#: The mailboxes of the file at hand and the lines they stand in; gone with the transaction.
_seen = Table(
    "import_seen",
    MetaData(),
    Column("mailbox", Text, primary_key=True),
    Column("line", Integer, nullable=False),
    prefixes=["TEMPORARY"],
)


class Imported(NamedTuple):
    """How many subscribers of a file were new, changed, and as they are."""

    added: int
    changed: int
    same: int


def import_csv(
    ledger: Ledger,
    file: BinaryIO,
    *,
    name: str,
    publication: Publication,
    keys: Keyring,
    now: datetime,
) -> Imported:
    """Add the subscribers of a CSV to the table and change those who are there, all or none.

    Whoever is not in the file stays. Memory does not grow with the file. `name` is what problems
    call it. Raises `DigestError` with the problems of every row, each with line and column.
    """
    log = Log(name)
    table = (_plain(row) for row in rows(lines(file, log), log))
    with ledger.writing() as connection:
        _seen.create(connection)
        writer = _Writer(connection, log, keys, now)
        found = read(table, log, _vocabulary(publication), lambda _, line: line)
        while block := list(islice(found, _BLOCK)):
            writer.write(block)
        stop_on_errors(log.problems())
        _seen.drop(connection)
        done = Imported(writer.added, writer.changed, writer.same)
        detail = f"{done.added} added, {done.changed} changed, {done.same} as they were"
        events.note(connection, now, "imported", detail, None)
    return done


def export_csv(ledger: Ledger) -> Iterator[str]:
    """The table as lines of a CSV, the header first; `import_csv` reads it back unchanged."""
    yield from _lines([COLUMNS])
    yield from _lines(map(_cells, every(ledger)))


class _Writer:
    """Writes blocks of subscribers and counts what they change."""

    def __init__(self, connection: Connection, log: Log, keys: Keyring, now: datetime) -> None:
        self._connection = connection
        self._log = log
        self._keys = keys
        self._now = now
        self.added = self.changed = self.same = 0

    def write(self, block: list[tuple[Subscriber, Row]]) -> None:
        """Add or change the subscribers of a block; a mailbox that stood before is a fault."""
        unique = self._unique([(columns(one, self._now), one, row) for one, row in block])
        before = self._before(list(unique))
        changed: list[dict[str, Any]] = []
        for who, (values, one) in unique.items():
            known = before.get(who)
            if known == {name: values[name] for name in _CHANGED[:-1]}:
                self.same += 1
                continue
            self.added += known is None
            self.changed += known is not None
            changed.append({**values, "reader": new_id(self._keys, one)})
        if changed:
            key = subscriber.c.mailbox
            step = or_change(self._connection, subscriber, key, _CHANGED)
            self._connection.execute(step, changed)

    def _unique(
        self, block: list[tuple[dict[str, Any], Subscriber, Row]]
    ) -> dict[str, tuple[dict[str, Any], Subscriber]]:
        wanted = [values["mailbox"] for values, _, _ in block]
        query = select(_seen.c.mailbox, _seen.c.line).where(_seen.c.mailbox.in_(wanted))
        first = {row.mailbox: row.line for row in self._connection.execute(query)}
        unique: dict[str, tuple[dict[str, Any], Subscriber]] = {}
        fresh: list[dict[str, Any]] = []
        for values, one, row in block:
            who = values["mailbox"]
            if who in first:
                self._tell_twice(one, row, first[who])
                continue
            first[who] = row.line
            fresh.append({"mailbox": who, "line": row.line})
            unique[who] = (values, one)
        if fresh:
            self._connection.execute(insert(_seen), fresh)
        return unique

    def _before(self, wanted: list[str]) -> dict[str, dict[str, Any]]:
        """What the table holds of these mailboxes."""
        query = select(subscriber).where(subscriber.c.mailbox.in_(wanted))
        found = self._connection.execute(query).mappings()
        return {row["mailbox"]: {name: row[name] for name in _CHANGED[:-1]} for row in found}

    def _tell_twice(self, one: Subscriber, row: Row, line: int) -> None:
        same = (at for at, cell in enumerate(row.cells) if mailbox(cell) == mailbox(one.email))
        message = f"the mailbox stands in line {line} already"
        hint = "keep one row for each reader"
        self._log.add(Fault("C062", message, hint, spot=row.spot(next(same, 0))))


def _vocabulary(publication: Publication) -> Vocabulary:
    return Vocabulary(
        roles=frozenset(role.id for role in publication.roles),
        streams=frozenset(stream.id for stream in publication.streams),
        languages=frozenset(publication.all_languages),
    )


def _plain(row: Row) -> Row:
    return row._replace(cells=[unshielded(cell) for cell in row.cells])


def _cells(one: Subscriber) -> tuple[str, ...]:
    values = (one.email, one.name, one.role, "|".join(one.streams), one.language, one.status)
    return tuple(shielded(value or "") for value in values)


def _lines(table: Iterable[Iterable[str]]) -> Iterator[str]:
    buffer = StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    for cells in table:
        writer.writerow(cells)
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()
