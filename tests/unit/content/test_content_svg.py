"""Drawings come in as anybody's files; shapes and colours go out, or every flaw with its place."""

import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digest.content.svg.drawing import Drawing, drawing, is_drawing
from digest.content.svg.tree import DEEPEST, MOST, Flaw, UnfitDrawingError
from digest.content.svg.values import colour, length, outline, transform
from support.folders import PUBLICATION, Folder
from support.samples import DATA

HARBOUR = (DATA / "logos" / "harbour.svg").read_bytes()
OPEN = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 20">'


def _svg(inner: str, head: str = OPEN) -> bytes:
    return f"{head}\n{inner}\n</svg>".encode()


def _flaws(content: bytes) -> tuple[Flaw, ...]:
    with pytest.raises(UnfitDrawingError) as caught:
        drawing(content)
    return caught.value.flaws


def _made(inner: str, head: str = OPEN) -> str:
    return drawing(_svg(inner, head)).markup.decode()


def test_a_drawing_of_a_drawing_program_is_shapes_and_colours() -> None:
    made = drawing(HARBOUR)
    text = made.markup.decode()

    assert (round(made.width, 2), round(made.height, 2)) == (226.77, 60.47)
    assert set(re.findall(r"<(\w+)", text)) == {
        *("svg", "defs", "linearGradient", "radialGradient", "stop", "clipPath", "g"),
        *("circle", "rect", "path", "polygon"),
    }
    assert re.findall("https?:[^\"']*", text) == ["http://www.w3.org/2000/svg"]
    for gone in ("inkscape", "sodipodi", "style", "class", "layer1", "nobody", "Harbour", "font"):
        assert gone not in text
    assert text.count('stop-color="#ffd700"') == 3


def test_what_was_written_anew_is_written_the_same_again() -> None:
    once = drawing(HARBOUR)
    assert drawing(once.markup).markup == once.markup


