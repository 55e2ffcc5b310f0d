from pathlib import Path

import pytest

from digest.edition.view import Digest
from digest.problems import DigestError, Problem, Severity
from digest.render.pdf import render
from digest.render.pdf.problems import missing_glyphs, package, texts
from digest.render.theme import Theme
from support.pdfs import Read, text
from support.renderings import coast

#: A code point that is no character yet, so that no font of any machine has it.
GLYPHLESS = "\u0378"


def _theme(root: Path, *, sheet: str = "", front: str = "") -> Theme:
    if sheet:
        path = root / "styles" / "print.css"
        path.parent.mkdir()
        path.write_text(f'@import "default:print.css";\n{sheet}\n', encoding="utf-8")
    if front:
        path = root / "templates" / "print" / "front.html"
        path.parent.mkdir(parents=True)
        path.write_text(f"<h1>x</h1>\n{front}\n", encoding="utf-8")
    return Theme(root)


def _found(digest: Digest, theme: Theme) -> tuple[Problem, ...]:
    with pytest.raises(DigestError) as caught:
        render(digest, theme)
    return caught.value.problems


def _with_finding(finding: str) -> Digest:
    digest = coast()
    first, second, *rest = digest.entries
    changed = second.model_copy(update={"finding": finding})
    return digest.model_copy(update={"entries": (first, changed, *rest)})


def test_a_missing_glyph_names_record_field_and_character() -> None:
    (problem,) = _found(_with_finding(f"a {GLYPHLESS} b"), Theme())
    assert (problem.code, problem.severity) == ("P005", Severity.ERROR)
    assert problem.pointer == "record silt-flume-study/finding"
    assert "U+0378" in problem.message
    assert problem.hint is not None
    assert "fonts-noto-core" in problem.hint


def test_a_missing_glyph_of_a_template_is_named_without_a_record() -> None:
    (problem,) = missing_glyphs([0x14646], coast())
    assert (problem.code, problem.pointer) == ("P005", None)


def test_many_missing_glyphs_of_a_text_are_one_problem_for_each_package() -> None:
    digest = _with_finding("無線 ลม 警報 🔬")
    problems = missing_glyphs(map(ord, "無線警報ลม"), digest)
    told = {(one.pointer, one.message.partition(" U+")[0], one.hint or "") for one in problems}

    assert {pointer for pointer, *_ in told} == {"record silt-flume-study/finding"}
    assert [one.message.endswith("and 1 more") for one in problems].count(True) == 1
    assert sorted("fonts-noto-cjk" in hint for *_, hint in told) == [False, True]


@pytest.mark.parametrize(
    ("character", "name"),
    [
        ("無", "fonts-noto-cjk"),
        ("か", "fonts-noto-cjk"),
        ("한", "fonts-noto-cjk"),
        ("🔬", "fonts-noto-color-emoji"),
        ("☂", "fonts-noto-core"),
        ("ع", "fonts-noto-core"),
        ("ꀀ", "fonts-noto-core"),
        ("𝄞", "fonts-noto-core"),
        ("𠀋", "fonts-hanazono"),
    ],
)
def test_the_hint_names_the_package_that_brings_the_glyph(character: str, name: str) -> None:
    assert package(ord(character)) == name


def test_places_name_records_and_patterns_by_their_ids() -> None:
    places = {pointer for pointer, _ in texts(coast())}
    assert "record gate-closing-times/caveats/text" in places
    assert "record gate-closing-times/unsupportedClaims/items" in places
    assert "pattern silt-first/question" in places
    assert "masthead/title" in places


def test_a_character_nobody_can_print_is_replaced_and_said() -> None:
    made = render(_with_finding("a\ue000b\uf8ffc"), Theme())
    (problem,) = made.problems
    assert (problem.code, problem.severity) == ("P006", Severity.WARNING)
    assert problem.pointer == "record silt-flume-study/finding"
    assert "a\ufffdb\ufffdc" in text(made.content)


def test_an_unsafe_source_is_no_link_but_stays_to_read() -> None:
    digest = coast()
    first, *rest = digest.entries
    bad = first.source.model_copy(update={"url": "javascript:alert(1)", "printed": "javascript:x"})
    entry = first.model_copy(update={"source": bad})
    made = render(digest.model_copy(update={"entries": (entry, *rest)}), Theme())
    (problem,) = made.problems
    assert (problem.code, problem.pointer) == (
        "P010",
        "record gate-closing-times/source/url",
    )
    assert "javascript:x" in text(made.content)
    assert not any(url.startswith("javascript") for url in Read(made.content).aims.values())


@pytest.mark.parametrize(
    ("front", "code"),
    [
        ('<img alt="x" src="https://example.org/x.png">', "P001"),
        ('<img alt="x" src="file:///etc/hostname">', "P001"),
        (
            '<svg xmlns="http://www.w3.org/2000/svg"><image href="file:///etc/hostname"/></svg>',
            "P001",
        ),
        ('<img alt="x" src="missing.png">', "P002"),
    ],
)
def test_what_a_template_may_not_have_fails_at_its_line(
    front: str, code: str, tmp_path: Path
) -> None:
    problem = _found(coast(), _theme(tmp_path, front=front))[0]
    assert (problem.code, problem.path, problem.line) == (code, "templates/print/front.html", 2)


def test_what_a_sheet_may_not_have_fails_at_its_line(tmp_path: Path) -> None:
    sheet = "p { background: url(https://example.org/x.png) }"
    problem = _found(coast(), _theme(tmp_path, sheet=sheet))[0]
    assert (problem.code, problem.path) == ("P001", "styles/print.css")
    assert problem.line is not None
    assert problem.line > 100


def test_a_broken_picture_fails(tmp_path: Path) -> None:
    front = '<img alt="x" src="data:image/png;base64,iVBORw0KGgoAAAA=">'
    assert _found(coast(), _theme(tmp_path, front=front))[0].code == "P002"


def test_a_picture_without_words_fails(tmp_path: Path) -> None:
    tiny = (
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJ"
        "RU5ErkJggg=="
    )
    front = f'<img alt="" src="data:image/png;base64,{tiny}">'
    assert _found(coast(), _theme(tmp_path, front=front))[0].code == "P002"


def test_a_link_without_a_target_fails(tmp_path: Path) -> None:
    problem = _found(coast(), _theme(tmp_path, front='<a href="#nowhere">x</a>'))[0]
    assert problem.code == "P008"
    assert "nowhere" in problem.message


def test_a_target_that_is_there_twice_fails(tmp_path: Path) -> None:
    front = '<p id="a">x</p><p id="a">y</p><a href="#a">z</a>'
    assert "P008" in {one.code for one in _found(coast(), _theme(tmp_path, front=front))}


def test_a_style_print_does_not_know_is_a_warning_with_its_place(tmp_path: Path) -> None:
    made = render(coast(), _theme(tmp_path, sheet="p { wobble: very }"))
    (problem,) = made.problems
    assert (problem.code, problem.severity) == ("P007", Severity.WARNING)
    assert problem.path == "styles/print.css"
    assert problem.line is not None
    assert "wobble" in problem.message


def test_a_family_a_sheet_asks_for_in_vain_fails(tmp_path: Path) -> None:
    (problem,) = _found(coast(), _theme(tmp_path, sheet="h1 { font-family: 'No Such Face' }"))
    assert problem.code == "P004"
    assert "No Such Face" in problem.message
