"""Colours as numbers: contrast by WCAG 2.2 and the nearest readable shade."""

import colorsys


def channels(colour: str) -> tuple[float, float, float]:
    """Red, green and blue of `#rrggbb`, each from 0 to 1; ValueError for anything else."""
    if len(colour) != 7 or colour[0] != "#":
        raise ValueError(f"not a #rrggbb colour: {colour!r}")
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return red, green, blue


def luminance(colour: str) -> float:
    """Relative luminance from 0 (black) to 1 (white)."""
    linear = [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels(colour)
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, from 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def readable(colour: str, *grounds: str, ratio: float = 4.5) -> str:
    """The nearest shade of `colour` (same hue) that has at least `ratio` on every ground.

    Black or white where no shade has: grounds in the middle leave room for none.
    """
    if _reads(colour, grounds, ratio):
        return colour
    hue, lightness, saturation = colorsys.rgb_to_hls(*channels(colour))
    step = 0.005 if max(map(luminance, grounds)) < 0.18 else -0.005
    while 0 < lightness < 1:
        lightness = min(1.0, max(0.0, lightness + step))
        shade = _hex(colorsys.hls_to_rgb(hue, lightness, saturation))
        if _reads(shade, grounds, ratio):
            return shade
    return "#ffffff" if step > 0 else "#000000"


def _reads(colour: str, grounds: tuple[str, ...], ratio: float) -> bool:
    return all(contrast(colour, ground) >= ratio for ground in grounds)


def _hex(rgb: tuple[float, float, float]) -> str:
    return "#" + "".join(f"{round(c * 255):02x}" for c in rgb)
