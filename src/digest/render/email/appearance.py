"""Whether finished HTML can be read: contrast in every scheme (T14), size and type (T13)."""

import re
from collections import Counter
from collections.abc import Iterator

from lxml import etree

from digest.problems import Problem, Severity
from digest.render.colour import contrast
from digest.render.email.cascade import Look, Piece, Scheme, pieces
from digest.render.email.markup import HEADINGS, elements, inside

#: The least contrast of text, and the least size and line height of running text.
CONTRAST = 4.5
BODY_SIZE = 14.0
SMALLEST = 12.0
LEADING = 1.4

#: Families that are on a reader's machine; any of them may begin a stack.
SYSTEM_FAMILIES = frozenset(
    {
        *("arial", "georgia", "verdana", "tahoma", "trebuchet ms", "times new roman", "helvetica"),
        *("courier new", "segoe ui", "-apple-system", "serif", "sans-serif", "monospace"),
    }
)
_HEX = re.compile(r"#[0-9a-f]{6}")


def check(root: etree._Element, written: etree._Element) -> Iterator[Problem]:
    """Text too faint in some scheme, too small, too tight or in a font most readers lack.

    `root` is the finished HTML, `written` the MJML it was made of, whose lines problems carry.
    """
    light = list(pieces(root, Scheme.LIGHT))
    found = [*_faint(light, Scheme.LIGHT)]
    for scheme in (Scheme.DARK, Scheme.OUTLOOK):
        found += _faint(pieces(root, scheme), scheme)
    found += _type(light)
    lines = _lines(written) if found else {}
    for piece, problem in found:
        yield problem.model_copy(update={"line": _line(piece.text, lines)})


def _lines(root: etree._Element) -> dict[str, int]:
    """The line of the element in or behind which each run of text first stands."""
    lines: dict[str, int] = {}
    for element in elements(root):
        for run, at in ((element.text, element), *((one.tail, one) for one in element)):
            line = at.sourceline or element.sourceline
            if run and run.strip() and line:
                lines.setdefault(" ".join(run.split()), line)
    return lines


def _line(text: str, lines: dict[str, int]) -> int | None:
    """The line of a run of text, or of the first long part of it: entities divide runs."""
    whole = lines.get(text)
    return whole or next((at for run, at in lines.items() if len(run) > 3 and run in text), None)


def _faint(
    found: Iterator[Piece] | list[Piece], scheme: Scheme
) -> Iterator[tuple[Piece, Problem]]:
    seen: set[tuple[str, str]] = set()
    for piece in found:
        pair = (piece.look.color, piece.look.background)
        if pair in seen or not all(map(_HEX.fullmatch, pair)):
            continue
        seen.add(pair)
        ratio = contrast(*pair)
        if ratio < CONTRAST:
            problem = Problem(
                code="T14",
                message=(
                    f"{pair[0]} on {pair[1]} has a contrast of {ratio:.2f}:1 in the {scheme} "
                    f'scheme: "{piece.text[:40]}"'
                ),
                hint=f"at least {CONTRAST}:1; set text and background colour in pairs",
            )
            yield piece, problem


def _type(found: list[Piece]) -> Iterator[tuple[Piece, Problem]]:
    sizes: Counter[Look] = Counter()
    families: dict[str, Piece] = {}
    for piece in found:
        if not _heading(piece.element):
            sizes[piece.look] += len(piece.text)
        families.setdefault(piece.look.family, piece)
        if piece.look.size < SMALLEST:
            said = f'text of {piece.look.size:g}px: "{piece.text[:40]}"'
            yield piece, _warn(said, f"no smaller than {SMALLEST:g}px")
    for family in sorted(families):
        first = family.split(",")[0].strip().strip("'\"")
        if first.lower() not in SYSTEM_FAMILIES:
            hint = "begin with a family of every system: Georgia, Verdana, Arial"
            said = f'a font stack begins with "{first}"' if first else "text without a font stack"
            yield families[family], _warn(said, hint)
    if sizes:
        most = sizes.most_common(1)[0][0]
        running = (piece for piece in found if not _heading(piece.element))
        first_of_most = next(piece for piece in running if piece.look == most)
        yield from ((first_of_most, problem) for problem in _body(most))


def _heading(element: etree._Element) -> bool:
    """Whether it is, or stands in, a heading, whose lines may stand closer."""
    return element.tag in HEADINGS or inside(element, *HEADINGS)


def _body(look: Look) -> Iterator[Problem]:
    if look.size < BODY_SIZE:
        yield _warn(
            f"most of the text is {look.size:g}px", f"running text from {BODY_SIZE:g}px up"
        )
    leading = _leading(look)
    if leading is not None and leading < LEADING:
        yield _warn(f"most of the text has a line height of {leading:g}", f"at least {LEADING:g}")


def _leading(look: Look) -> float | None:
    found = re.fullmatch(r"([\d.]+)(px|%)?", look.leading)
    if not found:
        return None
    divisor = {"px": look.size, "%": 100.0}.get(found[2] or "", 1.0)
    return round(float(found[1]) / divisor, 2)


def _warn(message: str, hint: str) -> Problem:
    return Problem(code="T13", message=message, hint=hint, severity=Severity.WARNING)
