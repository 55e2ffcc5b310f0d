"""A problem of a field is told at the line where the field stands."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from digest.content.corpus import Content
from digest.content.loading import PUBLICATION
from digest.problems import DigestError, Problem


def placed(content: Content, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems, those of a field with the place of that field in its file.

    One of a record or an edition names `id/field`; one of the publication its file and `/field`.
    """
    return tuple(_placed(content, one) for one in problems)


@contextmanager
def placing(content: Content) -> Iterator[None]:
    """Give the problems of whatever is raised within their places."""
    try:
        yield
    except DigestError as error:
        raise type(error)(*placed(content, error.problems)) from error


def _placed(content: Content, problem: Problem) -> Problem:
    if problem.line or not problem.pointer:
        return problem
    owner, _, field = problem.pointer.partition("/")
    named = problem.path == PUBLICATION if not owner else not problem.path
    found = content.place(owner, field) if named else None
    if found is None:
        return problem
    path, line, column = found
    return problem.model_copy(update={"path": path, "line": line, "column": column})
