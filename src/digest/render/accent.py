"""The accent of a publication, measured wherever it stands."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from digest.problems import Problem, Severity
from digest.render.colour import contrast, readable

#: Contrast that text needs on its ground, and that rules and bars need, by WCAG 2.2 level AA.
TEXT = 4.5
LINES = 3.0

#: Contrast that the accent's dark shade is given: light letters on dark need more.
DARK = 7.0


class Grounds(Protocol):
    """What the accent stands on in one scheme, each `#rrggbb`."""

    @property
    def paper(self) -> str:
        """The page, and the letters of a button that the accent fills."""

    @property
    def wash(self) -> str:
        """The tint behind what is set apart."""


class Use(NamedTuple):
    """Where the accent stands: in words, on which ground, and the contrast it needs there."""

    words: str
    ground: str
    ratio: float


#: Every use of the accent, in all channels.
USES = (
    Use("as text on paper", "paper", TEXT),
    Use("as text on the tint", "wash", TEXT),
    Use("behind a button's text", "paper", TEXT),
    Use("as a rule on paper", "paper", LINES),
    Use("as a bar on the tint", "wash", LINES),
)


def light_shade(accent: str, grounds: Grounds) -> str:
    """The accent, or the nearest shade of its hue that is good for every use."""
    return readable(accent, grounds.paper, grounds.wash, ratio=TEXT)


def dark_shade(accent: str, grounds: Grounds) -> str:
    """The nearest shade of the accent that can be read on dark screens."""
    return readable(accent, grounds.paper, grounds.wash, ratio=DARK)


def accent_problems(accent: str, grounds: Grounds) -> Iterator[Problem]:
    """H009 with every use that the accent is not good for, and the nearest that is as the hint."""
    weak = [use for use in USES if _contrast(accent, use, grounds) < use.ratio]
    if not weak:
        return
    told = ", ".join(f"{_contrast(accent, use, grounds):.2f} {use.words}" for use in weak)
    yield Problem(
        code="H009",
        severity=Severity.WARNING,
        message=f"the accent {accent} has too little contrast: {told}",
        path="publication.yaml",
        pointer="/theme/accent",
        hint=f"write accent: '{light_shade(accent, grounds)}', the nearest that is good for every "
        f"use (text needs {TEXT}, rules and bars {LINES:g}); it stands in until you do",
    )


def _contrast(accent: str, use: Use, grounds: Grounds) -> float:
    ground: str = getattr(grounds, use.ground)
    return contrast(accent, ground)
