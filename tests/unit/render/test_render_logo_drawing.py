"""A drawn logo: shapes on paper, pixels on screens, the same picture in both."""

import base64
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops
from weasyprint import HTML

from digest.content.svg.drawing import drawing
from digest.edition.view import Digest
from digest.problems import DigestError
from digest.render import pdf, web
from digest.render.logo import BOX, assets, enclosure, inline
from digest.render.raster import rastered
from digest.render.theme import Theme
from support.pages import Page
from support.pdfjudges import verdict
from support.pdfs import Read
from support.renderings import coast
from support.samples import DATA

NAME = "images/harbour.svg"
HARBOUR = (DATA / "logos" / "harbour.svg").read_bytes()
WHITE = "#ffffff"


@pytest.fixture
def theme(tmp_path: Path) -> Theme:
    (tmp_path / "images").mkdir()
    (tmp_path / NAME).write_bytes(HARBOUR)
    return Theme(tmp_path)


def _digest() -> Digest:
    return coast(look=coast().look.model_copy(update={"logo": NAME}))


def test_paper_gets_the_drawing_written_anew(theme: Theme) -> None:
    assert assets(NAME, theme.root) == {NAME: ("image/svg+xml", drawing(HARBOUR).markup)}


def test_screens_get_its_pixels_twice_as_fine(theme: Theme) -> None:
    picture = inline(_digest(), theme.root, ground=WHITE)
    travels = enclosure(_digest(), theme.root, ground=WHITE)

    assert picture is not None
    assert travels is not None
    assert (picture.width, picture.height, picture.backed) == (165, 44, True)
    assert picture.height <= BOX[1]
    with Image.open(BytesIO(travels.content)) as sent:
        assert (sent.format, sent.mode, sent.size) == ("PNG", "RGB", (330, 88))
        assert sent.getpixel((0, 0)) == (255, 255, 255)
    assert base64.b64decode(picture.source.partition(",")[2]) == travels.content


def test_the_pixels_are_the_same_on_every_run(theme: Theme) -> None:
    first, second = (enclosure(_digest(), theme.root, ground=WHITE) for _ in range(2))
    assert first == second


def test_paper_and_screens_show_the_same_picture() -> None:
    made = drawing(HARBOUR)
    source = base64.b64encode(made.markup).decode()
    page = HTML(
        string=f"<style>@page{{size:{made.width}px {made.height}px;margin:0}}"
        "body{margin:0}img{display:block}</style>"
        f'<img alt="x" src="data:image/svg+xml;base64,{source}">'
    )
    (paper,) = pypdfium2.PdfDocument(page.write_pdf())
    printed = paper.render(scale=600 / paper.get_width()).to_pil().convert("RGB")
    shown = Image.new("RGBA", printed.size, WHITE)
    shown.alpha_composite(rastered(made, printed.size))
    apart = ImageChops.difference(shown.convert("RGB"), printed).convert("L").histogram()

    # Edges are smoothed in two ways, and colours that fade are mixed in two ways.
    assert sum(apart[64:]) / sum(apart) < 0.02


def test_the_print_edition_holds_it_as_a_figure_with_a_name(theme: Theme) -> None:
    made = pdf.render(_digest(), theme)
    read = Read(made.content)
    (figure,) = read.structure("/Figure")

    assert made.problems == ()
    assert str(figure.Alt) == coast().masthead.publisher
    assert read.faults == set()
    assert not [one for one in read.document.objects if _is_picture(one)]
    assert made.content == pdf.render(_digest(), theme).content


@pytest.mark.full
def test_other_programs_find_the_figure_in_order(theme: Theme, tmp_path: Path) -> None:
    (tmp_path / "made.pdf").write_bytes(pdf.render(_digest(), theme).content)

    assert verdict(tmp_path / "made.pdf") == []


def test_the_web_edition_shows_its_pixels(theme: Theme) -> None:
    (image,) = Page(web.render(_digest(), theme).content).root.iter("img")
    assert image.attrib["src"].startswith("data:image/png;base64,")
    assert image.attrib["class"] == "logo backed"


def test_a_faulty_drawing_stops_the_edition_with_its_line(theme: Theme) -> None:
    assert theme.root
    (theme.root / NAME).write_bytes(HARBOUR.replace(b"<defs", b"<script/><defs"))

    with pytest.raises(DigestError) as caught:
        pdf.render(_digest(), theme)

    (problem,) = caught.value.problems
    assert (problem.code, problem.path, problem.line) == ("C068", NAME, 8)


def _is_picture(one: object) -> bool:
    return bool(getattr(one, "get", lambda _: None)("/Subtype") == "/Image")
