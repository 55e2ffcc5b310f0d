"""The days of a text that names them by month and day."""

import re
from calendar import month_name, monthrange
from collections import Counter
from datetime import date
from functools import cache
from typing import NamedTuple

from digest.edition.phrases import SOURCE, Phrases

_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})(?!\d)")
_LETTERS = re.compile(r"[^\W\d_]+")


class Day(NamedTuple):
    """A day of any year."""

    month: int
    day: int

    @property
    def real(self) -> bool:
        """Whether some year has it."""
        return 1 <= self.month <= 12 and 1 <= self.day <= monthrange(2000, self.month)[1]

    def __str__(self) -> str:
        return f"{self.day} {month_name[self.month]}"


class Calendar:
    """Finds days in texts of a language, and in English ones."""

    def __init__(self, language: str) -> None:
        self._months = _months(language)
        names = "|".join(sorted(map(re.escape, self._months), key=len, reverse=True))
        self._forms = re.compile(
            rf"\b(?P<m1>{names})\b\.?\s+(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?(?![\d%]|[.,]\d)"
            rf"|(?<![\d.,])(?P<d2>\d{{1,2}})(?:st|nd|rd|th|\.|er)?\s+(?:of\s+|de\s+)?"
            rf"(?P<m2>{names})\b"
        )

    def days(self, text: str) -> tuple[set[Day], str]:
        """The days a text names, and the text without them; years stay."""
        found: set[Day] = set()

        def iso(one: re.Match[str]) -> str:
            found.add(Day(int(one[2]), int(one[3])))
            return f" {one[1]} "

        def named(one: re.Match[str]) -> str:
            month, day = one["m1"] or one["m2"], one["d1"] or one["d2"]
            found.add(Day(self._months[month], int(day)))
            return " , "

        rest = _ISO.sub(iso, text.casefold())
        return found, self._forms.sub(named, rest)


@cache
def _months(language: str) -> dict[str, int]:
    """The month of each of its names."""
    found: dict[str, int] = {}
    for tongue in (SOURCE, language):
        say = Phrases(tongue)
        told = {month: say.day(date(2001, month, 1)) for month in range(1, 13)}
        names = {
            month: set(_LETTERS.findall(f"{day.text} {day.short}".casefold()))
            for month, day in told.items()
        }
        often = Counter(name for some in names.values() for name in some)
        found |= {
            name: month for month, some in names.items() for name in some if often[name] == 1
        }
    return found
