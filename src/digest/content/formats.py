"""How a single text of an author's file must be written, and what it is read as."""

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from functools import lru_cache
from typing import Annotated, Any
from zoneinfo import ZoneInfo, available_timezones

from babel import Locale
from babel.core import UnknownLocaleError

from digest.content.characters import closed, unified
from digest.content.faults import did_you_mean
from digest.content.mailboxes import complaint as mail_complaint
from digest.content.mailboxes import written
from digest.content.places import quoted
from digest.content.webaddresses import complaint as web_complaint


class Refusal(Exception):  # noqa: N818  # an answer of a format, caught by whoever asked
    """A text that is not written as it must be: a problem without a place."""

    def __init__(self, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(code, message, hint)
        self.code = code
        self.message = message
        self.hint = hint


@dataclass(frozen=True)
class Format:
    """A rule for one text: `read` returns its value or raises `Refusal`.

    `schema` says the same to editors' tools, as far as JSON Schema can.
    """

    name: str
    read: Callable[[str], Any] = field(repr=False)
    schema: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)


#: Marks a field of a model that no file spells.
DERIVED = "derived"

#: Names of devices that no file may have on Windows.
_DEVICES = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{n}" for port in ("com", "lpt") for n in range(10)),
}

#: Names a role cannot have, because files of a bundle bear them.
_BUNDLE_FILES = {"index", "manifest"}

#: Names an edition cannot have, because folders of the output bear them.
_OUTPUT_FOLDERS = {"outbox"}

_SLUG = r"[a-z0-9](?:[a-z0-9_-]{0,62}[a-z0-9])?"
_EDITION = r"[a-z0-9][a-z0-9-]{0,62}[a-z0-9]"
_RECORD = r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,126}[A-Za-z0-9])?"
_CODE = r"[A-Z][0-9]{1,3}"
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}\Z")
_MOMENT = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2})\Z"
)
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\Z")
_LANGUAGE = re.compile(
    r"[A-Za-z]{2,3}(-[A-Za-z]{4})?(-([A-Za-z]{2}|[0-9]{3}))?"
    r"(-([A-Za-z0-9]{5,8}|[0-9][A-Za-z0-9]{3}))*\Z"
)
_BRACES = re.compile(r"\{[^{}]*\}?|\}")


def _text(text: str) -> str:
    return closed(unified(text).strip())


def _line(text: str) -> str:
    line = unified(text).strip()
    if "\n" in line or "\t" in line:
        message = "a line break or tab in a text that is one line"
        raise Refusal("C029", message, "write it on one line; a mail header may carry it")
    return closed(line)


def _slug(text: str, *, reserved: frozenset[str] = frozenset()) -> str:
    if not re.fullmatch(_SLUG, text):
        hint = "use a-z, 0-9, - and _, at most 64, with a letter or digit at both ends"
        raise Refusal("C030", f"{quoted(text)} is not an id", hint)
    _refuse_reserved(text, reserved)
    return text


def _role_id(text: str) -> str:
    return _slug(text, reserved=frozenset(_BUNDLE_FILES | _DEVICES))


def _record_id(text: str) -> str:
    if not re.fullmatch(_RECORD, text) or ".." in text:
        hint = (
            "use letters, digits, - _ and ., at most 128, with a letter or digit at both ends "
            "and no two dots in a row"
        )
        raise Refusal("C030", f"{quoted(text)} is not an id of a record", hint)
    return text


def _edition_id(text: str) -> str:
    if not re.fullmatch(_EDITION, text):
        hint = "use a-z, 0-9 and -, 2 to 64 of them, with a letter or digit at both ends"
        raise Refusal("C030", f"{quoted(text)} is not an id of an edition", hint)
    _refuse_reserved(text, frozenset(_OUTPUT_FOLDERS | _DEVICES))
    return text


def _refuse_reserved(text: str, reserved: frozenset[str]) -> None:
    if text in reserved:
        raise Refusal("C030", f"{quoted(text)} is a name that files need", "choose another id")


def day(text: str) -> date:
    """A date `YYYY-MM-DD` of the calendar."""
    if not _DAY.match(text):
        raise Refusal("C031", f"{quoted(text)} is not a date", "write it as YYYY-MM-DD")
    try:
        return _plausible(date.fromisoformat(text))
    except ValueError:
        message = f"{quoted(text)} is not a day of the calendar"
        raise Refusal("C031", message, "look at the month and the day") from None


def moment(text: str) -> datetime:
    """A time of RFC 3339 with its offset from UTC."""
    example = "write it like 2026-05-04T09:30:00Z"
    if not _MOMENT.match(text):
        raise Refusal("C032", f"{quoted(text)} is not a time with an offset", example)
    try:
        value = datetime.fromisoformat(text.upper())
        _plausible(value.date())
    except ValueError:
        message = f"{quoted(text)} is no time of the calendar"
        raise Refusal("C032", message, example) from None
    return value


def _day_or_moment(text: str) -> date | datetime:
    return moment(text) if len(text) > 10 else day(text)


def _plausible(value: date) -> date:
    if not 1000 <= value.year <= 9998:
        raise Refusal("C031", f"the year {value.year:04d} cannot be meant", "look at the year")
    return value


def _web(text: str) -> str:
    if said := web_complaint(text, ("http", "https")):
        raise Refusal("C033", f"the address {said}", "give the full address of the page")
    return text


def _page(text: str) -> str:
    if said := web_complaint(text, ("https",)):
        raise Refusal("C033", f"the address {said}", "give the full https address")
    return text


def _site(text: str) -> str:
    if found := {"?", "#"}.intersection(_page(text)):
        message = f"addresses below this one cannot follow a {min(found)}"
        raise Refusal("C033", message, "give the address of the folder that digests stand in")
    return text


