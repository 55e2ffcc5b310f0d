"""A problem of a record's or an edition's field is told at the line where the field stands."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from digest.content.corpus import Content
from digest.problems import DigestError, Problem


def placed(content: Content, problems: Iterable[Problem]) -> tuple[Problem, ...]:
    """The problems, those that name `id/field` with the place of that field in its file."""
    return tuple(_placed(content, one) for one in problems)


@contextmanager
def placing(content: Content) -> Iterator[None]:
    """Give the problems of whatever is raised within their places."""
    try:
        yield
    except DigestError as error:
        raise type(error)(*placed(content, error.problems)) from error


def _placed(content: Content, problem: Problem) -> Problem:
    if problem.path or not problem.pointer:
        return problem
    owner, _, field = problem.pointer.partition("/")
    found = content.place(owner, field) if owner else None
    if found is None:
        return problem
    path, line, column = found
    return problem.model_copy(update={"path": path, "line": line, "column": column})
