"""Numbers that are written as words, in the languages whose words we know."""

import re
from collections.abc import Iterator

_ENGLISH = """
zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen
"""
_ENGLISH_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"

#: From nought, one line a language.
_OTHERS = """
null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf
zéro une deux trois quatre cinq six sept huit neuf dix onze douze
cero una dos tres cuatro cinco seis siete ocho nueve diez once doce
"""

_UNITS = _ENGLISH.split()
_TENS = _ENGLISH_TENS.split()
_FOREIGN = {
    word: value
    for language in _OTHERS.strip().splitlines()
    for value, word in enumerate(language.split())
}
_WORDS: dict[str, int] = {
    **_FOREIGN,
    **{word: value for value, word in enumerate(_UNITS)},
    **{word: 10 * value for value, word in enumerate(_TENS, start=2)},
    "once": 1,
    "twice": 2,
    "dozen": 12,
}

#: Words that multiply the number before them.
MULTIPLES = {
    "hundred": 10**2,
    "thousand": 10**3,
    "million": 10**6,
    "millions": 10**6,
    "billion": 10**9,
    "billions": 10**9,
    "trillion": 10**12,
    "tausend": 10**3,
    "millionen": 10**6,
    "milliarde": 10**9,
    "milliarden": 10**9,
    "mille": 10**3,
    "milliards": 10**9,
    "mil": 10**3,
    "millones": 10**6,
}

_WORD = re.compile(r"[^\W\d_]+")
_AFTER = re.compile(r"[-\s]([^\W\d_]+)")

#: No text counts further.
_MOST = 10**15

#: What parts are called, in hundredths.
_PARTS = {
    "half": "50",
    "third": "33.3",
    "thirds": "66.7",
    "quarter": "25",
    "quarters": "75",
    "hälfte": "50",
    "moitié": "50",
    "mitad": "50",
}

#: What follows a number that was measured, not counted in passing.
_MEASURE = re.compile(
    r"[-\s]+(?:percent|per\s?cent|percentage|times|seconds?|minutes?|hours?|days?|weeks?|months?|"
    r"years?|metres?|meters?|kilometres?|kilometers?|miles|tonnes?|tons|dollars|euros?|pounds|"
    r"prozent|mal|sekunden?|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?|euro|"
    r"secondes?|heures?|jours?|semaines?|mois|ans?|"
    r"segundos?|minutos?|horas?|días?|semanas?|meses|años?)\b"
)


def spelled(told: str) -> Iterator[tuple[int, int, int]]:
    """Where each number in words begins and ends in a text in small letters, and its value."""
    done = 0
    for found in _WORD.finditer(told):
        if found.group() in _WORDS and found.start() >= done:
            done, value = _whole(told, found.end(), found.group())
            yield found.start(), done, value


def _whole(told: str, end: int, word: str) -> tuple[int, int]:
    """The end and the value of a number that begins with a word."""
    value, after = _WORDS[word], _AFTER.match(told, end)
    if after and word in _TENS and after[1] in _UNITS[1:10]:
        value, end = value + _WORDS[after[1]], after.end()
        after = _AFTER.match(told, end)
    while after and after[1] in MULTIPLES and value < _MOST:
        value, end = value * MULTIPLES[after[1]], after.end()
        after = _AFTER.match(told, end)
    return end, value


def fractions(told: str) -> Iterator[tuple[str, str]]:
    """The parts of a whole that a text names, and how many hundredths they are."""
    return ((word, _PARTS[word]) for word in _WORD.findall(told) if word in _PARTS)


def is_measure(told: str, end: int) -> bool:
    """Whether a unit of measure follows."""
    return bool(_MEASURE.match(told, end))
