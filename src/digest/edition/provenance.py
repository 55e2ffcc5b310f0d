"""Where a finding was published and which version of its record was used."""

from datetime import UTC, date, datetime
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

from digest.content.records import Record
from digest.edition.phrases import Phrases
from digest.edition.texts import breakable, line
from digest.edition.view import Provenance, Source


def source(record: Record) -> Source:
    """The source's publisher, its label (the host of its address when it has none) and address."""
    return Source(
        name=line(record.source_name or "") or line(record.organization),
        label=line(record.source_label or "") or _host(record.source_url),
        url=record.source_url,
        printed=breakable(record.source_url),
    )


def provenance(record: Record, zone: ZoneInfo, say: Phrases) -> Provenance:
    """The version that counts and when it was retrieved, as a day in the publication's zone."""
    retrieved = record.retrieved_at
    return Provenance(
        version=record.version,
        versions=max(1, len(record.versions)),
        retrieved=say.day(_day(retrieved, zone)) if retrieved else None,
        basis=line(record.enrichment_basis or "") or None,
    )


def _host(url: str) -> str:
    return urlsplit(url).hostname or url


def _day(moment: datetime, zone: ZoneInfo) -> date:
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    try:
        return aware.astimezone(zone).date()
    except OverflowError:  # the first or the last day that dates can express
        return aware.date()
