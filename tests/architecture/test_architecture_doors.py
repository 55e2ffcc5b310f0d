"""Every room has a sentence on its door, and nobody climbs in by the window."""

import ast
from collections.abc import Iterator
from pathlib import Path

from support.tree import PACKAGE, functions, modules, relative, syntax

#: Imports inside a function, each with the reason why it cannot stand at the top.
LAZY_IMPORTS = {
    ("src/digest/__main__.py", "digest.cli.main"): "an interrupt while it loads is no traceback",
    ("src/digest/render/pdf/__init__.py", "digest.render.pdf.engine"): "WeasyPrint is heavy",
    ("src/digest/render/email/__init__.py", "digest.render.email.renderer"): "loads lxml and MJML",
    ("src/digest/render/email/engine.py", "mjml"): "native, and only here needed",
    ("src/digest/render/theme.py", "digest.render.stylesheets"): "only sheets of one's own",
    ("src/digest/checks/mail.py", "digest.checks.clients.report"): "loads lxml",
    ("src/digest/checks/paper.py", "digest.checks.printed"): "pikepdf is native",
    ("src/digest/checks/paper.py", "digest.checks.printlines"): "pikepdf is native",
    ("src/digest/checks/reading.py", "lxml"): "native, and only finished files need it",
    ("src/digest/cli/main.py", "digest.cli.boundary"): "help and version need none of it",
    ("src/digest/bundle/executors.py", "distributed"): "an extra nobody needs to install",
}

#: Wings above the bundle may look at the clock; below it everything derives from the input.
TIMELESS = ("values.py", "problems.py", "content", "edition", "render", "checks", "bundle")

CLOCKS = {
    "date.today",
    "datetime.now",
    "datetime.today",
    "datetime.utcnow",
    "time.localtime",
    "time.strftime",
    "time.time",
    "time.time_ns",
    "uuid.uuid1",
    "uuid.uuid4",
}


def test_every_module_has_a_docstring() -> None:
    silent = [relative(path) for path in modules() if not ast.get_docstring(syntax(path))]

    assert silent == []


def test_a_wing_says_what_comes_in_and_what_goes_out() -> None:
    doors = [path for path in modules() if path.name == "__init__.py"]
    sentences = {relative(path): ast.get_docstring(syntax(path)) or "" for path in doors}

    assert {
        path: sentence
        for path, sentence in sentences.items()
        if "come" not in sentence or "out" not in sentence
    } == {}


def test_the_door_of_a_wing_holds_its_sentence_alone() -> None:
    doors = sorted(PACKAGE.glob("*/__init__.py"))
    furnished = [relative(path) for path in doors if len(syntax(path).body) > 1]

    assert furnished == []


def test_imports_stand_at_the_top_unless_their_reason_is_known() -> None:
    found = {
        (relative(path), name)
        for path in modules()
        for function in functions(path)
        for name in _imported(function)
    }

    assert found == set(LAZY_IMPORTS)


def test_nothing_below_the_press_looks_at_the_clock() -> None:
    rooms = [path for path in modules() if path.relative_to(PACKAGE).parts[0] in TIMELESS]
    looks = [f"{relative(path)}:{line} {name}" for path in rooms for line, name in _clocks(path)]

    assert looks == []


def _imported(function: ast.AST) -> Iterator[object]:
    for node in ast.walk(function):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or "."
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            yield from (one.value for one in node.args if isinstance(one, ast.Constant))


def _clocks(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(syntax(path)):
        if isinstance(node, ast.Attribute):
            name = ".".join(ast.unparse(node).split(".")[-2:])
            if name in CLOCKS:
                yield node.lineno, name
