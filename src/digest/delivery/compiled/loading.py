"""The mail that was approved, out of its bundle, every byte of it proven by its hash."""

from collections.abc import Iterable
from datetime import datetime
from pathlib import Path

from digest.bundle import store
from digest.bundle.manifest import File, Manifest
from digest.delivery.compiled.enclosing import enclosed
from digest.delivery.compiled.letter import Letter
from digest.delivery.compiled.structure import taken_apart
from digest.problems import DigestError, Problem
from digest.render.channels import PDF

#: A larger PDF, in bytes, is not attached: with its encoding many servers would refuse the mail.
LARGEST_PDF = 7_000_000

_MAIL = ".eml"


def load(
    folder: Path,
    stem: str,
    *,
    seal: str,
    date: datetime,
    mark: str = "",
    attach_pdf: bool = False,
) -> Letter:
    """The mail of a role in the bundle at `folder`; `stem` is its files' name without suffix.

    `seal` is the approved one. Raises `DigestError`: D101 when the bundle has another, D102 when
    the mail is none of ours, D106 when there is no such file, D107 when the PDF is too large to
    attach, B003 to B005 when the bundle is not what its manifest says.
    """
    wanted = {f"{stem}{_MAIL}"} | ({f"{stem}{PDF.suffix}"} if attach_pdf else set())
    manifest, files = store.read(folder, lambda found: _chosen(found, wanted))
    if manifest.seal != seal:
        message = "the bundle is not the one that was approved: its seal is another"
        hint = "look at what changed with `digest diff`, and approve it again"
        raise DigestError(Problem(code="D101", message=message, hint=hint))
    if missing := sorted(wanted - set(files)):
        hint = "build the whole edition, with these channels for the role"
        message = f"the bundle holds no {' and no '.join(missing)}"
        raise DigestError(Problem(code="D106", message=message, hint=hint))
    mail = taken_apart(files[f"{stem}{_MAIL}"])
    if attach_pdf:
        pdf = files[f"{stem}{PDF.suffix}"]
        _check_size(stem, pdf)
        mail = enclosed(mail, f"{manifest.edition}-{stem}{PDF.suffix}", pdf)
    return Letter(mail, date, mark)


def _chosen(found: Manifest, wanted: set[str]) -> Iterable[File]:
    return (file for file in found.files if file.path in wanted)


def _check_size(stem: str, pdf: bytes) -> None:
    if len(pdf) > LARGEST_PDF:
        message = f"{stem}{PDF.suffix} has {len(pdf):,} bytes, too many to attach"
        hint = f"at most {LARGEST_PDF:,} go with a mail; send without it"
        raise DigestError(Problem(code="D107", message=message, hint=hint))
