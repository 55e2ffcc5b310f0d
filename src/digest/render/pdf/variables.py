"""The custom properties that carry tokens and words into the print style sheets."""

from tinycss2.serializer import serialize_string_value

from digest.edition.phrases import Phrases
from digest.edition.view import Digest
from digest.render.pdf import fonts
from digest.render.pdf.characters import showable
from digest.render.style import Style

#: What stands between the parts of a running line.
BETWEEN = " · "

#: The most characters of a name in a running line: it is measured again on every page.
LONGEST = 60


def root(digest: Digest, style: Style, fingerprint: str) -> str:
    """Rules for the whole page and each of its languages.

    Of the page: colours by name, `--serif` and `--sans`, `--size-1` (small) to `--size-8`.
    `--slant` is the style of what is set apart, `--figures` the kind of figures in text.
    `--folio` is the page number in words, `--imprint` the publication and its date,
    `--fingerprint` the hash of the digest's data: all three are values of `content`.
    """
    sizes = "".join(f"--size-{n}:{size};" for n, size in enumerate(style.print.sizes, start=1))
    head = digest.masthead
    imprint = BETWEEN.join((_brief(head.publication), _brief(head.stream), head.dated.text))
    return (
        f":root{{{style.light.declarations}{sizes}"
        f"{fonts.declarations(style.print, digest.content_language)}"
        f"--folio:{folio(digest.words.page_of)};"
        f"--imprint:{quoted(imprint)};--fingerprint:{quoted(fingerprint)}}}"
        f"{tongues(digest, style)}"
    )


def tongues(digest: Digest, style: Style) -> str:
    """A rule for every language that is not the page's own throughout: its faces and direction."""
    spoken = dict.fromkeys((digest.language, digest.words.language, digest.content_language))
    if len(spoken) == 1:
        return ""
    return "".join(
        f"[lang={quoted(tag)}]{{"
        f"{fonts.declarations(style.print, tag, digest.content_language)}"
        f"direction:{Phrases(tag).direction}}}"
        for tag in spoken
    )


def folio(words: str) -> str:
    """A `content` value that says on which page of how many one is.

    `words` hold the places `{page}` and `{pages}`: "Page {page} of {pages}".
    """
    parts = words.replace("{page}", "\0page\0").replace("{pages}", "\0pages\0").split("\0")
    return " ".join(
        f"counter({part})" if part in ("page", "pages") else quoted(part) for part in parts if part
    )


def quoted(text: str) -> str:
    """The text as a CSS string."""
    return f'"{serialize_string_value(showable(text))}"'


def _brief(text: str) -> str:
    return text if len(text) <= LONGEST else text[: LONGEST - 1].rstrip() + "…"
