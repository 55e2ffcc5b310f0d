"""Words, counts, dates and lists as one language writes them."""

from collections.abc import Iterable, Iterator
from datetime import date
from functools import lru_cache
from gettext import NullTranslations
from io import BytesIO
from itertools import pairwise
from pathlib import Path

from babel.core import Locale, UnknownLocaleError, get_global
from babel.dates import format_date, format_skeleton
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal
from babel.support import Translations

from digest.edition.view import Day

#: Where catalogues stand: `<locale>/LC_MESSAGES/digest.po`, read as they are.
CATALOGUES = Path(__file__).with_name("locale")

#: The language of the messages in the source, and of dates in a language nobody knows.
SOURCE = "en"


class Phrases:
    """What the house says, in one language.

    A language without a catalogue keeps English words but writes its own dates. Messages are
    the English texts of the source; `{name}` in them is filled from keyword arguments.
    """

    def __init__(self, language: str, catalogues: Path = CATALOGUES) -> None:
        self.language = language
        self.locale = locale_of(language)
        self._messages = _catalogue(self.locale, catalogues)
        #: Whether the house's own words are said in this language, not in English instead.
        self.translated = self._messages is not None or self.locale.language == SOURCE
        self._speech = self.locale if self.translated else Locale.parse(SOURCE)

    @property
    def direction(self) -> str:
        """Where its lines begin: `ltr` or `rtl`."""
        return "rtl" if self.locale.character_order == "right-to-left" else "ltr"

    @property
    def words_language(self) -> str:
        """The language the house's own words are said in."""
        return self.language if self.translated else SOURCE

    @property
    def name(self) -> str:
        """What its speakers call the language, such as `Deutsch`."""
        return str(self.locale.get_display_name(self.locale) or self.language)

    def gettext(self, message: str, **values: object) -> str:
        """The message in this language, with its placeholders filled."""
        text = str(self._translations.gettext(message))
        return text.format_map(values) if values else text

    def ngettext(self, one: str, many: str, count: int, **values: object) -> str:
        """The message for that many things; `{count}` is the number as the language writes it."""
        text = str(self._translations.ngettext(one, many, count))
        return text.format_map({"count": self.number(count), **values})

    def number(self, count: int) -> str:
        """A whole number with the language's separators."""
        return str(format_decimal(count, locale=self._speech))

    def day(self, day: date) -> Day:
        """A date, long and short."""
        long, short = (format_date(day, form, locale=self.locale) for form in ("long", "medium"))
        return Day(iso=day, text=long, short=short)

    def month(self, day: date) -> str:
        """The month of a date, such as `Apr 2026`."""
        middle = day.replace(day=15)  # some languages write the year of the week, not of the day
        return format_skeleton("yMMM", middle, locale=self.locale)

    def listing(self, items: Iterable[str]) -> str:
        """The items as one enumeration, such as `a, b and c`."""
        return format_list(list(items), locale=self._speech)

    @property
    def _translations(self) -> NullTranslations:
        return self._messages or NullTranslations()


def locale_of(language: str) -> Locale:
    """The locale of a BCP 47 tag, or of as much of its beginning as is known, or English."""
    subtags = language.split("-")
    for kept in range(len(subtags), 0, -1):
        try:
            return Locale.parse("-".join(subtags[:kept]), sep="-")
        except (ValueError, UnknownLocaleError):
            continue
    return Locale.parse(SOURCE)


def _catalogue(locale: Locale, catalogues: Path) -> NullTranslations | None:
    chain = [
        messages for name in _ancestry(str(locale)) if (messages := _messages(catalogues, name))
    ]
    for child, parent in pairwise(chain):
        child.add_fallback(parent)
    return chain[0] if chain else None


def _ancestry(name: str) -> Iterator[str]:
    parents = get_global("parent_exceptions")
    while name and name != "root":
        yield name
        name = parents.get(name) or name.rpartition("_")[0]


def _messages(catalogues: Path, name: str) -> NullTranslations | None:
    path = catalogues / name / "LC_MESSAGES" / "digest.po"
    return Translations(BytesIO(_compiled(path))) if path.is_file() else None


@lru_cache(maxsize=64)
def _compiled(path: Path) -> bytes:
    compiled = BytesIO()
    with path.open("rb") as source:
        write_mo(compiled, read_po(source))
    return compiled.getvalue()
