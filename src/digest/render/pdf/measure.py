"""How many lines a text will take, measured with the fonts it is set in."""

import re
import unicodedata
from functools import cache
from io import BytesIO

from PIL import ImageFont

from digest.render.pdf import fonts
from digest.render.pdf.characters import BREAK, clean

#: Fonts are read at so many units an em, so that their rounding does not count.
EM = 1000


#: How many lines in other scripts together grow by less than one.
GROWN = 5

#: Letters that our faces have.
_LATIN = re.compile("[\t -\u052f\u1e00-\u206f]*")

#: The face and size of labels, and the width in points of the margin they hang in.
LABEL = ("SourceSansPro-Semibold.ttf", 8.5, 107)


class Ruler:
    """Measures text in one face at one size in points."""

    def __init__(self, file: str, size: float) -> None:
        self._font = _font(file)
        self._scale = size / EM

    def width(self, text: str) -> float:
        """The width of a line in points; scripts the face does not know count an em a sign."""
        if text.isascii():
            return self._font.getlength(text) * self._scale
        wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
        return (self._font.getlength(text) + wide * EM / 2) * self._scale

    def lines(self, text: str, width: float) -> int:
        """How many lines the text takes in a column of that width; none when it is empty."""
        return sum(self._wrapped(part.split(), width) for part in text.split("\n"))

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


@cache
def _font(file: str) -> ImageFont.FreeTypeFont:
    _, content = fonts.assets()[fonts.FOLDER + file]
    return ImageFont.truetype(BytesIO(content), EM, layout_engine=ImageFont.Layout.BASIC)
