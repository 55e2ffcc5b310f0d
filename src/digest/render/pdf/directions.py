"""Which way letters run, and whether the end of a text may be set in a box of its own."""

import re
from functools import cache

from digest.edition.phrases import Phrases

#: Letters and signs that run from right to left.
_LEFTWARD = re.compile(
    "[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefe"
    "\U00010800-\U00010fff\U0001e800-\U0001efff]"
)


@cache
def leftward(language: str) -> bool:
    """Whether lines of a language (BCP 47) begin on the right."""
    return Phrases(language).direction == "rtl"


def parts(text: str, *languages: str) -> bool:
    """Whether a text may be parted into boxes without its words changing places.

    Boxes are put in order one by one: where letters run from right to left, or lines do in one of
    the languages around it, "p < 0.05" would be read the other way round.
    """
    return not (_LEFTWARD.search(text) or any(map(leftward, languages)))
