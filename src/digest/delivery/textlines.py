"""A text file read line by line, each character checked, no more than a piece of it in memory."""

from collections.abc import Iterator
from io import StringIO
from typing import BinaryIO

from digest.content.faults import Fault, Log
from digest.content.places import Spot
from digest.content.textfile import decode

#: How many bytes are decoded at once; no line may be longer.
PIECE = 1 << 20


def lines(file: BinaryIO, log: Log) -> Iterator[str]:
    """The lines of a UTF-8 file, each with its end; what no text may hold is logged.

    They end early with a fault at a line of more than 1 MiB, or where the file is no text.
    """
    begin = 0
    while piece := file.read(PIECE):
        rest = b"" if piece.endswith(b"\n") else file.readline(PIECE)
        if len(rest) == PIECE and not rest.endswith(b"\n"):
            spot = Spot(begin + piece.count(b"\n") + 1, 1)
            hint = "end each row with a line break"
            log.add(Fault("C012", "the line is longer than 1 MiB", hint, spot=spot))
            return
        found = Log(log.path)
        text = decode(piece + rest, found)
        for _, fault in found.found:
            log.add(_moved(fault, begin))
        if text is None:
            return
        for line in StringIO(text, newline=""):
            begin += 1
            yield line


def _moved(fault: Fault, lines_before: int) -> Fault:
    spot = fault.spot or Spot(1, 1)
    moved = Spot(spot.line + lines_before, spot.column)
    return Fault(fault.code, fault.message, fault.hint, fault.severity, spot=moved)
