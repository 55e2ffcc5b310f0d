"""The design tokens of every channel, coloured by the publication's accent."""

from typing import Any

from digest.render.colour import readable
from digest.values import Frozen


class Palette(Frozen):
    """The colours of one scheme, each `#rrggbb`."""

    ink: str
    muted: str
    rule: str
    paper: str
    wash: str
    accent: str
    warn: str
    good: str

    @property
    def declarations(self) -> str:
        """The colours as CSS custom properties, for a `:root` rule."""
        return "".join(f"--{name}:{value};" for name, value in self)


class Type(Frozen):
    """Sizes from small to large and the two families of one medium."""

    sizes: tuple[str, ...]
    serif: tuple[str, ...]
    sans: tuple[str, ...]

    @property
    def serif_stack(self) -> str:
        """The serif families as a CSS value; names with spaces in single quotes."""
        return _stack(self.serif)

    @property
    def sans_stack(self) -> str:
        """The sans families as a CSS value; names with spaces in single quotes."""
        return _stack(self.sans)


class Style(Frozen):
    """All that a template may know of the look."""

    light: Palette
    dark: Palette
    print: Type
    screen: Type


def style_of(tokens: dict[str, Any], *, accent: str) -> Style:
    """The style that `styles/tokens.json` and an accent make; the dark accent is derived."""
    colours = tokens["color"]
    light = {name: token["$value"] for name, token in colours.items()} | {"accent": accent}
    dark = {name: token["dark"] for name, token in colours.items()}
    if accent != colours["accent"]["$value"]:
        dark["accent"] = readable(accent, dark["wash"], ratio=7)
    return Style(
        light=Palette(**light),
        dark=Palette(**dark),
        print=_type(tokens["print"]),
        screen=_type(tokens["screen"]),
    )


def _type(group: dict[str, Any]) -> Type:
    return Type(**{name: tuple(token["$value"]) for name, token in group.items()})


def _stack(families: tuple[str, ...]) -> str:
    return ", ".join(f"'{name}'" if " " in name else name for name in families)
