"""Pictures come in as bytes of anybody's making; only pixels go out."""

from io import BytesIO

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image, ImageFile

from digest.content.pictures import PIXELS, UnfitPictureError, pixels
from support.pictures import BLUE, FAINT, logo


@pytest.mark.parametrize(
    ("mode", "kind", "colour", "read"),
    [
        ("RGB", "PNG", BLUE[:3], ("RGB", BLUE[:3])),
        ("RGBA", "PNG", FAINT, ("RGBA", FAINT)),
        ("L", "PNG", 128, ("RGB", (128, 128, 128))),
        ("LA", "PNG", (128, 7), ("RGBA", (128, 128, 128, 7))),
        ("1", "PNG", 1, ("RGB", (255, 255, 255))),
        ("I;16", "PNG", 40_000, ("RGB", (156, 156, 156))),
        ("L", "JPEG", 128, ("RGB", (128, 128, 128))),
        ("CMYK", "JPEG", (0, 0, 0, 0), ("RGB", (255, 255, 255))),
    ],
)
def test_every_kind_of_pixel_is_read(
    mode: str, kind: str, colour: int | tuple[int, ...], read: tuple[str, tuple[int, ...]]
) -> None:
    picture = pixels(logo(mode=mode, kind=kind, colour=colour))

    assert (picture.mode, picture.getpixel((3, 3))) == read


def test_a_picture_of_a_palette_keeps_what_is_see_through() -> None:
    made = BytesIO()
    Image.new("P", (4, 4), 0).save(made, "PNG", transparency=0)

    picture = pixels(made.getvalue())

    assert picture.mode == "RGBA"
    assert picture.getchannel("A").getextrema() == (0, 0)


def test_a_picture_that_lies_on_its_side_is_raised() -> None:
    turned = Image.Exif()
    turned[0x0112] = 6

    assert pixels(logo(kind="JPEG", exif=turned)).size == (20, 60)


def test_nothing_but_pixels_gets_through() -> None:
    picture = pixels(logo(kind="JPEG", comment=b"who drew it") + b"<script>")

    assert picture.info == {}


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "BMP", "TIFF"])
def test_what_not_every_channel_shows_is_refused(kind: str) -> None:
    with pytest.raises(UnfitPictureError, match="no PNG or JPEG"):
        pixels(logo(kind=kind))


def test_what_is_too_large_is_refused_before_it_is_decoded() -> None:
    with pytest.raises(UnfitPictureError, match=f"at most {PIXELS:,}"):
        pixels(logo(mode="1", size=(5000, 5000), colour=0))


def test_what_would_fill_the_memory_is_refused_in_silence() -> None:
    bomb = bytearray(logo(mode="1", size=(8, 8), colour=0))
    bomb[16:24] = (30_000).to_bytes(4, "big") * 2  # the size that its head tells

    with pytest.raises(UnfitPictureError):
        pixels(bytes(bomb))


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(["PNG", "JPEG"]),
    st.lists(st.tuples(st.integers(0, 2000), st.integers(0, 255)), max_size=6),
    st.integers(0, 2000),
)
def test_damage_is_a_refusal_or_a_picture(
    kind: str, changes: list[tuple[int, int]], end: int
) -> None:
    turned = Image.Exif()
    turned[0x0112] = 6
    content = bytearray(logo(kind=kind, exif=turned))
    for place, value in changes:
        content[place % len(content)] = value

    try:
        picture = pixels(bytes(content[: len(content) - end % 40]))
    except UnfitPictureError:
        return
    assert picture.mode in {"RGB", "RGBA"}


def test_half_a_picture_is_none_even_beside_a_lenient_decoder(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    whole = logo()
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)

    with pytest.raises(UnfitPictureError):
        pixels(whole[: len(whole) // 2])
    assert ImageFile.LOAD_TRUNCATED_IMAGES
