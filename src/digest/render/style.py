"""The design tokens of every channel, coloured by the publication's accent."""

from collections.abc import Iterator
from typing import Protocol

from digest.edition.view import Look
from digest.problems import Problem
from digest.render.accent import TEXT, accent_problems, dark_shade, light_shade
from digest.render.colour import contrast, readable
from digest.render.tokens import PATH, PrintTokens, ScreenTokens, Tokens
from digest.values import Frozen


class Branded(Protocol):
    """What carries the publication's look: a digest, or the archive of all."""

    @property
    def look(self) -> Look:
        """Its accent, paper and logo."""


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


def style_of(tokens: Tokens, *, accent: str) -> Style:
    """The style that design tokens and an accent make; text in the accent is always readable.

    The accent keeps its hue: where it is too pale for text on the light ground it is darkened,
    and unless it is the tokens' own its dark shade is derived. ValueError unless `#rrggbb`.
    """
    colours, accent = dict(tokens.color), accent.lower()
    light = {name: colour.value for name, colour in colours.items()}
    dark = {name: colour.dark for name, colour in colours.items()}
    light["accent"] = light_shade(accent, Palette(**light))
    if accent != tokens.color.accent.value:
        dark["accent"] = dark_shade(accent, Palette(**dark))
    return Style(
        light=Palette(**light),
        dark=Palette(**dark),
        print=_type(tokens.print),
        screen=_type(tokens.screen),
    )


def shade_problems(tokens: Tokens, *, accent: str) -> Iterator[Problem]:
    """H008 for every text colour nobody can read, H009 for an accent that is not good."""
    style = style_of(tokens, accent=accent)
    for scheme, palette in (("light", style.light), ("dark", style.dark)):
        for name in ("ink", "muted", "accent", "warn", "good"):
            yield from _too_pale(scheme, name, palette)
    yield from accent_problems(accent.lower(), style.light)


def _too_pale(scheme: str, name: str, palette: Palette) -> Iterator[Problem]:
    colour: str = getattr(palette, name)
    ratio = min(contrast(colour, palette.paper), contrast(colour, palette.wash))
    if ratio < TEXT:
        near = readable(colour, palette.paper, palette.wash)
        yield Problem(
            code="H008",
            message=f"{name} {colour} has a contrast of {ratio:.2f} in the {scheme} scheme",
            path=PATH,
            pointer=f"/color/{name}/{'$value' if scheme == 'light' else 'dark'}",
            hint=f"text needs {TEXT} on paper and wash; {near} would do",
        )


def _type(group: PrintTokens | ScreenTokens) -> Type:
    return Type(sizes=group.sizes.value, serif=group.serif.value, sans=group.sans.value)


def _stack(families: tuple[str, ...]) -> str:
    return ", ".join(f"'{name}'" if " " in name else name for name in families)
