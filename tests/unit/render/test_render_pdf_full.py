"""The print edition before other programs' eyes, at every length and in every kind of process."""

import multiprocessing
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from digest.content.publication import Paper
from digest.edition.view import Digest
from digest.render.pdf import render
from digest.render.theme import Theme, assets
from support.many import many
from support.pdfs import Read, printed, seal
from support.quick import quick_content
from support.renderings import ROLES, digest_of
from support.samples import COAST

pytestmark = pytest.mark.full

SEEDS = assets("seeds")
HERE = Path(sys.executable).parent


def _of(length: int, paper: Paper) -> Digest:
    content, _ = many(quick_content(COAST), length)
    digest = digest_of(content, "executive")
    return digest.model_copy(update={"look": digest.look.model_copy(update={"paper": paper})})


def _accessible(path: Path) -> None:
    """Two checkers of PDF/UA-1 and a reader of syntax find no error."""
    outloud, pdfua = (shutil.which(name, path=str(HERE)) for name in ("outloud", "pdfua"))
    assert outloud
    assert pdfua
    spoken = subprocess.run(
        [outloud, "-q", str(path)], capture_output=True, text=True, check=False
    )
    assert spoken.returncode == 0, spoken.stdout
    checked = subprocess.run(
        [pdfua, "check", str(path)], capture_output=True, text=True, check=False
    )
    assert checked.returncode == 0, checked.stdout
    assert (
        subprocess.run(["qpdf", "--check", str(path)], capture_output=True, check=False).returncode
        == 0
    )


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
    digest = digest_of(quick_content(root), role)
    digest = digest.model_copy(update={"look": digest.look.model_copy(update={"paper": paper})})
    made = render(digest, Theme())
    path = tmp_path / "made.pdf"
    path.write_bytes(made.content)
    _accessible(path)
    assert made.problems == ()


@pytest.mark.parametrize("paper", list(Paper))
@pytest.mark.parametrize("length", [1, 5, 6, 50, 300])
def test_an_edition_of_any_length_is_in_order(
    length: int, paper: Paper, tmp_path: Path, qpdf: str
) -> None:
    assert qpdf
    made = render(_of(length, paper), Theme())
    assert made.pages is not None
    assert length / 3 <= made.pages <= length / 2 + 12
    assert made.problems == ()
    assert Read(made.content).faults == set()
    path = tmp_path / "made.pdf"
    path.write_bytes(made.content)
    _accessible(path)


def test_a_page_without_tags_is_refused_by_the_same_programs(tmp_path: Path) -> None:
    path = tmp_path / "bad.pdf"
    document = Read(printed().content).document
    del document.Root.StructTreeRoot
    document.save(path)
    with pytest.raises(AssertionError):
        _accessible(path)


@pytest.mark.parametrize("method", ["forkserver", "spawn"])
def test_children_of_every_kind_make_the_same_bytes(method: str) -> None:
    context = multiprocessing.get_context(method)
    if method == "forkserver":
        context.set_forkserver_preload(["digest.render.pdf.engine"])
    with context.Pool(2) as pool:
        seals = pool.map(seal, [*ROLES, *ROLES])
    assert seals[:3] == seals[3:] == [seal(role) for role in ROLES]
