"""A Digest comes in; the HTML of its mail goes out, checked against what mail clients bear."""

from digest.edition.view import Digest
from digest.render.artifact import Rendering
from digest.render.theme import Theme


def render(digest: Digest, theme: Theme) -> Rendering:
    """The mail's HTML in UTF-8, below 100,000 bytes, with the samples of a reader's own values.

    What is too long for a mail is shortened and said so. The rendering carries the warnings of
    its making; `DigestError` names every rule of mail (T1 to T20, M8) that the template breaks.
    """
    # The one door to the mail compiler: native code that no other channel needs.
    from digest.render.email.renderer import render as rendered  # noqa: PLC0415  # native code

    return rendered(digest, theme)
