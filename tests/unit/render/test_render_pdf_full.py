"""The print edition before other programs' eyes: every role, paper and length, drawn texts."""

import multiprocessing
from pathlib import Path

import pikepdf
import pytest

from digest.checks.paper import unfit
from digest.checks.subject import Subject
from digest.content.corpus import Content
from digest.content.publication import Paper
from digest.edition.view import Digest
from digest.render.artifact import Artifact
from digest.render.pdf import render
from digest.render.theme import Theme, assets
from support.pdfjudges import verdict
from support.pdfs import Read, printed, seal
from support.quick import quick_content
from support.renderings import ROLES, digest_of
from support.samples import COAST
from support.synthetic import synthetic

pytestmark = pytest.mark.full

SEEDS = assets("seeds")

#: So many drawn editions of each length.
DRAWN = 5


def _made(content: Content, digest: Digest, folder: Path) -> Path:
    """The PDF of a digest, in a file, after our own layout check and gate found nothing."""
    made = render(digest, Theme())
    assert made.problems == ()
    artifact = Artifact(
        path=f"{digest.stem}.pdf",
        role=digest.role.id,
        language=digest.language,
        channel="pdf",
        media_type="application/pdf",
        content=made.content,
    )
    assert [*unfit(Subject(content, content.newest(), (digest,), (artifact,)))] == []
    assert Read(made.content).faults == set()
    path = folder / f"{digest.look.paper.value}.pdf"
    path.write_bytes(made.content)
    return path


def _on(paper: Paper, content: Content) -> Content:
    publication = content.publication.model_copy(update={"paper": paper})
    return content.model_copy(update={"publication": publication})


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize(
    ("root", "role"),
    [
        *((COAST, role) for role in ROLES),
        *((SEEDS, role.id) for role in quick_content(SEEDS).publication.roles),
    ],
)
def test_every_role_on_every_paper_is_accessible(
    root: Path, role: str, paper: Paper, tmp_path: Path, qpdf: str
) -> None:
    assert qpdf
    content = _on(paper, quick_content(root))
    assert verdict(_made(content, digest_of(content, role), tmp_path)) == []


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("seed", range(DRAWN))
@pytest.mark.parametrize("length", [300, 50, 5, 1])
def test_an_edition_of_any_length_is_in_order(
    length: int, seed: int, paper: Paper, tmp_path: Path, qpdf: str
) -> None:
    assert qpdf
    content = synthetic(length, seed, paper=paper)
    role = ("executive", "engineer")[seed % 2]
    assert verdict(_made(content, digest_of(content, role), tmp_path)) == []


def test_a_title_page_is_accessible(tmp_path: Path, qpdf: str) -> None:
    assert qpdf
    content = quick_content(SEEDS)
    digest = digest_of(content, "executive")
    look = digest.look.model_copy(update={"cover": True})
    covered = digest.model_copy(update={"look": look})
    assert verdict(_made(content, covered, tmp_path)) == []


def test_a_page_without_tags_is_refused_by_the_same_programs(tmp_path: Path) -> None:
    path = tmp_path / "bad.pdf"
    document = Read(printed().content).document
    del document.Root.StructTreeRoot
    document.save(path)
    assert verdict(path) != []


def test_a_header_without_scope_is_refused_by_the_same_programs(tmp_path: Path) -> None:
    path = tmp_path / "bad.pdf"
    document = Read(printed().content).document
    for one in document.objects:
        if isinstance(one, pikepdf.Dictionary) and one.get("/S") == "/TH":
            del one["/A"]
    document.save(path)
    assert verdict(path) != []


@pytest.mark.parametrize("method", ["forkserver", "spawn"])
def test_children_of_every_kind_make_the_same_bytes(method: str) -> None:
    context = multiprocessing.get_context(method)
    if method == "forkserver":
        context.set_forkserver_preload(["digest.render.pdf.engine"])
    with context.Pool(2) as pool:
        seals = pool.map(seal, [*ROLES, *ROLES])
    assert seals[:3] == seals[3:] == [seal(role) for role in ROLES]
