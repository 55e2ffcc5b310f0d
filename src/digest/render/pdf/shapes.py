"""The shapes of badges as drawings: rounds for evidence, corners for outcomes."""

from digest.render.style import Palette

FOLDER = "shapes/"
MEDIA_TYPE = "image/svg+xml"

_LINE = 'fill="none" stroke="{ink}" stroke-width="1.3"'

#: The inside of each drawing on a ground of 12 by 12; they differ without colour.
DRAWINGS = {
    "filled": '<circle cx="6" cy="6" r="5.2"/>',
    "half": f'<circle cx="6" cy="6" r="4.6" {_LINE}/><path d="M6 .8a5.2 5.2 0 0 1 0 10.4z"/>',
    "open": f'<circle cx="6" cy="6" r="4.6" {_LINE}/>',
    "ring": f'<circle cx="6" cy="6" r="4.6" {_LINE}/><circle cx="6" cy="6" r="2.1"/>',
    "dotted": f'<circle cx="6" cy="6" r="4.6" {_LINE} stroke-dasharray="1.5 2.11"/>',
    "good": '<path d="M6 1 11.6 10.8H.4z"/>',
    "mixed": f'<path d="M6 1.2 10.8 6 6 10.8 1.2 6z" {_LINE}/><path d="M6 .6 11.4 6H.6z"/>',
    "caution": '<path d="M6 11 .4 1.2h11.2z"/>',
    "early": f'<path d="M6 2 10.8 10.3H1.2z" {_LINE}/>',
}


def assets(palette: Palette) -> dict[str, tuple[str, bytes]]:
    """Media type and bytes of every shape in the ink of a palette, by name."""
    return {
        f"{FOLDER}{name}.svg": (MEDIA_TYPE, _drawn(inner.format(ink=palette.ink), palette))
        for name, inner in DRAWINGS.items()
    }


def _drawn(inner: str, palette: Palette) -> bytes:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="12" height="12" viewBox="0 0 12 12"'
        f' fill="{palette.ink}">{inner}</svg>'
    ).encode()
