"""The archive page and the feeds of an output: all whole bundles that stand in it."""

from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from digest.bundle.beside import place
from digest.bundle.inventory import Found, inventory, unlisted
from digest.bundle.manifest import File, Manifest
from digest.bundle.private import locked
from digest.bundle.world import writing
from digest.content.corpus import Content
from digest.edition.archive import ATOM, JSON, PAGE, Archive, Shelved, archive
from digest.edition.listing import Listing
from digest.press.assemble import DATA, INDEX
from digest.problems import Problem
from digest.render.archive import page
from digest.render.artifact import Artifact
from digest.render.feeds import atom, json_feed
from digest.render.theme import Theme


def prove(content: Content, theme: Theme, bundle: Manifest, files: Iterable[Artifact]) -> None:
    """Try the archive with a bundle not written yet; `DigestError` for a theme at fault."""
    contents = {file.path: file.content for file in files}
    chosen = {file.path: contents[file.path] for file in fronts(bundle)}
    files_of(archive(content.publication, [_shelved(Found(bundle, chosen))]), theme)


def publish(content: Content, theme: Theme, output: Path) -> tuple[Problem, ...]:
    """Write the archive page and the feeds of the publication's bundles in `output`.

    Of bundles that are left out, and of files that are not ours, a warning or a note is returned.
    Raises `WorldError` when the disk refuses, `DigestError` for a theme at fault.
    """
    with locked(output), writing(output):
        problems: list[Problem] = []
        shelved: list[Shelved] = []
        for found in inventory(output, fronts):
            told = found if isinstance(found, Problem) else shelved_of(output, found)
            if isinstance(told, Problem):
                problems.append(told)
            elif is_ours(content, told):
                shelved.append(told)
        made = files_of(archive(content.publication, shelved), theme)
        return (*problems, *place(output, made, owner=content.publication.id))


def fronts(bundle: Manifest) -> list[File]:
    """The data of the digest that the bundle's index shows, in every language, the main first."""
    data = [file for file in bundle.files if file.channel == DATA]
    first = [file.role for file in bundle.files if file.path == INDEX]
    first += [file.role for file in data]
    chosen = [file for file in data if file.role == first[0]]
    return sorted(chosen, key=lambda file: (len(file.path), file.path))


def shelved_of(output: Path, found: Found) -> Shelved | Problem:
    """What the archive tells of a bundle, read as far as `fronts`; B041 when it cannot."""
    folder = output / found.manifest.edition
    if not found.contents:
        return unlisted(folder, "it holds no data of a digest")
    try:
        return _shelved(found)
    except ValidationError:
        return unlisted(folder, "its data cannot be read; it may be of another version")


def _shelved(found: Found) -> Shelved:
    front, *others = [Listing.model_validate_json(data) for data in found.contents.values()]
    sizes = {file.path: file.bytes for file in found.manifest.files}
    return Shelved(found.manifest.edition, front, tuple(others), sizes)


def is_ours(content: Content, shelved: Shelved) -> bool:
    """Whether the bundle is this publication's; several may share an output by mistake."""
    site = content.publication.site_url
    return shelved.edition in content.editions or shelved.front.links.site == site


def files_of(whole: Archive, theme: Theme) -> dict[str, bytes]:
    """The archive page and the feeds by name, none of an archive without editions.

    DigestError for a theme at fault.
    """
    if not whole.issues:
        return {}
    return {PAGE: page(whole, theme), ATOM: atom(whole), JSON: json_feed(whole)}
