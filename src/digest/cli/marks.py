"""Changed texts as a terminal or a file shows them: marked, shortened, wrapped, coloured."""

import shutil
import sys
from collections.abc import Iterator, Sequence

import click

from digest.cli.output import colourful, written
from digest.edition.changes.tokens import kind, tokens
from digest.edition.changes.view import Span
from digest.render.wrap import wrap

#: What stands around words of one side alone, with or without colour.
MARKS = {"removed": ("[-", "-]"), "added": ("{+", "+}")}

#: How many words of what did not change are shown beside a change.
NEAR = 8

#: Lines are no wider, however wide the terminal is, and without one they are as wide as this.
WIDEST, PLAIN = 100, 88

#: Where a colour begins and ends; no shown text holds these, so wrapping may carry them along.
_ON = {"removed": "\x01", "added": "\x02"}
_OFF = "\x03"
_COLOURS = {"\x01": "red", "\x02": "green"}


def width() -> int:
    """How wide lines are to be."""
    return max(40, min(WIDEST, shutil.get_terminal_size((PLAIN, 24)).columns))


def marked(spans: Sequence[Span]) -> str:
    """A changed text: what went in `[-` `-]`, what came in `{+` `+}`, the rest shortened."""
    last = len(spans) - 1
    return "".join(
        _near(span.text, first=at == 0, last=at == last)
        if span.kind == "same"
        else _one_sided(span)
        for at, span in enumerate(spans)
    )


def replaced(spans: Sequence[Span]) -> bool:
    """Whether one text took the place of another, with no word in common."""
    return len(spans) == 2 and all(span.kind != "same" for span in spans)


def block(text: str, first: str = "", rest: str | None = None) -> str:
    """A text in lines that fit, after `first` on the first line; `rest` is before the others."""
    return wrap(text, first, " " * len(first) if rest is None else rest, width=width())


def coloured(text: str) -> str:
    """The text with its colours on a terminal that wants them, without them elsewhere."""
    if colourful(sys.stdout):
        return "\n".join(_lines(text))
    return "".join(character for character in text if character not in {*_COLOURS, _OFF})


def _one_sided(span: Span) -> str:
    """The marks stand around words, not around the space beside them."""
    text = written(span.text)
    words = text.strip() or text
    lead, _, tail = text.partition(words)
    opening, closing = MARKS[span.kind]
    return f"{lead}{_ON[span.kind]}{opening}{words}{closing}{_OFF}{tail}"


def _near(text: str, *, first: bool, last: bool) -> str:
    """The words beside a change; an ellipsis stands for the others."""
    pieces = tokens(written(text))
    words = [at for at, piece in enumerate(pieces) if kind(piece[0]) not in {"space", "sign"}]
    kept = (0 if first else NEAR) + (0 if last else NEAR)
    if len(words) <= kept + 2:
        return "".join(pieces)
    lead = "" if first else "".join(pieces[: words[NEAR]]).rstrip() + " "
    tail = "" if last else " " + "".join(pieces[words[-NEAR] :])
    return f"{lead}…{tail}"


def _lines(text: str) -> Iterator[str]:
    """Each line with colours of its own: pagers forget them at a line's end."""
    colour: str | None = None
    for line in text.split("\n"):
        pieces = [""]
        for character in line:
            if character in _COLOURS or character == _OFF:
                pieces[-1] = _styled(pieces[-1], colour)
                colour = _COLOURS.get(character)
                pieces.append("")
            else:
                pieces[-1] += character
        yield "".join(pieces[:-1]) + _styled(pieces[-1], colour)


def _styled(text: str, colour: str | None) -> str:
    indent = len(text) - len(text.lstrip(" "))
    words = text[indent:]
    return text[:indent] + click.style(words, fg=colour) if colour and words else text