@pytest.mark.parametrize(
    ("inner", "told"),
    [
        ("<script>alert(1)</script>", 'the element "script"'),
        ("<rect width='9' height='9' onclick='x()'/>", "onclick"),
        (
            "<foreignObject><p xmlns='http://www.w3.org/1999/xhtml'>x</p></foreignObject>",
            "foreign",
        ),
        ("<image href='file:///etc/hostname' width='9' height='9'/>", 'the element "image"'),
        ("<use href='#a'/>", 'the element "use"'),
        ("<text x='3' y='9'>Logo</text>", 'the element "text"'),
        ("<a href='https://example.org/'><rect width='9' height='9'/></a>", 'the element "a"'),
        ("<animate attributeName='x' to='9'/>", 'the element "animate"'),
        ("<style>@import url(https://example.org/x.css);</style>", "style sheet"),
        (
            "<style>.a{fill:url(https://example.org/x)}</style><path class='a' d='M0 0h9'/>",
            "style",
        ),
        ("<style>g > path{fill:red}</style><path d='M0 0h9'/>", "style sheet"),
        ("<path d='M0 0h9' style='fill:url(https://example.org/#a)'/>", "style"),
        ("<path d='M0 0h9' style='fill:\\72 ed'/>", "style"),
        ("<path d='M0 0h9' fill='url(https://example.org/#a)'/>", "fill"),
        ("<path d='M0 0h9' fill='url(#nowhere)'/>", "no gradient"),
        ("<path d='M0 0h9' fill='currentColor'/>", "fill"),
        ("<path d='M0 0h9' filter='url(#f)'/>", "filter"),
        ("<path d='M0 0h9' style='mix-blend-mode:multiply'/>", "mix-blend-mode"),
        ("<path d='M0 0h9' wobble='3'/>", "wobble"),
        ("<path d='M0 0 L 9'/>", "lacks numbers"),
        ("<path d='L 9 9'/>", "goes on"),
        ("<path d='M0 0 a 5 5 0 2 1 9 9'/>", "flag"),
        ("<path d='M 1e300 0h9'/>", "beyond"),
        ("<rect width='NaN' height='9'/>", "no length"),
        ("<rect width='-9' height='9'/>", "negative"),
        ("<rect width='9em' height='9'/>", "no length"),
        ("<polygon points='1 2 3'/>", "last point"),
        ("<path d='M0 0h9' stroke-dasharray='.0001'/>", "too fine"),
        ("<path d='M0 0h999999h-999999' stroke-dasharray='9'/>", "too fine"),
        (
            "<linearGradient id='a'>" + "<stop/>" * 64 + "</linearGradient>"
            "<g fill='url(#a)'/>" + "<path d='M0 0h9' fill='url(#a)'/>" * 63,
            "too often",
        ),
        (
            "<clipPath id='c'><path d='M0 0" + "h9" * 9000 + "'/></clipPath>"
            "<g clip-path='url(#c)'/>" + "<path d='M0 0h9' clip-path='url(#c)'/>" * 12,
            "too often",
        ),
        ("<linearGradient id='a' spreadMethod='repeat'/><path d='M0 0h9'/>", "spreadMethod"),
        ("<path d='M0 0h9' transform='rotate(1,2)'/>", "transform"),
        ("<path d='M0 0h9' clip-path='url(#c)'/>", "no clip path"),
        ("<clipPath id='c'><path id='p' d='M0 0h9' clip-path='url(#c)'/></clipPath>", "clips its"),
        ("<clipPath id='c'><g/></clipPath><path d='M0 0h9'/>", "inside a clip path"),
        ("<linearGradient id='a'/><radialGradient id='a'/><path d='M0 0h9'/>", "twice"),
        ("<linearGradient id='a' href='#a'/><path d='M0 0h9'/>", "without end"),
        ("<linearGradient id='a' href='https://x.example.org/'/><path d='M0 0h9'/>", "build on"),
        ("<linearGradient id='a' onload='x'/><path d='M0 0h9'/>", "onload"),
        ("<g onload='x'><path d='M0 0h9'/></g>", "onload"),
        ("<defs><path d='M0 0h9'/></defs>", "shows nothing"),
        ("<svg><path d='M0 0h9'/></svg>", 'the element "svg"'),
    ],
)
def test_what_is_no_plain_shape_is_refused_with_its_line_and_a_way_out(
    inner: str, told: str
) -> None:
    first = _flaws(_svg(inner))[0]

    assert told in first.message
    assert first.line in {1, 2}
    assert first.hint


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"<!DOCTYPE svg [<!ENTITY a 'b'>]>" + _svg("<path d='M0 0h9'/>"), "document type"),
        (b"<!DOCTYPE svg SYSTEM 'file:///etc/hostname'>" + _svg(""), "document type"),
        (b"<?xml-stylesheet href='x.css'?>" + _svg("<path d='M0 0h9'/>"), "style sheet"),
        (_svg("<path d='M0 0h9'/>")[:-9], "no XML"),
        (b"<", "no XML"),
        (b"<svg/>", "root"),
        (b"<?xml version='1.0' encoding='utf-7'?>" + _svg(""), "XML|encoding"),
        (b'<html xmlns="http://www.w3.org/1999/xhtml"/>', "root"),
        (_svg("<path d='M0 0h9'/>", OPEN.replace(' viewBox="0 0 60 20"', "")), "no size"),
        (_svg("<path d='M0 0h9'/>", OPEN.replace("60 20", "60 0")), "no size"),
        (_svg("<path d='M0 0h9'/>", OPEN.replace("60 20", "6000 20")), "a side"),
        (_svg("<path d='M0 0h9'/>", OPEN.replace("0 0 60", "a 0 60")), "size"),
        (_svg("<path d='M0 0h9'/>", OPEN.replace("viewBox", "onload='x()' viewBox")), "onload"),
        (_svg("<g>" * DEEPEST + "</g>" * DEEPEST), "deeper"),
        (_svg("<g/>" * MOST), "more than 2,000 elements"),
        (_svg("<!--" + "x" * 300_000 + "-->"), "300,000 bytes"),
    ],
)
def test_what_is_no_drawing_at_all_is_refused(content: bytes, told: str) -> None:
    assert is_drawing(content)
    assert re.search(told, _flaws(content)[0].message)


def test_every_flaw_is_told_at_once_in_the_order_of_the_file() -> None:
    flaws = _flaws(_svg("<script/>\n<path d='oops'/>\n<text/>"))
    assert [flaw.line for flaw in flaws] == [2, 3, 4]


def test_what_changes_nothing_may_stand_there() -> None:
    made = _made(
        "<path id='p' class='c' d='M0 0h9' font-size='9' data-name='x' aria-label='y'"
        " filter='none' mix-blend-mode='normal' fill='inherit' xml:space='preserve'/>"
    )
    assert '<path d="M 0 0 h 9"/>' in made


def test_a_style_wins_over_a_sheet_and_a_sheet_over_attributes() -> None:
    rules = "<style>#i{stroke:blue} .c{fill:lime;stroke:red} path{fill:red}</style>"
    made = _made(rules + "<path id='i' class='c' d='M0 0h9' fill='#123' style='opacity: .5'/>")
    assert 'fill="#00ff00" stroke="#0000ff" opacity="0.5"' in made


@pytest.mark.parametrize(
    ("head", "size"),
    [
        (OPEN, (60, 20)),
        (OPEN.replace("viewBox", "width='30' viewBox"), (30, 10)),
        (OPEN.replace("viewBox", "height='40px' viewBox"), (120, 40)),
        (OPEN.replace("viewBox", "width='100%' height='100%' viewBox"), (60, 20)),
        (OPEN.replace('viewBox="0 0 60 20"', "width='1in' height='36pt'"), (96, 48)),
    ],
)
def test_a_drawing_has_the_size_it_says(head: str, size: tuple[int, int]) -> None:
    made = drawing(_svg("<path d='M0 0h9'/>", head))
    assert (made.width, made.height) == size