def _address(text: str) -> str:
    if said := mail_complaint(text):
        raise Refusal("C034", f"the mail address {said}", "write it as name@host.example")
    return written(text)


@lru_cache(maxsize=256)
def language(text: str) -> str:
    """A BCP 47 tag of a language whose dates and numbers are known, in its usual case."""
    hint = "write a tag such as en-GB, de or zh-Hant"
    if not _LANGUAGE.match(text):
        raise Refusal("C035", f"{quoted(text)} is not the tag of a language", hint)
    try:
        Locale.parse(text, sep="-")
    except (UnknownLocaleError, ValueError):
        message = f"{quoted(text)} is a language whose dates and numbers are not known"
        raise Refusal("C035", message, hint) from None
    first, *rest = text.lower().split("-")
    return "-".join((first, *map(_usual_case, rest)))


def _usual_case(part: str) -> str:
    """Scripts begin with a capital, regions are capitals, variants are small."""
    if len(part) == 4:
        return part.capitalize()
    return part.upper() if len(part) < 4 else part


def _zone(text: str) -> str:
    try:
        ZoneInfo(text)
    except (ValueError, OSError, LookupError):
        hint = did_you_mean(text, available_timezones())
        message = f"{quoted(text)} is not a time zone"
        raise Refusal("C036", message, hint or "write a name such as Europe/London") from None
    return text


def _colour(text: str) -> str:
    if not _COLOUR.match(text):
        raise Refusal("C037", f"{quoted(text)} is not a colour", "write it as #rrggbb, in quotes")
    return text.lower()


def _inside(text: str) -> str:
    parts = text.split("/")
    if text.startswith("/") or "\\" in text or ":" in text or {"", ".", ".."} & set(parts):
        hint = "write it from the publication's folder, such as styles/logo.png"
        raise Refusal("C038", f"{quoted(text)} is not a path inside the publication", hint)
    return text


def _badge(text: str) -> str:
    line = _line(text)
    for brace in _BRACES.findall(line):
        if brace != "{month}":
            hint = "{month} is the only word in braces that is filled in"
            raise Refusal("C039", f"{quoted(brace)} in a badge has no meaning", hint)
    return line


def _code(text: str) -> str:
    if not re.fullmatch(_CODE, text):
        hint = "write it as the warning tells it, such as E001"
        raise Refusal("C024", f"{quoted(text)} is not the code of a problem", hint)
    return text


def choice(name: str, *known: str) -> Format:
    """A format that takes one of the known words."""

    def read(text: str) -> str:
        if text not in known:
            hint = did_you_mean(text, known) or f"it is one of {', '.join(known)}"
            raise Refusal("C024", f"{quoted(text)} is not {name}", hint)
        return text

    return Format(name, read, {"enum": list(known)})


def _pattern(expression: str) -> dict[str, str]:
    return {"pattern": f"^{expression}$"}


TEXT = Format("text", _text, {"pattern": r"\S"})
LINE = Format("a line of text", _line, {"pattern": r"^[^\n\r\t]*\S[^\n\r\t]*$"})
DAY = Format("a date", day, {"format": "date", **_pattern(r"\d{4}-\d{2}-\d{2}")})
MOMENT = Format("a time", moment, {"format": "date-time"})
DAY_OR_MOMENT = Format(
    "a date or a time", _day_or_moment, {"anyOf": [{"format": "date"}, {"format": "date-time"}]}
)

Text = Annotated[str, TEXT]
Line = Annotated[str, LINE]
Slug = Annotated[str, Format("an id", _slug, _pattern(_SLUG))]
RoleId = Annotated[
    str, Format("an id", _role_id, {**_pattern(_SLUG), "not": {"enum": sorted(_BUNDLE_FILES)}})
]
#: An id that something else bears; whether anything does is checked where all is known.
Ref = Annotated[str, Format("an id", _line, LINE.schema)]
RecordId = Annotated[str, Format("an id of a record", _record_id, _pattern(_RECORD))]
EditionId = Annotated[str, Format("an id of an edition", _edition_id, _pattern(_EDITION))]
WebUrl = Annotated[
    str,
    Format("a web address", _web, {"format": "uri", "pattern": r"^[Hh][Tt][Tt][Pp][Ss]?://\S+$"}),
]
PageUrl = Annotated[
    str,
    Format(
        "an https address", _page, {"format": "uri", "pattern": r"^[Hh][Tt][Tt][Pp][Ss]://\S+$"}
    ),
]
#: An address that others are made below.
SiteUrl = Annotated[
    str,
    Format(
        "an https address",
        _site,
        {"format": "uri", "pattern": r"^[Hh][Tt][Tt][Pp][Ss]://[^\s?#]+$"},
    ),
]
Address = Annotated[str, Format("a mail address", _address, {"pattern": r"^[^\s@]+@[^\s@]+$"})]
Language = Annotated[
    str, Format("a language", language, _pattern(r"[A-Za-z]{2,3}(-[A-Za-z0-9]+)*"))
]
Zone = Annotated[str, Format("a time zone", _zone, {"pattern": r"\S"})]
Colour = Annotated[str, Format("a colour", _colour, _pattern("#[0-9a-fA-F]{6}"))]
Inside = Annotated[str, Format("a path", _inside, {"pattern": r"^[^/\\:]"})]
Badge = Annotated[str, Format("a badge", _badge, {"pattern": r"\S"})]
Code = Annotated[str, Format("a code", _code, _pattern(_CODE))]
#: The name of a channel; packages bring more, so who knows them all checks whether it is one.
Channel = Annotated[
    str,
    Format(
        "a channel", _line, {"anyOf": [{"enum": ["pdf", "email", "text", "web"]}, LINE.schema]}
    ),
]
