"""Reads the list of subscribers; no message repeats what it says about a person."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from digest.content.characters import blank
from digest.content.corpus import Subscriber
from digest.content.csvtext import Row, rows
from digest.content.faults import Fault, Log, did_you_mean
from digest.content.formats import LINE, Format, Refusal, choice, language
from digest.content.mailboxes import complaint, mailbox, written
from digest.content.places import START, quoted
from digest.content.vocabulary import Vocabulary

COLUMNS = ("email", "name", "role", "streams", "language", "status")

#: A header with more cells than this is none.
_MOST_COLUMNS = 50

#: So many roles are named to somebody who wrote another one.
_MOST_NAMED = 12

#: What may stand around a cell; a line break may not.
_AROUND = " \t\u00a0"

_STATUS = choice("a status", "active", "unsubscribed", "bounced")


def subscribers(text: str, log: Log, known: Vocabulary) -> tuple[Subscriber, ...]:
    """The valid readers of a `subscribers.csv`; what is wrong with the others is logged."""
    lines: dict[str, int] = {}
    return tuple(one for one, _ in read(rows(text, log), log, known, lines.setdefault))


def read(
    table: Iterator[Row], log: Log, known: Vocabulary, first_line: Callable[[str, int], int]
) -> Iterator[tuple[Subscriber, Row]]:
    """The valid readers of a table with a header, each with its row; the rest is logged.

    `first_line` remembers the line of a mailbox and answers with the first one it was told.
    """
    header = next(table, None)
    if header is None:
        hint = f"begin it with the line {','.join(COLUMNS)}"
        log.add(Fault("C060", "the file has no header", hint, spot=START))
    elif _check_header(header, log):
        names = [cell.strip() for cell in header.cells]
        yield from _Reader(log, known, names, first_line).read(table)


def _check_header(header: Row, log: Log) -> bool:
    names = [cell.strip() for cell in header.cells]
    if len(names) > _MOST_COLUMNS or any("@" in name for name in names):
        hint = f"begin the file with the line {','.join(COLUMNS)}"
        log.add(Fault("C060", "the first row is no header", hint, spot=START))
        return False
    faults = [*_foreign(header, names), *_missing(names)]
    for fault in faults:
        log.add(fault)
    return not faults


def _foreign(header: Row, names: list[str]) -> Iterator[Fault]:
    for index, name in enumerate(names):
        if name not in COLUMNS:
            commas = "separate the columns with commas" if ";" in name or "\t" in name else None
            hint = commas or did_you_mean(name, COLUMNS) or f"columns are {', '.join(COLUMNS)}"
            yield Fault("C060", f"unknown column {quoted(name)}", hint, spot=header.spot(index))
        elif name in names[:index]:
            message = f"the column {quoted(name)} stands twice"
            yield Fault("C060", message, "keep one of them", spot=header.spot(index))


def _missing(names: list[str]) -> Iterator[Fault]:
    for name in COLUMNS:
        if name not in names:
            hint = f"the header is {','.join(COLUMNS)}; cells may be empty"
            yield Fault("C060", f"the column {quoted(name)} is missing", hint, spot=START)


@dataclass(slots=True)
class _Reader:
    """Reads rows below a header."""

    log: Log
    known: Vocabulary
    names: list[str]
    first_line: Callable[[str, int], int]

    def read(self, table: Iterator[Row]) -> Iterator[tuple[Subscriber, Row]]:
        """The readers of the rows that are valid, with these rows."""
        for row in table:
            if self.log.full:
                return
            if len(row.cells) != len(self.names):
                message = f"the row has {len(row.cells)} cells, the header {len(self.names)}"
                hint = "a text with a comma stands in quotes; an empty cell keeps its comma"
                index = min(len(row.cells), len(self.names))
                self.log.add(Fault("C061", message, hint, spot=row.spot(index)))
            elif reader := self._subscriber(row):
                yield reader, row

    def _subscriber(self, row: Row) -> Subscriber | None:
        before = len(self.log.found)
        cell = dict(zip(self.names, (cell.strip(_AROUND) for cell in row.cells), strict=True))
        name = self._read(row, "name", LINE, cell["name"]) if not blank(cell["name"]) else ""
        status = self._read(row, "status", _STATUS, cell["status"]) if cell["status"] else "active"
        streams = self._streams(row, cell["streams"])
        spoken = self._language(row, cell["language"])
        self._check_role(row, cell["role"])
        self._check_address(row, cell["email"])
        if len(self.log.found) > before:
            return None
        return Subscriber(
            email=written(cell["email"]),
            name=name,
            role=cell["role"],
            streams=streams,
            language=spoken,
            status=status,
        )

    def _check_address(self, row: Row, address: str) -> None:
        if not address:
            self._fault(
                row, "email", "C022", "the mail address is empty", "fill it or remove the row"
            )
        elif said := complaint(address):
            hint = "write it as name@host.example"
            self._fault(row, "email", "C034", f"the mail address {said}", hint)
        elif (first := self.first_line(mailbox(address), row.line)) != row.line:
            message = f"the mailbox stands in line {first} already"
            self._fault(row, "email", "C062", message, "keep one row for each reader")

    def _check_role(self, row: Row, role: str) -> None:
        if not role:
            self._fault(row, "role", "C022", "the role is empty", "name a role of the publication")
        elif self.known.roles is not None and role not in self.known.roles:
            hint = did_you_mean(role, self.known.roles)
            known = ", ".join(sorted(self.known.roles)[:_MOST_NAMED])
            message = f"unknown role {quoted(role)}"
            self._fault(row, "role", "C045", message, hint or f"roles are {known}")

    def _streams(self, row: Row, cell: str) -> tuple[str, ...]:
        streams = [one for part in cell.split("|") if (one := part.strip())]
        for index, stream in enumerate(streams):
            if self.known.streams is not None and stream not in self.known.streams:
                hint = did_you_mean(stream, self.known.streams)
                message = f"unknown stream {quoted(stream)}"
                self._fault(row, "streams", "C044", message, hint or "streams are separated by |")
            elif stream in streams[:index]:
                message = f"the stream {quoted(stream)} stands twice in this cell"
                self._fault(row, "streams", "C041", message, "keep one of them")
        return tuple(streams)

    def _language(self, row: Row, cell: str) -> str | None:
        if not cell:
            return None
        spoken: str = self._read(row, "language", Format("a language", language), cell)
        if spoken and self.known.languages is not None and spoken not in self.known.languages:
            message = f"the publication has no language {quoted(spoken)}"
            hint = did_you_mean(spoken, self.known.languages)
            known = ", ".join(sorted(self.known.languages))
            self._fault(row, "language", "C063", message, hint or f"its languages are {known}")
        return spoken

    def _read(self, row: Row, column: str, form: Format, cell: str) -> str:
        try:
            return str(form.read(cell))
        except Refusal as refusal:
            self._fault(row, column, refusal.code, refusal.message, refusal.hint)
            return ""

    def _fault(self, row: Row, column: str, code: str, message: str, hint: str | None) -> None:
        spot = row.spot(self.names.index(column))
        if "@" in message and "mail address" not in message:
            message = f"the {column} holds what seems to be a mail address"
        self.log.add(Fault(code, message, hint, spot=spot))
