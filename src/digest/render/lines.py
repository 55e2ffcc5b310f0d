"""Which line of which template wrote each line of what a theme makes."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from digest.render.theme import Theme

#: A file as it is reported and a line in it; the file is empty where no template is known.
Place = tuple[str, int]

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


def written(theme: Theme, name: str, **values: Any) -> list[Place]:
    """The place of each line of a page of that template; costs a second rendering of it."""
    marking = theme.markup.overlay(extensions=[_Marking])
    text = marking.get_template(name).render(**values)
    return [(_reported(theme, file), number) for file, number in _places(text)]


def _places(text: str) -> Iterator[Place]:
    """The place of each line: of the first in it that is more than blanks, if anything is."""
    place = ("", 0)
    for line in text.split("\n"):
        pieces = list(_pieces(line, place))
        yield next((at for at, words in pieces if words.strip()), pieces[0][0])
        place = pieces[-1][0]


def _pieces(line: str, place: Place) -> Iterator[tuple[Place, str]]:
    """What stands in a line between marks, each after the place that wrote it."""
    start = 0
    for found in _MARK.finditer(line):
        if found.start() > start or place == ("", 0):
            yield place, line[start : found.start()]
        place, start = (found[1], int(found[2])), found.end()
    yield place, line[start:]


def _reported(theme: Theme, file: str) -> str:
    for folder, prefix in theme.markup.places.items():
        if file and Path(file).is_relative_to(folder):
            return f"{prefix}/{Path(file).relative_to(folder).as_posix()}"
    return ""
