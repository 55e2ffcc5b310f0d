"""The desk's own pages: their templates, their style and their script."""

from pathlib import Path
from typing import NamedTuple

from digest.content.publication import Paper
from digest.edition.view import Look
from digest.press.explain import explanations
from digest.preview.choice import Choice
from digest.preview.desk import Rest, desk
from digest.preview.manual import Manual
from digest.preview.shown import Shown
from digest.render.house import house
from digest.render.style import Style
from digest.render.theme import Theme

FOLDER = Path(__file__).parent / "page"

#: The accent of the house: the desk looks the same for every publication.
ACCENT = "#0b5f74"


class _House(NamedTuple):
    look: Look


class Pages:
    """Opens templates and files of the desk once; `assets` are text and media type by name."""

    def __init__(self) -> None:
        self._templates = house(FOLDER)
        self._manual = Manual(explanations())
        style = Theme().style(_House(Look(paper=Paper.A4, accent=ACCENT)))
        sheet = _tokens(style) + _file("desk.css")
        self.assets = {
            "desk.css": (sheet, "text/css"),
            "desk.js": (_file("desk.js"), "text/javascript"),
            "door.js": (_file("door.js"), "text/javascript"),
        }

    def desk(self, shown: Shown, chosen: Choice, root: Path, form: str, rest: Rest) -> str:
        """The page of a state and a choice."""
        value = desk(shown, chosen, root, form, rest)
        return self._templates.get_template("desk.html").render(desk=value, manual=self._manual)

    def door(self) -> str:
        """The page that takes the key from the address."""
        return self._templates.get_template("door.html").render()

    def manual(self, code: str) -> str | None:
        """The page that tells what a code means; None when nothing is known of it."""
        leaf = self._manual.leaf(code)
        if leaf is None:
            return None
        return self._templates.get_template("manual.html").render(leaf=leaf)


def _file(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def _tokens(style: Style) -> str:
    """The design tokens as custom properties, in both schemes."""
    sizes = "".join(f"--size-{n}:{size};" for n, size in enumerate(style.screen.sizes, 1))
    families = f"--serif:{style.screen.serif_stack};--sans:{style.screen.sans_stack};"
    dark = f"@media (prefers-color-scheme:dark){{:root{{{style.dark.declarations}}}}}"
    return f":root{{{style.light.declarations}{sizes}{families}}}\n{dark}\n"
