import pytest
from hypothesis import given
from hypothesis import strategies as st

from digest.render.colour import channels, contrast, luminance, readable

COLOURS = st.integers(0, 0xFFFFFF).map(lambda number: f"#{number:06x}")


def test_channels_are_shares_of_the_brightest() -> None:
    assert channels("#ff8000") == (1.0, 128 / 255, 0.0)


@pytest.mark.parametrize("wrong", ["ff8000", "#fff", "#ff800", "#ff80000", "", "red4567"])
def test_anything_but_six_digits_is_refused(wrong: str) -> None:
    with pytest.raises(ValueError, match="not a #rrggbb colour"):
        channels(wrong)


def test_digits_that_are_none_are_refused() -> None:
    with pytest.raises(ValueError, match="invalid literal"):
        channels("#gggggg")


@pytest.mark.parametrize(
    ("one", "other", "ratio"),
    [
        ("#000000", "#ffffff", 21.0),
        ("#777777", "#ffffff", 4.48),
        ("#767676", "#ffffff", 4.54),
        ("#595959", "#ffffff", 7.0),
        ("#ff0000", "#0000ff", 2.15),
    ],
)
def test_contrast_is_what_others_measure(one: str, other: str, ratio: float) -> None:
    assert contrast(one, other) == pytest.approx(ratio, abs=0.01)


@given(COLOURS, COLOURS)
def test_contrast_has_no_direction_and_stays_in_its_range(one: str, other: str) -> None:
    assert contrast(one, other) == contrast(other, one)
    assert 1 <= contrast(one, other) <= 21.0001


def test_luminance_runs_from_black_to_white() -> None:
    assert luminance("#000000") == 0
    assert luminance("#ffffff") == pytest.approx(1)


@given(COLOURS, st.sampled_from(["#ffffff", "#f4f5f6", "#14181b", "#1d2327", "#000000"]))
def test_a_readable_shade_is_readable(colour: str, background: str) -> None:
    assert contrast(readable(colour, background), background) >= 4.5


def test_a_readable_colour_stays_as_it_is() -> None:
    assert readable("#0b5f74", "#ffffff") == "#0b5f74"


def test_a_shade_keeps_its_hue() -> None:
    red, green, blue = channels(readable("#ffcc00", "#ffffff"))
    assert red > green > blue == 0


def test_what_cannot_be_reached_becomes_black_or_white() -> None:
    assert readable("#777777", "#808080", ratio=21) == "#000000"
    assert readable("#111111", "#101010", ratio=21) == "#ffffff"
