"""Small bundles of plain artifacts, for tests of what keeps and moves them."""

from digest.bundle.manifest import Manifest, manifest_of
from digest.render.artifact import Artifact

EDITION = "2026-05-04-barriers"


def artifact(path: str, content: bytes, *, pages: int | None = None) -> Artifact:
    """An artifact whose role and channel follow from its name."""
    role, _, suffix = path.partition(".")
    return Artifact(
        path=path,
        role=role,
        language="en",
        channel=suffix.rpartition(".")[2],
        media_type="application/octet-stream",
        content=content,
        pages=pages,
    )


def artifacts(text: str) -> tuple[Artifact, ...]:
    """Three files that all say the text."""
    return (
        artifact("planner.txt", f"{text}\n".encode()),
        artifact("planner.pdf", f"%PDF {text}".encode() * 400, pages=3),
        artifact("index.html", f"<p>{text}".encode()),
    )


def bundle(text: str, *, edition: str = EDITION) -> Manifest:
    """The manifest of the three files."""
    return manifest_of(edition, artifacts(text), inputs={"a.json": "0" * 64}, tools={"x": "1"})
