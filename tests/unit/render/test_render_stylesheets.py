"""Style sheets: what a browser would drop in silence is told with its place."""

from pathlib import Path

import pytest

from digest.render.stylesheets import MOST, faults
from digest.render.theme import Theme, assets

SHEETS = sorted(assets("styles").rglob("*.css"))


@pytest.mark.parametrize(
    ("text", "place", "said"),
    [
        ("p{", "1:2", "never ends"),
        ("a{b:c}\n@media print {\n p{a:b}\n", "2:14", "never ends"),
        ("p{color:red} /* and so on", "1:14", "never ends"),
        ("p{a:'x", "1:5", "quotes never ends"),
        ("p{\na:'x\n}", "2:3", "does not end in its line"),
        ("p{a:url(b c)}", "1:5", "an address cannot be read"),
        ("p{a:b}}\nh1{a:b}", "1:7", "a } closes nothing"),
        ("p{a:calc(1px}", "1:13", "a } closes nothing"),
        ("p", "1:1", "no rule"),
        ("p {\n  color red;\n  margin: 1px\n}", "2:12", "no declaration"),
        ("@media print { p { colr red } }", "1:28", "no declaration"),
        ("p { color: ; margin: 1px }", "1:5", "color has no value"),
        ("p {\n color: red\n margin: 1px }", "3:8", "color holds a colon"),
        ("a{b:c}\n{color:red}", "2:1", "without a selector"),
        ("@media print;", "1:1", "@media has no block"),
        ("{" * 100_000, "1:1", "too deep"),
    ],
)
def test_what_would_be_dropped_is_told_where_it_stands(text: str, place: str, said: str) -> None:
    (problem,) = faults(text, "styles/web.css")

    assert problem.code == "H012"
    assert problem.place == f"styles/web.css:{place}"
    assert said in problem.message
    assert problem.hint


@pytest.mark.parametrize(
    "text",
    [
        "",
        '@charset "utf-8";\n@import "default:web.css";',
        "@page { size: A4; @top-left { content: 'x' } }",
        "p { a:hover { color: red } &.x { color: red } }",
        "@keyframes a { from { top: 0 } 50% { top: 1px } }",
        "p { --empty:; --odd: {a:b}; color: red !important;; }",
        "p::after { content: ':'; background: url(data:image/png;base64,AA) }",
        "a{b:c}\n/* the end */",
    ],
)
def test_what_is_sound_is_left_alone(text: str) -> None:
    assert faults(text, "a.css") == ()


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.name for sheet in SHEETS])
def test_our_own_sheets_are_sound(sheet: Path) -> None:
    assert faults(sheet.read_text(encoding="utf-8"), sheet.name) == ()


def test_a_sheet_that_is_none_is_not_told_without_end() -> None:
    assert len(faults("}" * 1000, "a.css")) == MOST


def test_every_sheet_of_a_theme_is_looked_at_and_every_fault_told(tmp_path: Path) -> None:
    styles = tmp_path / "styles"
    (styles / "parts").mkdir(parents=True)
    (styles / "web.css").write_text("p{")
    (styles / "print.css").write_bytes(b"p{a:\xff}")
    (styles / "parts" / "more.css").write_text("\ufeffp{a:b}\nh1 { color red }")
    (styles / "tokens.json").write_text('{"colour": {}}')

    problems = Theme(tmp_path).problems(accent="#0b5f74")

    assert [(one.code, one.place) for one in problems] == [
        ("H012", "styles/parts/more.css:2:15"),
        ("H004", "styles/print.css"),
        ("H012", "styles/web.css:1:2"),
        ("H006", "styles/tokens.json:1:2"),
    ]


def test_a_mark_of_byte_order_reaches_no_page(tmp_path: Path) -> None:
    (tmp_path / "styles").mkdir()
    (tmp_path / "styles" / "web.css").write_text("\ufeffp{a:b}", encoding="utf-8")
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "a.html").write_text("\ufeffhello", encoding="utf-8")
    theme = Theme(tmp_path)

    assert theme.sheet("web.css") == "p{a:b}"
    assert theme.markup.get_template("a.html").render() == "hello"
