"""What in a style sheet would be passed over without a word, or end somewhere else than meant."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

import tinycss2

from digest.problems import Problem

#: How many faults of one sheet are told: a person mends the first ones.
MOST = 100

_TOKENS = {
    "bad-string": ("a text in quotes does not end in its line", "close the quote"),
    "eof-in-string": ("a text in quotes never ends", "close the quote"),
    "bad-url": ("an address cannot be read", "put it in quotes"),
    "eof-in-url": ("an address never ends", "close its bracket"),
    **{
        bracket: (f"a {bracket} closes nothing", "remove it, or open the block it belongs to")
        for bracket in ")]}"
    },
}

#: The at-rules that end with a semicolon.
_BLOCKLESS = {"charset", "import", "layer", "namespace"}

_UNCLOSED = "look for the missing closing bracket, or for the end of the comment"


def faults(text: str, path: str) -> tuple[Problem, ...]:
    """H012 for each place of a sheet that programs which read it would drop or misread."""
    try:
        found = _brackets(text) or list(islice(_rules(_stylesheet(text)), MOST))
    except RecursionError:
        found = [(1, 1, "blocks stand too deep in each other", "flatten them")]
    return tuple(
        Problem(
            code="H012",
            message=f"a style sheet cannot be read here: {message}",
            path=path,
            line=line,
            column=column,
            hint=hint,
        )
        for line, column, message, hint in found
    )


#: A line, a column, what is wrong there, how to mend it.
_Fault = tuple[int, int, str, str]


def _stylesheet(text: str) -> list[Any]:
    nodes: list[Any] = tinycss2.parse_stylesheet(text, skip_comments=True, skip_whitespace=True)
    return nodes


def _brackets(text: str) -> list[_Fault]:
    """Broken words, and what is closed without having been opened, or the other way round.

    Where one of these stands, nothing behind it is what it seems.
    """
    nodes = tinycss2.parse_component_value_list(text)
    broken = (_fault(node, *_TOKENS[node.kind]) for node in _all(nodes) if node.type == "error")
    found = list(islice(broken, MOST))
    # A bracket behind everything closes what is open, and is a stray one where nothing is.
    last = tinycss2.parse_component_value_list(f"{text}\n}}")[-1]
    if not found and last.type != "error":
        found.append(_fault(last, "what begins here never ends", _UNCLOSED))
    return found


def _all(nodes: Sequence[Any]) -> Iterator[Any]:
    for node in nodes:
        yield node
        yield from _all(getattr(node, "arguments", None) or getattr(node, "content", None) or ())


def _rules(nodes: Sequence[Any]) -> Iterator[_Fault]:
    for node in nodes:
        if node.type == "error":
            yield _fault(node, "no rule and no declaration", "write `selector { name: value; }`")
        elif node.type == "declaration":
            yield from _declaration(node)
        elif node.type == "qualified-rule" and not tinycss2.serialize(node.prelude).strip():
            yield _fault(node, "a rule without a selector", "say before the { what it is for")
        elif node.content is None:
            yield from _blockless(node)
        else:
            inner = tinycss2.parse_blocks_contents(
                node.content, skip_comments=True, skip_whitespace=True
            )
            yield from _rules(inner)


def _blockless(rule: Any) -> Iterator[_Fault]:
    if rule.lower_at_keyword not in _BLOCKLESS:
        yield _fault(rule, f"@{rule.at_keyword} has no block", "open one with { and close it")


def _declaration(node: Any) -> Iterator[_Fault]:
    if node.name.startswith("--"):
        return
    if not tinycss2.serialize(node.value).strip():
        yield _fault(node, f"{node.name} has no value", "give it one, or remove it")
    for colon in (one for one in node.value if one.type == "literal" and one.value == ":"):
        message = f"the value of {node.name} holds a colon"
        yield _fault(colon, message, "end the declaration before with a semicolon")


def _fault(node: Any, message: str, hint: str) -> _Fault:
    return (node.source_line, node.source_column, message, hint)
