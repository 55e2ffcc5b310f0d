"""A moment as a person writes it, with the zone it is meant in."""

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from digest.press.prepare import loaded
from digest.problems import Problem, UsageError


def moment(root: Path, text: str | None, zone: str | None) -> datetime | None:
    """The moment in UTC; None without a text. The zone is the publication's when none is named.

    Raises `UsageError` (U015) for what is no moment, a zone nobody knows, and an hour that the
    zone skips or has twice when clocks are changed.
    """
    if text is None:
        if zone is not None:
            raise _no("--zone says something with --at only", "say when, with --at")
        return None
    try:
        said = datetime.fromisoformat(text)
    except ValueError:
        raise _no(f"{text!r} is no time", "write it like 2026-11-04T08:00") from None
    if not 2000 <= said.year < 9000:
        raise _no(f"nobody sends anything in the year {said.year}", "look at the year")
    if said.tzinfo is not None:
        if zone is not None:
            raise _no("the time names its own offset, and --zone another one", "give one of them")
        return said.astimezone(UTC)
    return _placed(said, _zone(root, zone)).astimezone(UTC)


def _zone(root: Path, name: str | None) -> ZoneInfo:
    if name is None:
        content, _ = loaded(root)
        return ZoneInfo(content.publication.timezone)
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise _no(f"there is no time zone {name!r}", "name one like Europe/London") from None


def _placed(said: datetime, zone: ZoneInfo) -> datetime:
    first, second = said.replace(tzinfo=zone, fold=0), said.replace(tzinfo=zone, fold=1)
    if first.utcoffset() != second.utcoffset():
        there = first.astimezone(UTC).astimezone(zone).replace(tzinfo=None)
        what = "comes twice" if there == said else "does not come"
        hint = "write its offset too, such as 2026-11-01T01:30-04:00"
        raise _no(f"{said.isoformat()} {what} in {zone.key} that day", hint)
    return first


def _no(message: str, hint: str) -> UsageError:
    return UsageError(Problem(code="U015", message=message, hint=hint))
