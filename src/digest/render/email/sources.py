"""Where a theme is to be mended for what is wrong with a line of MJML."""

import re

from digest.edition.view import Digest
from digest.problems import Problem
from digest.render.email.origins import find, template
from digest.render.lines import Place, written
from digest.render.style import Style
from digest.render.theme import Theme

#: What a message names that a theme may have written: a colour, or a font in quotes.
_NAMED = re.compile(r'#[0-9a-fA-F]{6}|(?<=begins with )"[^"]+"')


def located(
    problems: tuple[Problem, ...], theme: Theme, name: str, digest: Digest, style: Style
) -> tuple[Problem, ...]:
    """The problems at the line of the template that wrote the line of MJML they stand at.

    Costs a second rendering of the template, so it is for mails that have problems. What our own
    template wrote is looked for in the publication's own theme, which colours and words it. What
    no line explains keeps the name of the template alone; what points at the content is left.
    """
    places: list[Place] = []
    if any(problem.line for problem in problems):
        places = written(theme, name, digest=digest, style=style)
    whole = template(theme, name)
    return tuple(_moved(problem, places, theme, whole) for problem in problems)


def _moved(problem: Problem, places: list[Place], theme: Theme, whole: str) -> Problem:
    if problem.pointer:
        return problem
    path, line = whole, None
    if problem.line and problem.line <= len(places):
        file, number = places[problem.line - 1]
        path, line = file or whole, number or None
    if path.startswith("default:") and theme.is_own:
        path, line = find(theme, *_NAMED.findall(problem.message)) or (path, line)
    return problem.model_copy(update={"path": path, "line": line, "column": None})
