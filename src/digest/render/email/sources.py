"""Which line of which template wrote a line of MJML."""

import re
from collections.abc import Iterator
from pathlib import Path

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from digest.edition.view import Digest
from digest.problems import Problem
from digest.render.email.origins import find, template
from digest.render.style import Style
from digest.render.theme import Theme

#: What a message names that a theme may have written: a colour, or a font in quotes.
_NAMED = re.compile(r'#[0-9a-fA-F]{6}|(?<=begins with )"[^"]+"')

_MARK = re.compile("\ue000([^\ue001]*)\ue002(\\d+)\ue001")


class _Marking(Extension):
    """Puts its template and line before every line that a template writes."""

    def filter_stream(self, stream: TokenStream) -> Iterator[Token]:
        for token in stream:
            if token.type == "data":
                yield Token(token.lineno, "data", _marked(token, stream.filename or stream.name))
            else:
                yield token


def _marked(token: Token, file: str | None) -> str:
    lines = token.value.split("\n")
    return "\n".join(
        f"\ue000{file or ''}\ue002{number}\ue001{line}"
        for number, line in enumerate(lines, start=token.lineno)
    )


def located(
    problems: tuple[Problem, ...], theme: Theme, name: str, digest: Digest, style: Style
) -> tuple[Problem, ...]:
    """The problems at the line of the template that wrote the line of MJML they stand at.

    Costs a second rendering of the template, so it is for mails that have problems. What our own
    template wrote is looked for in the publication's own theme, which colours and words it. What
    no line explains keeps the name of the template alone; what points at the content is left.
    """
    places: list[tuple[str, int]] = []
    if any(problem.line for problem in problems):
        marking = theme.markup.overlay(extensions=[_Marking])
        text = marking.get_template(name).render(digest=digest, style=style)
        places = list(_places(text))
    whole = template(theme, name)
    return tuple(_moved(problem, places, theme, whole) for problem in problems)


def _places(text: str) -> Iterator[tuple[str, int]]:
    """The place of each line: of the first in it that is more than blanks, if anything is."""
    place = ("", 0)
    for line in text.split("\n"):
        pieces = list(_pieces(line, place))
        yield next((at for at, words in pieces if words.strip()), pieces[0][0])
        place = pieces[-1][0]


def _pieces(line: str, place: tuple[str, int]) -> Iterator[tuple[tuple[str, int], str]]:
    """What stands in a line between marks, each after the place that wrote it."""
    start = 0
    for found in _MARK.finditer(line):
        if found.start() > start or place == ("", 0):
            yield place, line[start : found.start()]
        place, start = (found[1], int(found[2])), found.end()
    yield place, line[start:]


def _moved(problem: Problem, places: list[tuple[str, int]], theme: Theme, whole: str) -> Problem:
    if problem.pointer:
        return problem
    path, line = whole, None
    if problem.line and problem.line <= len(places):
        file, number = places[problem.line - 1]
        path, line = _reported(theme, file) or whole, number or None
    if path.startswith("default:") and theme.is_own:
        path, line = find(theme, *_NAMED.findall(problem.message)) or (path, line)
    return problem.model_copy(update={"path": path, "line": line, "column": None})


def _reported(theme: Theme, file: str) -> str | None:
    for folder, prefix in theme.markup.places.items():
        if file and Path(file).is_relative_to(folder):
            return f"{prefix}/{Path(file).relative_to(folder).as_posix()}"
    return None
