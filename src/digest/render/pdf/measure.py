"""How many lines a text will take, measured with the fonts it is set in."""

import unicodedata
from functools import cache
from io import BytesIO

from PIL import ImageFont

from digest.render.pdf import fonts

#: Fonts are read at so many units an em, so that their rounding does not count.
EM = 1000


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
    return Ruler(file, size).lines(label, width)


@cache
def _font(file: str) -> ImageFont.FreeTypeFont:
    _, content = fonts.assets()[fonts.FOLDER + file]
    return ImageFont.truetype(BytesIO(content), EM, layout_engine=ImageFont.Layout.BASIC)
