"""WeasyPrint's log, heard and turned into problems with a place."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager

from digest.problems import Problem, Severity

_AT = re.compile(r" at (\d+):(\d+)")

#: How messages begin that mean a reader would miss something, and the codes they become.
_GRAVE = (
    ("Failed to", "P002"),
    ("Image ", "P002"),
    ("Relative URI", "P002"),
    ("Unsupported stylesheet", "P002"),
    ("Font-face ", "P003"),
    ("No anchor", "P008"),
    ("Content discarded: target", "P008"),
    ("Anchor defined twice", "P008"),
)

_HINTS = {
    "P002": "mend the picture or style sheet, or take it out of the template",
    "P003": "install the digest again: a font file of its own cannot be read",
    "P007": "print does not know this style and goes without it; mend or remove it",
    "P008": "give every target of a link one id, once",
    "P009": "look at the page: it may differ from what the template says",
}

#: The word for a glyph nobody has; it is reported with the text it stands in, elsewhere.
_NO_GLYPH = ".notdef"


class Log(logging.Handler):
    """Keeps what WeasyPrint says as problems; while it listens, no other handler hears it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.problems: list[Problem] = []
        self._path: str | None = None

    @contextmanager
    def listening(self) -> Iterator["Log"]:
        """Hear everything until the block ends."""
        logger = logging.getLogger("weasyprint")
        before = logger.propagate
        logger.propagate = False
        logger.addHandler(self)
        try:
            yield self
        finally:
            logger.removeHandler(self)
            logger.propagate = before

    @contextmanager
    def reading(self, path: str) -> Iterator[None]:
        """What is heard in the block is about this file."""
        self._path = path
        try:
            yield
        finally:
            self._path = None

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a message as a problem, each once."""
        message = record.getMessage()
        if message.startswith(_NO_GLYPH):
            return
        problem = self._problem(message)
        if problem not in self.problems:
            self.problems.append(problem)

    def _problem(self, message: str) -> Problem:
        grave = next((code for start, code in _GRAVE if message.startswith(start)), None)
        at = _AT.search(message)
        code = grave or ("P007" if at or self._path else "P009")
        return Problem(
            code=code,
            severity=Severity.ERROR if grave else Severity.WARNING,
            message=_AT.sub("", message).rstrip("."),
            path=self._path,
            line=int(at[1]) if at else None,
            column=int(at[2]) if at else None,
            hint=_HINTS[code],
        )
