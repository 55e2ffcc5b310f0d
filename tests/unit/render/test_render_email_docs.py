import ast
import re

from support.tree import PACKAGE, ROOT, syntax

CODE = re.compile(r"[TM]\d{1,2}")
ROOMS = [
    *sorted((PACKAGE / "render" / "email").glob("*.py")),
    *(PACKAGE / "render" / f"{name}.py" for name in ("headers", "message", "placeholders")),
    *sorted((PACKAGE / "checks" / "clients").glob("*.py")),
    PACKAGE / "checks" / "parity.py",
]


def _used() -> set[str]:
    return {
        node.value
        for path in ROOMS
        for node in ast.walk(syntax(path))
        if isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and CODE.fullmatch(node.value)
    }


def test_every_code_of_mail_is_explained_and_nothing_else() -> None:
    page = (ROOT / "docs" / "problems" / "mail.md").read_text("utf-8")
    sections = re.split(r"^## ", page, flags=re.MULTILINE)[1:]
    explained = {section.split("\n", 1)[0]: section for section in sections}

    assert set(explained) == _used()
    assert [code for code, section in explained.items() if "\n> " not in section] == []


def test_every_rule_of_mail_has_a_code() -> None:
    assert {f"T{number}" for number in range(1, 21)} <= _used()
