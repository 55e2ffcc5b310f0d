"""The whole bundles of an output, read as far as somebody wants to tell of them."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from digest.bundle import manifest, store
from digest.bundle.foreign import is_file, is_folder, names
from digest.bundle.manifest import File, Manifest
from digest.problems import DigestError, Problem, Severity


class Found(NamedTuple):
    """A bundle: its manifest and the files chosen from it, by name."""

    manifest: Manifest
    contents: dict[str, bytes]


def inventory(
    output: Path, choose: Callable[[Manifest], Iterable[File]]
) -> Iterator[Found | Problem]:
    """Every whole bundle that stands under its edition's name, in the order of names.

    In the place of a damaged one stands a warning (B041), of a partial one a note (B042). What
    else an output holds, links too, is passed over. `OSError` when the output cannot be read.
    """
    for name in names(output):
        folder = output / name
        if is_folder(folder) and is_file(folder / manifest.NAME):
            found = _read(folder, choose)
            if isinstance(found, Problem) or found.manifest.edition == name:
                yield found


def unlisted(folder: Path, why: str) -> Problem:
    """B041: what to tell of a bundle that cannot be told of."""
    return Problem(
        code="B041",
        severity=Severity.WARNING,
        message=f"the archive leaves out {folder}: {why}",
        hint="build the edition again",
    )


def _read(folder: Path, choose: Callable[[Manifest], Iterable[File]]) -> Found | Problem:
    try:
        found = Found(*store.read(folder, choose))
    except DigestError as error:
        return unlisted(folder, error.problems[0].message)
    if found.manifest.partial:
        return Problem(
            code="B042",
            severity=Severity.NOTE,
            message=f"the archive leaves out {folder}: its bundle is partial",
            hint="build the edition without --role and --channel",
        )
    return found
