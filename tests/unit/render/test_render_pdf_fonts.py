from io import BytesIO

import pytest
from fontTools.ttLib import TTFont

from digest.problems import DigestError
from digest.render.pdf import fonts
from digest.render.pdf.fonts import FACES, Face, assets, rules, stack, unknown, upright
from digest.render.style import Type

#: Typesetting again what the tests of the engine have counted.
pytestmark = pytest.mark.no_cover

PRINT = Type(sizes=("8pt",), serif=("Source Serif Pro", "serif"), sans=("Source Sans Pro", "sans"))


def test_every_face_is_a_font_of_its_family_and_weight() -> None:
    for face in FACES:
        kind, content = assets()[face.name]
        font = TTFont(BytesIO(content))
        family = font["name"].getDebugName(16) or font["name"].getDebugName(1)
        assert (kind, family) == ("font/ttf", face.family)
        assert font["OS/2"].usWeightClass == face.weight
        assert bool(font["head"].macStyle & 2) == (face.style == "italic")


def test_the_rules_name_the_files_and_no_family_of_the_machine() -> None:
    for face in FACES:
        assert f'font-family:"{face.alias}"' in rules()
        assert f'url("{face.name}")' in rules()
        assert face.alias != face.family


def test_a_stack_puts_our_faces_first_and_the_generic_one_last() -> None:
    made = stack(("Source Serif Pro", "Noto Serif", "serif"), "en")
    assert made.startswith("'Source Serif Pro Digest', 'Noto Serif', ")
    assert made.endswith(", serif")


@pytest.mark.parametrize(
    ("language", "face"),
    [
        ("ja", "JP"),
        ("ko-KR", "KR"),
        ("zh-Hans", "SC"),
        ("zh", "SC"),
        ("zh-Hant", "TC"),
        ("zh-Hant-HK", "HK"),
        ("yue", "HK"),
        ("zh-TW", "TC"),
        ("en", "SC"),
    ],
)
def test_han_characters_look_as_the_language_expects(language: str, face: str) -> None:
    assert f"'Noto Sans CJK {face}'" in stack(("Source Sans Pro", "sans-serif"), language)


def test_a_language_without_han_characters_leaves_them_to_the_one_beside() -> None:
    families = ("Source Sans Pro", "sans-serif")
    assert "'Noto Sans CJK JP'" in stack(families, "en", "ja")
    assert "'Noto Sans CJK KR'" in stack(families, "ko", "ja")


@pytest.mark.parametrize(
    ("language", "is_upright"),
    [
        *(("ar", True), ("zh-Hant", True), ("hi-IN", True), ("az-Arab", True)),
        *(("de", False), ("el", False), ("sr-Cyrl", False), ("hi-Latn", False), ("en-GB", False)),
    ],
)
def test_only_scripts_with_italics_are_slanted(language: str, *, is_upright: bool) -> None:
    assert upright(language) is is_upright


def test_a_family_nobody_brings_is_a_problem_of_the_tokens() -> None:
    assert unknown(PRINT) == ()
    (problem,) = unknown(PRINT.model_copy(update={"sans": ("Helvetica", "sans-serif")}))
    assert (problem.code, problem.path) == ("P004", "styles/tokens.json")
    assert problem.pointer == "/print/sans/$value/0"


@pytest.mark.parametrize("package", ["font_source_serif_pro", "no_such_package"])
def test_a_lost_font_file_is_named(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    lost = Face(family="Lost", package=package, file="Lost-Regular.ttf")
    monkeypatch.setattr(fonts, "FACES", (*FACES, lost))
    with pytest.raises(DigestError) as caught:
        assets.__wrapped__()
    (problem,) = caught.value.problems
    assert problem.code == "P003"
    assert "Lost-Regular.ttf" in problem.message
