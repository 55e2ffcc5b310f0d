"""A Digest and a theme come in; the print PDF goes out."""

from digest.edition.view import Digest
from digest.render.artifact import Rendering
from digest.render.theme import Theme


def render(digest: Digest, theme: Theme) -> Rendering:
    """The print PDF of a digest: archival, tagged, the same bytes for the same input.

    The rendering carries the number of pages and the warnings of its making. `DigestError`
    names what a reader would have missed: a glyph, a font, a picture, a link's target.
    """
    # The one door to WeasyPrint: it costs half a second and native libraries to open.
    from digest.render.pdf.engine import typeset  # noqa: PLC0415  # half a second

    return typeset(digest, theme)
