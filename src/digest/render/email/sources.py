"""Which line of which template wrote a line of MJML."""

import re
from collections.abc import Iterator
from pathlib import Path

from jinja2.ext import Extension
from jinja2.lexer import Token, TokenStream

from digest.edition.view import Digest
from digest.problems import Problem
from digest.render.style import Style
from digest.render.templates import Templates

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
    problems: tuple[Problem, ...], templates: Templates, name: str, digest: Digest, style: Style
) -> tuple[Problem, ...]:
    """The problems at the line of the template that wrote the line of MJML they stand at.

    Costs a second rendering of the template, so it is for mails that have problems. What a
    line does not explain keeps the name of the template alone; what points at a record is left.
    """
    if not any(problem.line for problem in problems):
        return tuple(_moved(problem, [], templates, name) for problem in problems)
    marking = templates.overlay(extensions=[_Marking])
    text = marking.get_template(name).render(digest=digest, style=style)
    places = list(_places(text))
    return tuple(_moved(problem, places, templates, name) for problem in problems)


def _places(text: str) -> Iterator[tuple[str, int]]:
    place = ("", 0)
    for line in text.split("\n"):
        found = _MARK.search(line)
        place = (found[1], int(found[2])) if found else place
        yield place
        *_, last = _MARK.finditer(line) if found else (found,)
        place = (last[1], int(last[2])) if last else place


def _moved(
    problem: Problem, places: list[tuple[str, int]], templates: Templates, name: str
) -> Problem:
    if problem.pointer:
        return problem
    if problem.line is None or problem.line > len(places):
        return _at(problem, _reported(templates, None, name), None)
    file, line = places[problem.line - 1]
    return _at(problem, _reported(templates, file, name), line or None)


def _at(problem: Problem, path: str, line: int | None) -> Problem:
    return problem.model_copy(update={"path": path, "line": line, "column": None})


def _reported(templates: Templates, file: str | None, name: str) -> str:
    for folder, prefix in templates.places.items():
        if file and Path(file).is_relative_to(folder):
            return f"{prefix}/{Path(file).relative_to(folder).as_posix()}"
    return f"templates/{name}"
