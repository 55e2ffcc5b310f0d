import base64
import re
from email import message_from_bytes, policy
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from digest.edition.view import Digest
from digest.press.assemble import artifacts
from digest.press.rendering import Order
from digest.problems import DigestError
from digest.render import email, pdf, text, web
from digest.render.artifact import Artifact
from digest.render.channels import EMAIL, TEXT
from digest.render.logo import BOX, assets, attached, enclosure, inline
from digest.render.theme import Theme
from support.pages import Page
from support.pdfs import Read
from support.pictures import BLUE, FAINT, logo
from support.renderings import coast

NAME = "a b/logo.png"
WHITE = "#ffffff"


def _theme(folder: Path, content: bytes) -> Theme:
    (folder / NAME).parent.mkdir()
    (folder / NAME).write_bytes(content)
    return Theme(folder)


def _digest(name: str | None = NAME) -> Digest:
    return coast(look=coast().look.model_copy(update={"logo": name}))


def _open(content: bytes) -> Image.Image:
    return Image.open(BytesIO(content))


def _mail(theme: Theme, digest: Digest) -> Artifact:
    orders = [Order(digest, EMAIL, kept=True), Order(digest, TEXT, kept=False)]
    made = {
        orders[0].name: email.render(digest, theme),
        orders[1].name: text.render(digest, theme),
    }
    (found,) = (
        file for file in artifacts(orders, made, theme, home=None) if file.path.endswith(".eml")
    )
    return found


def test_no_logo_is_no_picture(tmp_path: Path) -> None:
    digest = _digest(None)

    assert assets(None, tmp_path) == {}
    assert inline(digest, tmp_path, ground=WHITE) is None
    assert attached(digest, tmp_path, ground=WHITE) is None
    assert enclosure(digest, tmp_path, ground=WHITE) is None


@pytest.mark.parametrize(
    ("name", "mode"),
    [("logo.png", "RGBA"), ("logo.png", "P"), ("logo.jpg", "RGB"), ("a b.png", "L")],
)
def test_for_paper_a_logo_is_written_anew_as_png(name: str, mode: str, tmp_path: Path) -> None:
    kind = "JPEG" if name.endswith("jpg") else "PNG"
    (tmp_path / name).write_bytes(logo(mode=mode, size=(900, 300), kind=kind))

    kind, content = assets(name, tmp_path)[name]

    with _open(content) as picture:
        assert (kind, picture.format, picture.size) == ("image/png", "PNG", (900, 300))


