"""Mail and pages in Debian's Chromium, with fonts that are the same on every machine."""

import base64
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.resources import files
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Page

from digest.render.message import Enclosure

#: What the mail's first families are drawn with: no Debian has them, and aliases differ.
FACES = (
    ("Georgia", "font_source_serif_pro", "SourceSerifPro-Regular.ttf", 400, "normal"),
    ("Georgia", "font_source_serif_pro", "SourceSerifPro-It.ttf", 400, "italic"),
    ("Georgia", "font_source_serif_pro", "SourceSerifPro-Bold.ttf", 700, "normal"),
    ("Verdana", "font_source_sans_pro", "SourceSansPro-Regular.ttf", 400, "normal"),
    ("Verdana", "font_source_sans_pro", "SourceSansPro-Bold.ttf", 700, "normal"),
)

_SHEET = re.compile(r"<style\b.*?</style>", re.DOTALL)
_SCHEME = re.compile(r'<meta name="(?:supported-)?color-schemes?"[^>]*>')


class View(NamedTuple):
    """One way to read a mail.

    `forced` is a client that knows nothing of our dark sheets and recolours by itself: `all`
    turns every colour round, `some` only light grounds and dark text.
    """

    width: int
    scheme: Literal["light", "dark"] = "light"
    forced: Literal["", "all", "some"] = ""
    pictures: bool = True

    @property
    def name(self) -> str:
        """What a file of it is called."""
        kind = f"forced-{self.forced}" if self.forced else self.scheme
        return f"{self.width}-{kind}{'' if self.pictures else '-without'}"


@contextmanager
def mail(
    browser: Browser, html: bytes, view: View, pictures: tuple[Enclosure, ...] = ()
) -> Iterator[Page]:
    """The mail as the view shows it, fonts loaded."""
    text = html.decode()
    for one in pictures if view.pictures else ():
        data = base64.b64encode(one.content).decode()
        text = text.replace(f"cid:{one.name}", f"data:{one.media_type};base64,{data}")
    with page(browser, _unaware(text) if view.forced else text, view.width, view.scheme) as shown:
        _recolour(shown, view)
        yield shown


@contextmanager
def page(
    browser: Browser, html: str, width: int, scheme: Literal["light", "dark"] = "light"
) -> Iterator[Page]:
    """A page of that text in a window so wide; it can reach nothing beyond itself."""
    size = {"width": width, "height": 800}
    context = browser.new_context(
        viewport={"width": size["width"], "height": size["height"]},
        color_scheme=scheme,
        reduced_motion="reduce",
        bypass_csp=True,
        offline=True,
    )
    try:
        shown = context.new_page()
        shown.set_content(html)
        shown.add_style_tag(content=_faces())
        shown.evaluate("document.fonts.ready.then(() => true)")
        yield shown
    finally:
        context.close()


def overflow(shown: Page) -> int:
    """How many pixels stand beyond the window's far edge."""
    wide: int = shown.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return wide


def _unaware(text: str) -> str:
    """The mail as a client shows it that drops what it does not know."""
    kept = _SHEET.sub(lambda one: "" if re.search("prefers-color|ogs", one[0]) else one[0], text)
    return _SCHEME.sub("", kept)


def _recolour(shown: Page, view: View) -> None:
    if view.forced == "all":
        shown.add_style_tag(
            content="html{filter:invert(1) hue-rotate(180deg);background:#fff}"
            "img{filter:invert(1) hue-rotate(180deg)}"
        )
    elif view.forced:
        session = shown.context.new_cdp_session(shown)
        session.send("Emulation.setAutoDarkModeOverride", {"enabled": True})


@cache
def _faces() -> str:
    return "".join(
        f"@font-face{{font-family:{family};font-weight:{weight};font-style:{style};"
        f"src:url(data:font/ttf;base64,{_font(package, file)})}}"
        for family, package, file, weight, style in FACES
    )


def _font(package: str, file: str) -> str:
    return base64.b64encode((files(package) / "files" / file).read_bytes()).decode()
