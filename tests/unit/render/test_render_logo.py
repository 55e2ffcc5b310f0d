from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from digest.problems import DigestError
from digest.render.logo import assets
from digest.render.pdf import render
from digest.render.theme import Theme
from support.pdfs import Read
from support.renderings import coast


def _saved(path: Path, *, mode: str = "RGB", size: tuple[int, int] = (60, 20)) -> Path:
    path.parent.mkdir(exist_ok=True)
    Image.new(mode, size, 128).save(path)
    return path


def test_no_logo_is_no_asset(tmp_path: Path) -> None:
    assert assets(None, tmp_path) == {}


@pytest.mark.parametrize(
    ("name", "mode"),
    [("logo.png", "RGBA"), ("logo.png", "P"), ("logo.jpg", "RGB"), ("a b.png", "L")],
)
def test_a_logo_is_written_anew_as_png(name: str, mode: str, tmp_path: Path) -> None:
    _saved(tmp_path / "images" / name, mode=mode)
    made = assets(f"images/{name}", tmp_path)
    kind, content = made[f"images/{name}"]
    with Image.open(BytesIO(content)) as picture:
        assert (kind, picture.format, picture.size) == ("image/png", "PNG", (60, 20))


def test_a_logo_keeps_its_pixels_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "logo.png"
    _saved(path)
    path.write_bytes(path.read_bytes() + b"<script>")
    _, content = assets("logo.png", tmp_path)["logo.png"]
    assert b"<script>" not in content


@pytest.mark.parametrize(
    "name", ["../secret.png", "/etc/hostname", "absent.png", "text.png", "x.gif"]
)
def test_what_is_no_picture_of_the_publication_is_refused(name: str, tmp_path: Path) -> None:
    root = tmp_path / "publication"
    root.mkdir()
    _saved(tmp_path / "secret.png")
    (root / "text.png").write_text("<svg/>", encoding="utf-8")
    _saved(root / "x.gif", mode="L")
    with pytest.raises(DigestError) as caught:
        assets(name, root)
    (problem,) = caught.value.problems
    assert (problem.code, problem.pointer) == ("P011", "/theme/logo")


def test_a_logo_with_too_many_pixels_is_refused(tmp_path: Path) -> None:
    _saved(tmp_path / "big.png", mode="1", size=(5000, 5000))
    with pytest.raises(DigestError, match="P011"):
        assets("big.png", tmp_path)


def test_a_logo_needs_a_publication() -> None:
    with pytest.raises(DigestError, match="P011"):
        assets("logo.png", None)


def test_the_logo_stands_on_the_first_page_with_the_publisher_s_name(tmp_path: Path) -> None:
    _saved(tmp_path / "a b" / "logo.png")
    look = coast().look.model_copy(update={"logo": "a b/logo.png"})
    made = render(coast(look=look), Theme(tmp_path))
    read = Read(made.content)
    (figure,) = read.structure("/Figure")
    assert str(figure.Alt) == coast().masthead.publisher
    assert made.problems == ()
    assert read.faults == set()