def test_a_logo_keeps_its_pixels_and_nothing_else(tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(logo() + b"<script>")

    _, content = assets("logo.png", tmp_path)["logo.png"]

    assert b"<script>" not in content


@pytest.mark.parametrize(
    "name", ["../secret.png", "/etc/hostname", "absent.png", "text.png", "x.gif"]
)
def test_what_is_no_picture_of_the_publication_is_refused(name: str, tmp_path: Path) -> None:
    root = tmp_path / "publication"
    root.mkdir()
    (tmp_path / "secret.png").write_bytes(logo())
    (root / "text.png").write_text("no picture", encoding="utf-8")
    (root / "x.gif").write_bytes(logo(kind="GIF"))

    with pytest.raises(DigestError) as caught:
        assets(name, root)

    (problem,) = caught.value.problems
    assert (problem.code, problem.pointer) == ("C064", "/theme/logo")


@pytest.mark.parametrize("size", [(5000, 5000), (1, 4_100_000)])
def test_a_logo_that_is_too_large_is_refused(size: tuple[int, int], tmp_path: Path) -> None:
    content = logo(mode="1", size=(5000, 5000)) if size[0] > 1 else logo() + bytes(size[1])
    (tmp_path / "big.png").write_bytes(content)

    with pytest.raises(DigestError, match="C064"):
        assets("big.png", tmp_path)


def test_a_logo_needs_a_publication() -> None:
    with pytest.raises(DigestError, match="C064"):
        assets("logo.png", None)


@pytest.mark.parametrize(
    ("own", "shown", "fine"),
    [
        ((60, 20), (60, 20), (60, 20)),
        ((300, 60), (200, 40), (300, 60)),
        ((4000, 400), (200, 20), (400, 40)),
        ((300, 3000), (4, 44), (8, 88)),
        ((3000, 1), (200, 1), (400, 1)),
    ],
)
def test_on_screens_a_logo_is_small_and_sharp(
    own: tuple[int, int], shown: tuple[int, int], fine: tuple[int, int], tmp_path: Path
) -> None:
    theme = _theme(tmp_path, logo(size=own))
    picture = inline(_digest(), theme.root, ground=WHITE)
    travels = enclosure(_digest(), theme.root, ground=WHITE)

    assert picture is not None
    assert travels is not None
    assert (picture.width, picture.height) == shown
    assert picture.width <= BOX[0]
    assert picture.height <= BOX[1]
    with _open(travels.content) as sent:
        assert (sent.format, sent.size) == ("PNG", fine)


@pytest.mark.parametrize(
    ("colour", "backed", "seen"),
    [(FAINT, True, (133, 157, 167)), (BLUE, False, BLUE[:3])],
)
def test_what_is_see_through_stands_on_the_light_ground(
    colour: tuple[int, ...], *, backed: bool, seen: tuple[int, ...], tmp_path: Path
) -> None:
    theme = _theme(tmp_path, logo(mode="RGBA", colour=colour))

    picture = inline(_digest(), theme.root, ground=WHITE)

    assert picture is not None
    assert picture.backed is backed
    with _open(base64.b64decode(picture.source.partition(",")[2])) as shown:
        assert shown.mode == "RGB"
        assert shown.getpixel((30, 10)) == seen


def test_the_page_holds_the_logo_under_the_publications_name(tmp_path: Path) -> None:
    theme = _theme(tmp_path, logo(mode="RGBA", colour=FAINT))

    page = Page(web.render(_digest(), theme).content)

    (image,) = page.root.iter("img")
    assert image.attrib["src"].startswith("data:image/png;base64,")
    assert image.attrib["alt"] == coast().masthead.publication
    assert (image.attrib["width"], image.attrib["height"]) == ("60", "20")
    assert image.attrib["class"] == "logo backed"
    link = image.getparent()
    assert link is not None
    assert (link.tag, link.attrib["href"]) == ("a", coast().links.site)
    assert link.text_content().strip() == ""


def test_the_mail_sends_the_logo_it_shows(tmp_path: Path) -> None:
    theme = _theme(tmp_path, logo(mode="RGBA", colour=FAINT))

    mail = message_from_bytes(_mail(theme, _digest()).content, policy=policy.default)

    parts = {part.get_content_type(): part for part in mail.walk()}
    assert list(parts) == [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ]
    page = Page(parts["text/html"].get_content().encode())
    (image,) = page.root.iter("img")
    assert f"<{image.attrib['src'].removeprefix('cid:')}>" == parts["image/png"]["Content-ID"]
    assert image.attrib["alt"] == coast().masthead.publication
    assert re.search(r"\.plt ?{[^}]*border:", page.source)
    with _open(parts["image/png"].get_content()) as sent:
        assert sent.size == (60, 20)


def test_a_mail_whose_theme_shows_no_logo_sends_none(tmp_path: Path) -> None:
    theme = _theme(tmp_path, logo())
    part = tmp_path / "templates/mail/digest.mjml"
    part.parent.mkdir(parents=True)
    part.write_text(
        '{% extends "default:mail/digest.mjml" %}{% block masthead %}<mj-section><mj-column>'
        "<mj-text><h1 style='margin:0;font-size:28px'>{{ digest.masthead.title }}</h1></mj-text>"
        "</mj-column></mj-section>{% endblock %}",
        encoding="utf-8",
    )

    mail = message_from_bytes(_mail(theme, _digest()).content, policy=policy.default)

    assert "image/png" not in {part.get_content_type() for part in mail.walk()}


def test_another_picture_has_another_name(tmp_path: Path) -> None:
    names = set()
    for at, colour in enumerate((FAINT, BLUE)):
        (tmp_path / str(at)).mkdir()
        theme = _theme(tmp_path / str(at), logo(mode="RGBA", colour=colour))
        found = enclosure(_digest(), theme.root, ground=WHITE)
        assert found is not None
        names.add(found.name)

    assert len(names) == 2


def test_the_logo_stands_on_the_first_page_with_the_publisher_s_name(tmp_path: Path) -> None:
    theme = _theme(tmp_path, logo())

    made = pdf.render(_digest(), theme)

    read = Read(made.content)
    (figure,) = read.structure("/Figure")
    assert str(figure.Alt) == coast().masthead.publisher
    assert made.problems == ()
    assert read.faults == set()
