"""Reads a CSV text row by row, each cell with the line and column it stands at."""

import csv
import re
from collections.abc import Iterable, Iterator
from io import StringIO
from typing import NamedTuple

from digest.content.faults import Fault, Log
from digest.content.places import Spot, printable, spots

#: A cell as it is written: in quotes, or up to the next comma.
_CELL = re.compile(r'"(?:[^"]|"")*"[^,]*|[^,]*')


class Row(NamedTuple):
    """A row's cells, the line it begins at and the text it was read from."""

    cells: list[str]
    line: int
    source: str

    def spot(self, index: int) -> Spot:
        """Where the cell of that number stands, counted from 0; the row's end when it is short."""
        at = 0
        for _ in range(index):
            cell = _CELL.match(self.source, at)
            end = cell.end() if cell else at
            if end >= len(self.source.rstrip("\r\n")):
                break
            at = end + 1
        line, column = spots(self.source, (at,))[at]
        return Spot(self.line + line - 1, column)


def rows(text: str | Iterable[str], log: Log) -> Iterator[Row]:
    """The rows of a CSV text that are not empty; a text that is no CSV ends with a fault.

    The text may come line by line, each with its end; then no more than one row is held of it.
    """
    source = _Source(StringIO(text, newline="") if isinstance(text, str) else text)
    reader = csv.reader(source, strict=True)
    while True:
        begin = source.begin_row()
        try:
            cells = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            message = f"not valid CSV in this row: {printable(str(error))}"
            hint = 'a text with a comma stands in ", and a " inside it is doubled'
            log.add(Fault("C012", message, hint, spot=Spot(begin + 1, 1)))
            return
        if cells:
            yield Row(cells, begin + 1, "".join(source.held))


class _Source:
    """Hands out lines, counts them and holds those of the row at hand."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = iter(lines)
        self._taken = 0
        self.held: list[str] = []

    def begin_row(self) -> int:
        """Forget the lines of the row before; how many lines were handed out."""
        self.held.clear()
        return self._taken

    def __iter__(self) -> "_Source":
        return self

    def __next__(self) -> str:
        line = next(self._lines)
        self._taken += 1
        self.held.append(line)
        return line
