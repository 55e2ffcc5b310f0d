"""The gate of print: what a finished PDF must be, read back from its bytes."""

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from digest.checks.subject import Subject
from digest.edition.view import Digest
from digest.problems import Problem
from digest.render.artifact import Artifact
from digest.render.pdf.characters import BREAK, clean

if TYPE_CHECKING:
    from digest.checks.printed import Printed

MEDIA_TYPE = "application/pdf"
DATA = "application/json"

#: As many faults of one kind as are told.
TOLD = 5


class Sheet(NamedTuple):
    """A PDF and what it was made from: its digest, and the data file beside it, where known."""

    path: str
    pdf: "Printed"
    digest: Digest | None
    data: bytes | None

    def fault(self, code: str, message: str, hint: str) -> Problem:
        """An error of this file."""
        return _fault(self.path, code, message, hint)


def unfit(subject: Subject) -> Iterator[Problem]:
    """P030 to P038: a print edition an archive or a screen reader would send back."""
    for artifact in subject.artifacts:
        if artifact.media_type == MEDIA_TYPE:
            yield from faults(artifact, subject)


def faults(artifact: Artifact, subject: Subject) -> tuple[Problem, ...]:
    """What every rule says about one PDF; P030 alone when it cannot be read."""
    # pikepdf takes its time to load; only a finished PDF is worth it.
    from digest.checks.printed import Printed, UnreadableError  # noqa: PLC0415  # pikepdf takes its time

    try:
        pdf = Printed(artifact.content)
    except UnreadableError:
        return (_fault(artifact.path, "P030", "it is no PDF that can be read", RENDER),)
    sheet = Sheet(artifact.path, pdf, _digest(artifact, subject), _data(artifact, subject))
    return tuple(problem for rule in RULES for problem in rule(sheet))


RENDER = "build again; if it stays, a template or a tool of print is broken"
TEMPLATE = "look at the templates of your own that print uses"


def unclaimed(sheet: Sheet) -> Iterator[Problem]:
    """P031: not one description that claims both standards."""
    for standard, claimed in zip(("PDF/A-3a", "PDF/UA-1"), sheet.pdf.claims, strict=True):
        if not claimed:
            yield sheet.fault("P031", f"its metadata does not claim {standard}", RENDER)


def untagged(sheet: Sheet) -> Iterator[Problem]:
    """P032: no structure, language or title for those who listen."""
    root = sheet.pdf.root
    marked = root.get("/MarkInfo", {}).get("/Marked", False)
    shown = root.get("/ViewerPreferences", {}).get("/DisplayDocTitle", False)
    needs = {
        "structure": "/StructTreeRoot" in root and bool(marked),
        "language": bool(str(root.get("/Lang", ""))),
        "title": bool(shown) and b"<dc:title>" in sheet.pdf.metadata,
    }
    for name, there in needs.items():
        if not there:
            yield sheet.fault("P032", f"it has no {name}", TEMPLATE)


def silent_links(sheet: Sheet) -> Iterator[Problem]:
    """P033: links that do not say where they lead, or would not be printed."""
    silent = [one for one in sheet.pdf.links if not str(one.get("/Contents", "")).strip()]
    unprinted = [one for one in sheet.pdf.links if int(one.get("/F", 0)) & 4 == 0]
    if silent or unprinted:
        message = f"{len(silent)} links say nothing, {len(unprinted)} are not printed"
        yield sheet.fault("P033", message, "give every link a text of its own")


def unscoped(sheet: Sheet) -> Iterator[Problem]:
    """P034: header cells that do not say what they head."""
    bare = [one for one in sheet.pdf.headers if "/Scope" not in one.get("/A", {})]
    if bare:
        message = f"{len(bare)} header cells have no scope"
        yield sheet.fault("P034", message, "write scope=row or scope=col on every th")


def wrong_pages(sheet: Sheet) -> Iterator[Problem]:
    """P035: a printed page number that is not where its title stands."""
    if sheet.digest is None or not sheet.digest.entries:
        return
    from digest.checks.printlines import pointers  # noqa: PLC0415  # likewise

    until = sheet.pdf.anchors.get(sheet.digest.entries[0].anchor, 0)
    mirrored = sheet.digest.direction == "rtl"
    found = pointers(sheet.pdf, until=until, mirrored=mirrored)
    wrong = [one for one in found if one.printed != one.target]
    for one in wrong[:TOLD]:
        message = f"page {one.page} says #{one.name} is on page {one.printed}, not {one.target}"
        yield sheet.fault("P035", message, TEMPLATE)


def short_outline(sheet: Sheet) -> Iterator[Problem]:
    """P036: an outline without a pattern or an entry, or one that leads astray."""
    if sheet.digest is None:
        return
    known = set(sheet.pdf.outline)
    parts = [(f"{one.number} {one.title}", one.anchor) for one in sheet.digest.patterns]
    parts += [(f"{one.number} {one.title}", one.anchor) for one in sheet.digest.entries]
    lost = [
        title
        for title, anchor in parts
        if (_plain(title), sheet.pdf.anchors.get(anchor)) not in known
    ]
    for title in lost[:TOLD]:
        yield sheet.fault("P036", f'its outline does not lead to "{title[:60]}"', TEMPLATE)


def machine_paths(sheet: Sheet) -> Iterator[Problem]:
    """P037: an address of a file on the machine that made it."""
    if sheet.pdf.local:
        yield sheet.fault("P037", "it names a file of this machine", "take file: out of templates")


def loose_fonts(sheet: Sheet) -> Iterator[Problem]:
    """P038: a font that is not inside, or inside with all of its glyphs."""
    for name in sheet.pdf.loose_fonts[:TOLD]:
        yield sheet.fault("P038", f"the font {name} is not embedded as a subset", RENDER)


def foreign_data(sheet: Sheet) -> Iterator[Problem]:
    """P039: the data inside is not the data beside it."""
    if sheet.digest is None or sheet.data is None:
        return
    if sheet.pdf.enclosed(f"{sheet.digest.stem}.json") != sheet.data:
        yield sheet.fault("P039", "the data inside differs from the data file", RENDER)


#: Every rule of the gate, in the order they are told.
RULES: tuple[Callable[[Sheet], Iterable[Problem]], ...] = (
    unclaimed,
    untagged,
    silent_links,
    unscoped,
    wrong_pages,
    short_outline,
    machine_paths,
    loose_fonts,
    foreign_data,
)


def _fault(path: str, code: str, message: str, hint: str) -> Problem:
    return Problem(code=code, message=f"{path}: {message}", hint=hint)


def _digest(artifact: Artifact, subject: Subject) -> Digest | None:
    stem = artifact.path.removesuffix(".pdf")
    return next((one for one in subject.digests if one.stem == stem), None)


def _data(artifact: Artifact, subject: Subject) -> bytes | None:
    path = artifact.path.removesuffix(".pdf") + ".json"
    files = (one.content for one in subject.artifacts if one.path == path)
    return next(files, None)


def _plain(title: str) -> str:
    """A title as the outline shows it."""
    return " ".join(clean(title).replace(BREAK, "").split())
