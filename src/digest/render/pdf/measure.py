"""How many lines a text will take, measured with the fonts it is set in."""

import re
import unicodedata
from functools import cache
from io import BytesIO
from math import ceil

from fontTools.ttLib import TTFont

from digest.render.pdf import fonts
from digest.render.pdf.characters import BREAK, clean

#: Units an em has here, whatever it has in a font.
EM = 1000


#: How much longer a text measures here, letter by letter, than it may be set.
KERNED = 1.02

#: How many lines in other scripts together grow by less than one.
GROWN = 5

#: Letters that our faces have.
_LATIN = re.compile("[\t -\u052f\u1e00-\u206f]*")

#: The face and size of labels, and the width in points of the margin they hang in.
LABEL = ("SourceSansPro-Semibold.ttf", 8.5, 107)

#: The face of headings.
HEADING = "SourceSerifPro-Semibold.ttf"

#: Signs that our faces bring along.
_OURS = re.compile("[\x20-\x7e\xa0-\u017f\u2010-\u2026]*")


class Ruler:
    """Measures text in one face at one size in points."""

    def __init__(self, file: str, size: float) -> None:
        self._advances = _advances(file)
        self._scale = size / EM

    def width(self, text: str) -> float:
        """The width of a line in points; signs the face does not know count as in others."""
        known = self._advances
        return self._scale * sum(known.get(ord(sign)) or _unknown(sign) for sign in text)

    def lines(self, text: str, width: float) -> int:
        """How many lines the text takes in a column of that width; none when it is empty."""
        return sum(self._wrapped(part.split(), width) for part in text.split("\n"))

    def narrowest(self, text: str, width: float) -> float:
        """The least width in points in which a text takes no more lines than in that one."""
        lines, low, high = self.lines(text, width * KERNED), 0.0, width * KERNED
        while lines > 1 and high - low > 1:
            middle = (low + high) / 2
            low, high = (low, middle) if self.lines(text, middle) <= lines else (middle, high)
        return high

    def _wrapped(self, words: list[str], width: float) -> int:
        count, used, space = 0, width, self.width(" ")
        for word in words:
            size = self.width(word)
            if used + space + size > width:
                count, used = count + max(1, -int(-size // width)), size % width
            else:
                used += space + size
        return count


@cache
def label_lines(label: str) -> int:
    """How many lines a label takes in the margin."""
    file, size, width = LABEL
    wide = any(unicodedata.east_asian_width(sign) in "WF" for sign in label)
    # A sign that may begin no line takes the one before along.
    count = Ruler(file, size).lines(clean(label).replace(BREAK, " "), width - wide * size)
    # A line with letters of another face than ours is a little higher.
    return count + (0 if _LATIN.fullmatch(label) else count // GROWN)


def even(heading: str, size: float, width: int) -> int | None:
    """The width in points that makes the lines of a heading about equally long.

    `size` is its size and `width` the widest it may be, both in points; None where one line is
    enough, or where other faces than ours would set it.
    """
    if not _OURS.fullmatch(heading):
        return None
    narrowest = Ruler(HEADING, size).narrowest(heading, width)
    return None if narrowest > width - 1 else min(width, ceil(narrowest) + 2)


def _unknown(sign: str) -> int:
    """What a sign of another face takes: an em of scripts whose signs are wide."""
    if unicodedata.category(sign) in ("Mn", "Cf"):
        return 0
    return EM if unicodedata.east_asian_width(sign) in "WF" else EM * 6 // 10


@cache
def _advances(file: str) -> dict[int, int]:
    """How far each sign of a face goes, by its code point."""
    _, content = fonts.assets()[fonts.FOLDER + file]
    with TTFont(BytesIO(content), lazy=True) as face:
        widths = face["hmtx"].metrics
        each = EM / face["head"].unitsPerEm
        return {sign: round(widths[name][0] * each) for sign, name in face.getBestCmap().items()}
