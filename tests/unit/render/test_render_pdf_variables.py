import pytest
import tinycss2
from weasyprint import CSS

from digest.render.pdf.shapes import DRAWINGS, assets
from digest.render.pdf.variables import folio, quoted, root, tongues
from digest.render.theme import Theme
from support.renderings import coast

#: Typesetting again what the tests of the engine have counted.
pytestmark = pytest.mark.no_cover

HOSTILE = 'a"b\\c\n} </style> { url(x) */ ; é مرحبا'


def test_a_text_is_one_css_string_whatever_it_holds() -> None:
    (token,) = tinycss2.parse_component_value_list(quoted(HOSTILE))
    assert (token.type, token.value) == ("string", HOSTILE)


@pytest.mark.parametrize(
    ("words", "value"),
    [
        ("Page {page} of {pages}", '"Page " counter(page) " of " counter(pages)'),
        ("{pages}/{page}", 'counter(pages) "/" counter(page)'),
        ("{page}", "counter(page)"),
        ("no number", '"no number"'),
    ],
)
def test_the_page_number_is_said_in_the_words_of_the_language(words: str, value: str) -> None:
    assert folio(words) == value


def test_tokens_and_words_become_properties_of_the_root() -> None:
    digest = coast()
    made = root(digest, Theme().style(digest), "abc")
    (rule,) = tinycss2.parse_stylesheet(made)
    names = {one.name for one in tinycss2.parse_blocks_contents(rule.content)}
    sizes = {f"--size-{number}" for number in range(1, 9)}
    assert names >= sizes | {"--ink", "--accent", "--serif", "--sans", "--folio", "--imprint"}
    assert digest.masthead.publication in made
    assert digest.masthead.dated.text in made


def test_a_hostile_title_stays_inside_its_property() -> None:
    head = coast().masthead.model_copy(update={"publication": HOSTILE})
    digest = coast(masthead=head)
    rules = tinycss2.parse_stylesheet(root(digest, Theme().style(digest), "abc"))
    assert [one.type for one in rules] == ["qualified-rule"]


def test_a_running_line_stays_a_line_whatever_the_name() -> None:
    head = coast().masthead.model_copy(update={"publication": "long name " * 60})
    digest = coast(masthead=head)
    made = root(digest, Theme().style(digest), "abc")
    assert "long name " * 5 + "long name… · Barriers and gates · 4 May 2026" in made


def test_every_shape_is_a_drawing_in_ink_and_every_drawing_differs() -> None:
    palette = Theme().style(coast()).light
    made = assets(palette)
    assert len({content for _, content in made.values()}) == len(DRAWINGS)
    assert all(palette.ink.encode() in content for _, content in made.values())


def test_the_sheet_asks_for_every_shape_there_is() -> None:
    sheet = Theme().sheet("print.css")
    for name in assets(Theme().style(coast()).light):
        assert f"url({name})" in sheet
    assert CSS(string=sheet.partition("/* Shapes")[0])


def test_a_page_in_one_language_has_no_rules_for_others() -> None:
    digest = coast()
    assert tongues(digest, Theme().style(digest)) == ""


def test_every_language_of_a_page_has_its_faces_and_direction() -> None:
    digest = coast(language="ja", content_language="ar")
    rules = tongues(digest, Theme().style(digest))
    by_language = {rule.partition("]")[0]: rule for rule in rules.split("[lang=")[1:]}

    assert set(by_language) == {'"ja"', f'"{digest.words.language}"', '"ar"'}
    assert "CJK JP" in by_language['"ja"']
    assert "direction:rtl" in by_language['"ar"']
    assert "--slant:normal" in by_language['"ar"']
    assert "--slant:italic" in by_language[f'"{digest.words.language}"']
    assert CSS(string=rules) is not None
