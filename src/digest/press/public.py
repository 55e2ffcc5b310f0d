"""What the public may read: the archive, and of each edition in it the pages and the prints."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from digest.bundle import store
from digest.bundle.approved import copy_of
from digest.bundle.inventory import Found, inventory
from digest.bundle.manifest import File, Manifest
from digest.content.corpus import Content
from digest.delivery.ledger import runs
from digest.edition.archive import ATOM, JSON, PAGE, Shelved, archive
from digest.press.accounts import Accounts
from digest.press.site import files_of, fronts, is_ours, shelved_of
from digest.problems import DigestError, Problem
from digest.render.channels import PDF, WEB
from digest.render.theme import Theme

#: Files of these channels are for everybody; mails and data are not.
OPEN = frozenset({WEB.name, PDF.name})

#: What the files beside the editions are.
MEDIA_TYPES = {PAGE: "text/html", ATOM: "application/atom+xml", JSON: "application/feed+json"}


class Scope(StrEnum):
    """Which editions are public: those whose sending began, all that were built, or none."""

    SENT = "sent"
    ALL = "all"
    OFF = "off"


class Stand(NamedTuple):
    """A bundle that is public, and since when its files are as they are."""

    folder: Path
    manifest: Manifest
    changed: datetime

    @property
    def files(self) -> dict[str, File]:
        """Its files that everybody may read, by name."""
        return {one.path: one for one in self.manifest.files if one.channel in OPEN}


class Named(NamedTuple):
    """Where the bundle of an edition may be, and the seal it must have; any seal without one."""

    edition: str
    folders: tuple[Path, ...]
    seal: str | None


def sent(accounts: Accounts, output: Path) -> tuple[Named, ...]:
    """The editions whose sending began, as they were sent last; `WorldError` by the ledger.

    Their approved copies are read, so that what is built and not approved stays out.
    """
    seals = {one.edition: one.seal for one in runs.every(accounts.ledger) if one.started_at}
    return tuple(
        Named(edition, (copy_of(output, seal), output / edition), seal)
        for edition, seal in sorted(seals.items())
    )


def built(output: Path) -> tuple[Named, ...]:
    """All whole bundles of an output; none when it cannot be read."""
    try:
        found = [one for one in inventory(output, lambda _: ()) if isinstance(one, Found)]
    except OSError:
        return ()
    return tuple(
        Named(one.manifest.edition, (output / one.manifest.edition,), one.manifest.seal)
        for one in found
    )


def stands(named: Iterable[Named]) -> Iterator[Stand]:
    """The bundles that are where they should be, whole and with their seals."""
    for one in named:
        for folder in one.folders:
            if (found := _stand(folder, one)) is not None:
                yield found
                break


def read(stand: Stand, name: str) -> bytes | None:
    """The bytes of a public file of a bundle; None when they are not what was published."""
    wanted = stand.files[name]
    try:
        _, contents = store.read(stand.folder, lambda _: (wanted,))
    except DigestError:
        return None
    return contents[name]


def shelf(
    content: Content, theme: Theme, found: Iterable[Stand]
) -> tuple[dict[str, Stand], dict[str, bytes]]:
    """The bundles of this publication by edition, and the archive page and feeds of them.

    Raises `DigestError` for a theme at fault.
    """
    told = [(one, shelved) for one in found if (shelved := _shelved(content, one))]
    made = files_of(archive(content.publication, [shelved for _, shelved in told]), theme)
    return {one.manifest.edition: one for one, _ in told}, made


def _shelved(content: Content, stand: Stand) -> Shelved | None:
    try:
        found = Found(*store.read(stand.folder, fronts))
    except DigestError:
        return None
    told = shelved_of(stand.folder.parent, found)
    return None if isinstance(told, Problem) or not is_ours(content, told) else told


def _stand(folder: Path, named: Named) -> Stand | None:
    try:
        manifest, _ = store.read(folder, lambda _: ())
        changed = datetime.fromtimestamp(folder.stat().st_mtime, UTC)
    except (DigestError, OSError):
        return None
    whole = not manifest.partial and manifest.edition == named.edition
    return Stand(folder, manifest, changed) if whole and manifest.seal == named.seal else None
