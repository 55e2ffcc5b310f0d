"""The two sides of a comparison: digests composed from the files, or read from a bundle."""

import json
from collections.abc import Iterable
from enum import StrEnum
from pathlib import Path
from typing import NamedTuple

from pydantic import ValidationError

from digest.bundle import store
from digest.bundle.approved import copy_of
from digest.bundle.manifest import File, Manifest
from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.content.history import as_of
from digest.edition.compose import compose
from digest.edition.phrases import Phrases
from digest.edition.view import Digest
from digest.edition.wordings import wording
from digest.press.assemble import DATA
from digest.problems import DigestError, Problem
from digest.render.channels import PDF


class Basis(StrEnum):
    """Where a side comes from: the files now, or of the edition's day, or a bundle of it.

    The bundle is the one in the output, or the copy that was kept when it was approved.
    """

    FILES = "files"
    DAY = "day"
    BUNDLE = "bundle"
    APPROVED = "approved"


class Part(NamedTuple):
    """One side: its edition's digests in the publication's language, and where they come from.

    `prints` are print editions by role, as far as they were asked for; `partial` says that a
    narrowed build made it.
    """

    edition: str
    basis: Basis
    digests: tuple[Digest, ...]
    prints: dict[str, bytes]
    partial: bool = False


def now(content: Content, edition: Edition) -> Part:
    """What a build of the edition would hold now."""
    return Part(edition.id, Basis.FILES, _composed(content, edition), {})


def then(content: Content, edition: Edition) -> Part:
    """What the edition held on its day: with its records in the versions of that day."""
    return Part(edition.id, Basis.DAY, _composed(as_of(content, edition), edition), {})


def built(output: Path, edition: str, *, printed: bool) -> Part:
    """What the edition's bundle in an output holds; with `printed`, its print editions too.

    Raises `DigestError`: B003 to B005 when there is no whole bundle, V002 when one of its digests
    was written by a version of digest that is read no more.
    """
    return _read(output / edition, edition, Basis.BUNDLE, printed=printed)


def approved(output: Path, edition: str, seal: str, *, printed: bool) -> Part:
    """What the approved bundle of that seal holds, as `built` does for the bundle in an output.

    Raises `DigestError` (V010) when no copy of it was kept in this output.
    """
    return _read(_kept(output, edition, seal), edition, Basis.APPROVED, printed=printed)


def printed_by(output: Path, edition: str, stem: str, seal: str | None = None) -> bytes | None:
    """The print edition of that stem in the edition's bundle, or in the approved one of a seal.

    None when there is none in it. Raises what `built` and `approved` raise, but V002.
    """
    folder = _kept(output, edition, seal) if seal else output / edition
    path = f"{stem}{PDF.suffix}"
    _, contents = store.read(
        folder, lambda manifest: [file for file in manifest.files if file.path == path]
    )
    return contents.get(path)


def _kept(output: Path, edition: str, seal: str) -> Path:
    folder = copy_of(output, seal)
    if not folder.is_dir():
        raise DigestError(_lost(edition, seal))
    return folder


def _read(folder: Path, edition: str, basis: Basis, *, printed: bool) -> Part:
    wanted = {DATA, PDF.name} if printed else {DATA}
    found, contents = store.read(folder, lambda manifest: _chosen(manifest, wanted))
    data = [file for file in found.files if file.channel == DATA]
    digests = [_digest(contents[file.path], folder / file.path, edition) for file in data]
    main = tuple(one for one in digests if one.language == one.content_language)
    prints = {
        one.role.id: contents[path]
        for one in main
        if (path := f"{one.stem}{PDF.suffix}") in contents
    }
    return Part(edition, basis, main, prints, found.partial)


def _composed(content: Content, edition: Edition) -> tuple[Digest, ...]:
    publication = content.publication
    roles = publication.roles
    return tuple(compose(content, edition, role, publication.language) for role in roles)


def _chosen(manifest: Manifest, channels: Iterable[str]) -> list[File]:
    return [file for file in manifest.files if file.channel in channels]


def _digest(content: bytes, path: Path, edition: str) -> Digest:
    try:
        return _parsed(content)
    except (ValueError, KeyError, TypeError) as error:
        raise DigestError(
            Problem(
                code="V002",
                message=f"the digest in {path} is none that this version reads",
                hint=f"build {edition} again",
            )
        ) from error


def _parsed(content: bytes) -> Digest:
    """A digest that this version wrote, or one whose house words alone are those of another."""
    try:
        return Digest.model_validate_json(content)
    except ValidationError:
        data = json.loads(content)
        words = wording(Phrases(data["language"]), data["role"]["title"])
        return Digest.model_validate({**data, "words": words})


def _lost(edition: str, seal: str) -> Problem:
    return Problem(
        code="V010",
        message=f"the approved bundle of {edition} is not kept in this output; its seal is {seal}",
        hint="name the output it was approved in with --output",
    )
