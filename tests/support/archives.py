"""Archives of the sample publication, without a folder of bundles."""

from datetime import date
from typing import Any

from digest.content.publication import Publication
from digest.edition.archive import Archive, Shelved, archive
from digest.edition.listing import Listing
from digest.edition.view import Digest
from digest.render.data import data
from support.quick import quick_content
from support.renderings import coast
from support.samples import COAST

#: The files of a bundle of the sample, and how big they are said to be.
FILES = {
    f"{role}.{suffix}": size
    for role in ("engineer", "executive", "planner")
    for suffix, size in (("html", 1000), ("pdf", 2000), ("txt", 3), ("eml", 4), ("json", 5))
}


def publication(**changes: Any) -> Publication:
    """The sample publication, changed as given."""
    return quick_content(COAST).publication.model_copy(update=changes)


def listing(digest: Digest | None = None, **masthead: Any) -> Listing:
    """What a digest's data file tells, with changes of its masthead."""
    digest = digest or coast("executive")
    head = digest.masthead.model_copy(update=masthead)
    return Listing.model_validate_json(data(digest.model_copy(update={"masthead": head})))


def shelved(
    edition: str = "2026-05-04-barriers",
    front: Listing | None = None,
    files: dict[str, int] | None = None,
    *others: Listing,
) -> Shelved:
    """An edition of the sample with all its files, unless others are given."""
    return Shelved(edition, front or listing(), others, FILES if files is None else files)


def dated(day: str, *, edition: str | None = None) -> Shelved:
    """An edition of that day."""
    head = coast("executive").masthead
    when = head.dated.model_copy(update={"iso": date.fromisoformat(day)})
    return shelved(edition or f"{day}-barriers", listing(dated=when))


def sample_archive(*editions: Shelved, **changes: Any) -> Archive:
    """The archive of these editions, of two by default, by the publication changed as given."""
    return archive(publication(**changes), editions or (dated("2026-05-04"), dated("2026-08-03")))