@pytest.mark.parametrize(
    ("raw", "written"),
    [
        ("M0,0L1-2.5.5", "M 0 0 L 1 -2.5 0.5"),
        ("m1 1a2 2 0 00.5.5", "m 1 1 a 2 2 0 0 0 0.5 0.5"),
        ("M1e1 0z", "M 10 0 z"),
    ],
)
def test_an_outline_is_written_with_every_number_apart(raw: str, written: str) -> None:
    if raw.startswith("M0,0L"):
        with pytest.raises(ValueError, match="lacks numbers"):
            outline(raw)
        return
    assert outline(raw) == written


@pytest.mark.parametrize(
    ("raw", "written"),
    [("#ABC", "#aabbcc"), ("rgb(1,2,3)", "#010203"), ("Teal", "#008080"), ("transparent", "none")],
)
def test_a_colour_is_six_digits(raw: str, written: str) -> None:
    assert colour(raw) == written


def test_lengths_are_pixels_and_moves_are_parted() -> None:
    assert (length("25.4mm"), length("50%"), length("-0")) == ("96", "50%", "0")
    assert transform("scale(2)translate(1,2)") == "scale(2) translate(1 2)"


@settings(max_examples=300, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 3000), st.integers(32, 126)), max_size=5))
def test_damage_is_a_refusal_or_a_drawing_of_shapes(changes: list[tuple[int, int]]) -> None:
    content = bytearray(HARBOUR)
    for place, value in changes:
        content[place % len(content)] = value

    try:
        made = drawing(bytes(content))
    except UnfitDrawingError:
        return
    assert drawing(made.markup) == made
    assert made.markup.count(b"http") == 1


@given(st.text("MmZzLlHhVvCcSsQqTtAa0123456789eE.,+- ", max_size=60))
def test_an_outline_is_refused_or_written_for_good(text: str) -> None:
    try:
        made = outline(text)
    except ValueError:
        return
    assert outline(made) == made


def test_the_largest_drawing_is_read_in_no_time() -> None:
    content = _svg("<path d='M0 0" + "h1v1h-1" * 40_000 + "'/>")
    start = time.process_time()
    assert isinstance(drawing(content), Drawing)
    assert time.process_time() - start < 5


@pytest.mark.parametrize(
    "inner",
    [
        "<style>" + "/*" * 140_000 + "</style>",
        "<style>" + ".a{}" * 70_000 + "</style>" + "<path class='a'/>" * 1000,
        "<style>" + ".a," * 90_000 + ".a{}</style>",
        "<path style='" + "/*" * 140_000 + "'/>",
        "<path style='" + "a:" * 140_000 + "'/>",
        "<rect width='" + "1" * 290_000 + "x'/>",
        "<path d='M" + "1" * 290_000 + "x'/>",
        "<path d='" + " " * 290_000 + "x'/>",
        "<path transform='" + "scale(1)" * 36_000 + "'/>",
        "<path fill='url(" + " " * 290_000 + "x'/>",
        "<path fill='" + "rgb(" * 70_000 + "'/>",
        "<path class='" + "b " * 140_000 + "'/><style>" + ".a{}" * 400 + "</style><script/>",
        "<linearGradient id='a' href='#a'/>" * 1900,
    ],
)
def test_what_would_keep_a_reader_busy_is_refused_in_no_time(inner: str) -> None:
    start = time.process_time()
    assert _flaws(_svg(inner))
    assert time.process_time() - start < 3


def test_a_drawing_may_be_in_any_encoding_xml_has() -> None:
    text = OPEN + "<path d='M0 0h9'/></svg>"
    for encoding in ("utf-8-sig", "utf-16", "utf-16-be"):
        content = text.encode(encoding)
        assert is_drawing(content) is (encoding != "utf-16-be")
        assert drawing(content) == drawing(text.encode())


def _with_logo(folder: Folder, content: bytes) -> Folder:
    text = folder.text(PUBLICATION).replace("theme:\n", "theme:\n  logo: images/logo.svg\n")
    return folder.write(PUBLICATION, text).write("images/logo.svg", content)


def test_a_faulty_logo_is_told_with_file_line_and_hint(tmp_path: Path) -> None:
    problems = _with_logo(Folder(tmp_path), _svg("<script/>\n<text/>")).problems()

    assert [(one.code, one.path, one.line, one.column) for one in problems] == [
        ("C068", "images/logo.svg", 2, 1),
        ("C068", "images/logo.svg", 3, 1),
    ]
    assert "paths" in (problems[1].hint or "")


def test_a_sound_logo_is_no_problem(tmp_path: Path) -> None:
    assert _with_logo(Folder(tmp_path), HARBOUR).problems() == ()
