import json
from pathlib import Path
from typing import Any

import pytest

from digest.problems import DigestError, Severity
from digest.render.colour import contrast
from digest.render.style import shade_problems, style_of
from digest.render.theme import assets
from digest.render.tokens import Tokens, tokens_of

OURS = (assets("styles") / "tokens.json").read_text(encoding="utf-8")
TOKENS = tokens_of(OURS)


def _with(over: dict[str, Any]) -> Tokens:
    return tokens_of(OURS, json.dumps(over))


def _codes(over: str) -> list[str]:
    with pytest.raises(DigestError) as caught:
        tokens_of(OURS, over)
    return [problem.code for problem in caught.value.problems]


def test_every_text_colour_of_ours_can_be_read_in_both_schemes() -> None:
    style = style_of(TOKENS, accent=TOKENS.color.accent.value)
    for palette in (style.light, style.dark):
        for name in ("ink", "muted", "accent", "warn", "good"):
            for ground in (palette.paper, palette.wash):
                assert contrast(getattr(palette, name), ground) >= 4.5, name


def test_our_own_accent_keeps_both_its_shades() -> None:
    style = style_of(TOKENS, accent="#0b5f74")
    assert (style.light.accent, style.dark.accent) == ("#0b5f74", "#6cc3d8")


def test_another_accent_gets_a_dark_shade_of_its_hue() -> None:
    style = style_of(TOKENS, accent="#7a1f3d")
    assert style.light.accent == "#7a1f3d"
    assert contrast(style.dark.accent, style.dark.wash) >= 7


def test_a_pale_accent_is_darkened_and_that_is_said() -> None:
    style = style_of(TOKENS, accent="#ffcc00")
    assert contrast(style.light.accent, style.light.wash) >= 4.5
    (problem,) = shade_problems(TOKENS, accent="#ffcc00")
    assert (problem.code, problem.severity) == ("H009", Severity.WARNING)
    assert problem.message == (
        "the accent #ffcc00 has too little contrast: 1.51 as text on paper, 1.39 as text on the "
        "tint, 1.51 behind a button's text, 1.51 as a rule on paper, 1.39 as a bar on the tint"
    )
    assert (problem.hint or "").startswith(f"write accent: '{style.light.accent}', the nearest")


def test_an_accent_that_is_good_for_rules_alone_is_told_what_it_is_not_good_for() -> None:
    (problem,) = shade_problems(TOKENS, accent="#2a8fa8")
    assert "as text on paper" in problem.message
    assert "as a rule" not in problem.message


@pytest.mark.parametrize("accent", ["#ffffff", "#ffff00", "#00ffff", "#808080", "#ff69b4"])
def test_the_accent_that_is_proposed_is_good(accent: str) -> None:
    (problem,) = shade_problems(TOKENS, accent=accent)
    proposed = (problem.hint or "").partition("'")[2].partition("'")[0]
    assert list(shade_problems(TOKENS, accent=proposed)) == []
    for ground in (TOKENS.color.paper.value, TOKENS.color.wash.value):
        assert contrast(proposed, ground) >= 4.5


def test_an_accent_is_measured_on_a_paper_that_is_darker_than_the_tint() -> None:
    tokens = _with({"color": {"paper": {"$value": "#d5d5d5"}, "muted": {"$value": "#333333"}}})
    (problem,) = shade_problems(tokens, accent="#0f6f87")
    assert "on paper" in problem.message
    assert "on the tint" not in problem.message


def test_a_dark_shade_of_the_accent_that_nobody_can_read_is_an_error() -> None:
    tokens = _with({"color": {"accent": {"dark": "#0b5f74"}}})
    (problem,) = shade_problems(tokens, accent=TOKENS.color.accent.value)
    assert (problem.code, problem.pointer) == ("H008", "/color/accent/dark")


def test_an_accent_in_capitals_is_the_same_accent() -> None:
    assert list(shade_problems(TOKENS, accent="#0B5F74")) == []
    assert style_of(TOKENS, accent="#0B5F74").dark.accent == "#6cc3d8"


