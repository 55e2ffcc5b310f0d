"""When an edition counts as published: no clock is asked, its date is enough."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

#: The hour, in the publication's timezone, of every edition.
HOUR = time(9)


def moment(dated: date, timezone: str) -> datetime:
    """The moment for an edition of that day; `timezone` is an IANA name."""
    return datetime.combine(dated, HOUR, ZoneInfo(timezone))
