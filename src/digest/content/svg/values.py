"""The values of a drawing: numbers, lengths, colours, outlines, moves, each written anew."""

import math
import re
from collections.abc import Callable

from PIL import ImageColor

#: No number of a drawing is larger than this, in either direction.
FARTHEST = 1_000_000

_NUMBER = r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?"
_ONE = re.compile(_NUMBER)
_LENGTH = re.compile(rf"({_NUMBER})(px|pt|pc|mm|cm|in|%)?")
_GAP = re.compile(r"[\s,]*")
_HEX = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})")
_RGB = re.compile(r"rgb\(\s*\d{1,3}%?(?:\s*,\s*\d{1,3}%?){2}\s*\)")
_MOVE = re.compile(r"(matrix|translate|scale|rotate|skewX|skewY)\s*\(([^()]*)\)[\s,]*")
_REFERENCE = re.compile(r"url\(\s*(['\"]?)#([\w.:-]+)\1\s*\)")

_FIT = re.compile(r"none|x(?:Min|Mid|Max)Y(?:Min|Mid|Max)(?: meet| slice)?")

#: CSS pixels of each unit.
UNITS = {"px": 1.0, "pt": 4 / 3, "pc": 16.0, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}

#: How many numbers follow each command of an outline.
_ARITY = {"m": 2, "z": 0, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "q": 4, "t": 2, "a": 7}

#: How many numbers a transform takes.
_MOVES = {
    "matrix": {6},
    "translate": {1, 2},
    "scale": {1, 2},
    "rotate": {1, 3},
    "skewX": {1},
    "skewY": {1},
}

#: Reads a value and writes it anew; ValueError says what is wrong with it.
Check = Callable[[str], str]


def number(text: str) -> str:
    """One number."""
    return written(_float(text.strip()))


def length(text: str) -> str:
    """A length in CSS pixels, or a percentage."""
    found = _LENGTH.fullmatch(text.strip())
    if not found:
        raise ValueError("it is no length in px, pt, pc, mm, cm, in or %")
    if found[2] == "%":
        return written(_float(found[1])) + "%"
    return written(_float(found[1]) * UNITS[found[2] or "px"])


def size(text: str) -> str:
    """A length in CSS pixels that is not negative."""
    made = length(text)
    if made.startswith("-"):
        raise ValueError("it is negative")
    return made


def share(text: str) -> str:
    """A share from 0 to 1, also written as a percentage."""
    percent = text.strip().endswith("%")
    value = _float(text.strip().removesuffix("%")) / (100 if percent else 1)
    return written(min(1.0, max(0.0, value)))


def numbers(text: str) -> str:
    """Any number of numbers."""
    return " ".join(written(one) for one in floats(text))


def points(text: str) -> str:
    """Pairs of numbers."""
    found = floats(text)
    if len(found) % 2:
        raise ValueError("its last point has no second number")
    return " ".join(written(one) for one in found)


def dashes(text: str) -> str:
    """The lengths of dashes and gaps, or `none`."""
    if text.strip() == "none":
        return "none"
    sizes = [size(part) for part in text.replace(",", " ").split()]
    if len(sizes) > 16 or any("%" in one for one in sizes):
        raise ValueError("it is no list of at most 16 lengths")
    found = [float(one) for one in sizes]
    return " ".join(written(one) for one in found) or "none"


def colour(text: str) -> str:
    """A colour as `#rrggbb`, or `none`."""
    said = text.strip()
    if said in {"none", "transparent"}:
        return "none"
    if not (_HEX.fullmatch(said) or _RGB.fullmatch(said) or said.lower() in ImageColor.colormap):
        raise ValueError("it is no colour such as #0b5f74, rgb(11, 95, 116) or teal")
    red, green, blue = ImageColor.getrgb(said)[:3]
    return f"#{red:02x}{green:02x}{blue:02x}"


def reference(text: str) -> str | None:
    """The id that a `url(#id)` names; None when the text is no reference inside the drawing."""
    found = _REFERENCE.fullmatch(text.strip())
    return found[2] if found else None


def outline(text: str) -> str:
    """The commands of a path, flags of arcs set apart."""
    made: list[str] = []
    at, command = _end(text, 0), ""
    while at < len(text):
        if text[at].isalpha():
            command, at = text[at], _end(text, at + 1)
            if command.lower() not in _ARITY or (not made and command.lower() != "m"):
                raise ValueError(f'no path goes on with "{command}" there')
            made.append(command)
            if command in "zZ":
                continue
        elif command in {"", "z", "Z"}:
            raise ValueError("numbers follow no command")
        at = _arguments(text, at, command.lower(), made)
    return " ".join(made)


def _arguments(text: str, at: int, command: str, made: list[str]) -> int:
    """Add the numbers of one command to what is made; returns where the text goes on."""
    for index in range(_ARITY[command]):
        if command == "a" and index in {3, 4}:
            if text[at : at + 1] not in {"0", "1"}:
                raise ValueError("a flag of an arc is neither 0 nor 1")
            value, end = text[at], at + 1
        else:
            found = _ONE.match(text, at)
            if not found:
                raise ValueError("a command lacks numbers")
            value, end = written(_float(found[0])), found.end()
        made.append(value)
        at = _end(text, end)
    return at


def transform(text: str) -> str:
    """Translations, rotations and the like, in their order."""
    made, at = [], 0
    said = text.strip()
    while at < len(said):
        found = _MOVE.match(said, at)
        values = floats(found[2]) if found else []
        if not found or len(values) not in _MOVES[found[1]]:
            raise ValueError("it is no list of translate, rotate, scale, skewX, skewY or matrix")
        made.append(f"{found[1]}({' '.join(written(one, digits=9) for one in values)})")
        at = found.end()
    if len(made) > 32:
        raise ValueError("it has more than 32 steps")
    return " ".join(made)


def fit(text: str) -> str:
    """How the box of coordinates fits into the drawing's sides."""
    said = " ".join(text.split())
    if not _FIT.fullmatch(said):
        raise ValueError("it is none of none, xMidYMid, xMinYMin slice and the like")
    return said


def choice(*known: str) -> Check:
    """A check for one of some words."""

    def check(text: str) -> str:
        if text.strip() not in known:
            raise ValueError(f"it is none of {', '.join(known)}")
        return text.strip()

    return check


def floats(text: str) -> list[float]:
    """The numbers of a list that commas or spaces part."""
    found, at = [], _end(text, 0)
    while at < len(text):
        one = _ONE.match(text, at)
        if not one:
            raise ValueError("it is no list of numbers")
        found.append(_float(one[0]))
        at = _end(text, one.end())
    return found


def written(value: float, *, digits: int = 6) -> str:
    """A number as a drawing holds it: no exponent, no zeros at the end."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def _float(text: str) -> float:
    if not _ONE.fullmatch(text):
        raise ValueError("it is no number")
    value = float(text)
    if not math.isfinite(value) or abs(value) > FARTHEST:
        raise ValueError(f"it is beyond {FARTHEST:,}")
    return value


def _end(text: str, at: int) -> int:
    """Where the gap that begins there ends."""
    found = _GAP.match(text, at)
    return found.end() if found else at
