"""Rooms stay small enough to be read in one go."""

import ast
import statistics

from support.tree import ROOT, functions, modules, relative

LONGEST_FILE = 400
LONGEST_FUNCTION = 60
NINE_OF_TEN_FUNCTIONS = 20

#: Functions that are longer because they list what there is, one thing a line.
LISTS = {"src/digest/edition/wordings.py wording"}


def _lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The lines of a function without its docstring and decorators."""
    body = function.body
    if ast.get_docstring(function, clean=False) is not None:
        body = body[1:] or body
    end = function.end_lineno or function.lineno
    docstring = body[0].lineno - function.body[0].lineno
    return end - function.lineno + 1 - docstring


def test_no_file_is_longer_than_a_room() -> None:
    tests = sorted((ROOT / "tests").rglob("*.py"))
    lengths = {relative(path): _count(path.read_bytes()) for path in (*modules(), *tests)}

    assert {path: count for path, count in lengths.items() if count > LONGEST_FILE} == {}


def test_nine_of_ten_functions_fit_a_glance() -> None:
    lengths = [_lines(function) for path in modules() for function in functions(path)]

    assert statistics.quantiles(lengths, n=10)[-1] <= NINE_OF_TEN_FUNCTIONS


def test_no_function_needs_scrolling() -> None:
    long = {
        f"{relative(path)} {function.name}": _lines(function)
        for path in modules()
        for function in functions(path)
        if _lines(function) > LONGEST_FUNCTION
    }

    assert set(long) == LISTS


def _count(content: bytes) -> int:
    return content.count(b"\n")