def test_a_text_colour_nobody_can_read_is_an_error_with_its_place() -> None:
    tokens = _with({"color": {"muted": {"$value": "#bbbbbb"}}})
    (problem,) = shade_problems(tokens, accent="#0b5f74")
    assert (problem.code, problem.pointer) == ("H008", "/color/muted/$value")
    assert problem.severity is Severity.ERROR
    dark = _with({"color": {"ink": {"dark": "#333333"}}})
    (problem,) = shade_problems(dark, accent="#0b5f74")
    assert problem.pointer == "/color/ink/dark"


def test_declarations_name_every_colour_once() -> None:
    declarations = style_of(TOKENS, accent="#0b5f74").light.declarations
    names = [one.partition(":")[0] for one in declarations.split(";") if one]
    assert names == [f"--{name}" for name in type(TOKENS.color).model_fields]


def test_families_with_spaces_are_quoted() -> None:
    style = style_of(TOKENS, accent="#0b5f74")
    assert style.print.serif_stack == "'Source Serif Pro', 'Noto Serif', serif"
    assert style.screen.sans_stack.startswith("Verdana, ")


def test_own_tokens_lie_over_ours() -> None:
    tokens = _with({"color": {"ink": {"$value": "#111111"}}})
    assert tokens.color.ink.value == "#111111"
    assert tokens.color.ink.dark == TOKENS.color.ink.dark
    assert tokens.screen == TOKENS.screen


def test_what_is_no_json_is_named_with_its_line() -> None:
    with pytest.raises(DigestError) as caught:
        tokens_of('{\n  "color": oops\n}')
    (problem,) = caught.value.problems
    assert (problem.code, problem.place) == ("H005", "styles/tokens.json:2:12")


def test_what_stands_twice_is_named_with_its_line() -> None:
    with pytest.raises(DigestError) as caught:
        tokens_of(OURS, '{\n  "color": {},\n  "color": {"ink": {"$value": "#111111"}}\n}')
    (problem,) = caught.value.problems
    assert (problem.code, problem.place) == ("H005", "styles/tokens.json:3:3")
    assert '"color" stands twice' in problem.message


def test_a_wrong_token_is_told_with_its_line() -> None:
    over = '{"color": {\n "ink": {"$value": "red"},\n "inc": {}}}'
    with pytest.raises(DigestError) as caught:
        tokens_of(OURS, over)
    assert [(one.pointer, one.place) for one in caught.value.problems] == [
        ("/color/ink/$value", "styles/tokens.json:2:10"),
        ("/color/inc", "styles/tokens.json:3:2"),
    ]


@pytest.mark.parametrize("text", ["[]", "7", "[" * 100_000, ""])
def test_what_is_no_object_is_refused(text: str) -> None:
    assert _codes(text) == ["H005"]


@pytest.mark.parametrize(
    "over",
    [
        {"color": {"ink": {"$value": "red"}}},
        {"color": {"ink": {"$value": "#fff"}}},
        {"color": {"ink": 7}},
        {"screen": {"sizes": {"$value": ["13px"]}}},
        {"screen": {"sizes": {"$value": ["13pt", "15px", "17px", "21px", "28px"]}}},
        {"print": {"serif": {"$value": ["Serif;} body{color:red"]}}},
        {"print": {"serif": {"$value": []}}},
    ],
)
def test_a_wrong_value_is_refused(over: dict[str, Any]) -> None:
    assert set(_codes(json.dumps(over))) == {"H006"}


def test_all_wrong_tokens_are_told_at_once_with_the_name_that_was_meant() -> None:
    wrong = {"color": {"inc": {"$value": "#111111"}, "muted": {"$value": "grey"}}, "colour": {}}
    with pytest.raises(DigestError) as caught:
        tokens_of(OURS, json.dumps(wrong))
    told = {problem.pointer: problem.hint for problem in caught.value.problems}
    assert told["/color/inc"] == 'did you mean "ink"?'
    assert told["/colour"] == 'did you mean "color"?'
    assert "/color/muted/$value" in told


def test_our_token_file_is_the_one_in_the_package() -> None:
    assert json.loads(OURS).keys() == type(TOKENS).model_fields.keys()
    assert Path(assets("styles")).is_dir()
