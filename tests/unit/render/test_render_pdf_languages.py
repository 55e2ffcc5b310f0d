"""Every script on paper: its own faces, its own direction, nothing made up."""

import re
from functools import cache

import pytest
from weasyprint import HTML

from digest.content.corpus import Content
from digest.content.loading import load
from digest.edition.compose import compose
from digest.edition.view import Digest
from digest.render.artifact import Rendering
from digest.render.pdf import render
from digest.render.pdf.engine import TEMPLATE, PrintStyle
from digest.render.pdf.front import front
from digest.render.theme import Theme
from support.pdfs import Read
from support.samples import DATA

#: Typesetting again what the tests of the engine have counted.
pytestmark = pytest.mark.no_cover

#: The faces that a language's readers expect, and the file with texts in it.
FACES = {
    "ar": ("ar", {"Noto-Naskh-Arabic", "Noto-Sans-Arabic"}),
    "he": ("he", {"Noto-Serif-Hebrew", "Noto-Sans-Hebrew"}),
    "hi": ("hi", {"Noto-Serif-Devanagari", "Noto-Sans-Devanagari"}),
    "ja": ("ja", {"Noto-Serif-CJK-JP", "Noto-Sans-CJK-JP"}),
    "ko": ("ja", {"Noto-Serif-CJK-KR", "Noto-Sans-CJK-KR"}),
    "zh-Hans": ("zh", {"Noto-Serif-CJK-SC", "Noto-Sans-CJK-SC"}),
    "zh-Hant": ("zh", {"Noto-Serif-CJK-TC", "Noto-Sans-CJK-TC"}),
}

#: Our own families, which any language may use for Latin letters and figures.
OURS = ("Source-Serif-Pro", "Source-Sans-Pro")


@cache
def _content(folder: str) -> Content:
    loaded = load(DATA / "languages" / folder)
    assert loaded.problems == ()
    assert loaded.content
    return loaded.content


def _digest(folder: str, language: str, labels: str | None = None) -> Digest:
    """The digest as if the folder's texts were in `language`, with labels in `labels`."""
    content = _content(folder)
    publication = content.publication.model_copy(update={"language": language})
    changed = content.model_copy(update={"publication": publication})
    role = publication.roles[1]
    return compose(changed, changed.newest(), role, labels or language)


@cache
def _made(folder: str, language: str, labels: str | None = None) -> Rendering:
    return render(_digest(folder, language, labels), Theme())


def _foreign(read: Read) -> set[str]:
    return {name for name in read.fonts if not name.startswith(OURS)}


@pytest.mark.parametrize("language", FACES)
def test_a_script_is_set_in_the_faces_its_readers_expect(language: str) -> None:
    folder, faces = FACES[language]
    made = _made(folder, language)
    read = Read(made.content)

    # A glyph nobody has would be an error, and a slanted face made up would be called Oblique.
    assert made.problems == ()
    assert {name.removesuffix("-Bold") for name in _foreign(read)} == faces
    assert [name for name in read.fonts if re.search("Oblique|Italic|-It$", name)] == []
    assert read.faults == set()


def test_latin_texts_keep_their_italics() -> None:
    assert "Source-Serif-Pro-Digest-Italic" in Read(_made("de", "de").content).fonts


def test_labels_in_one_language_and_texts_in_another_each_have_their_faces() -> None:
    fonts = _foreign(Read(_made("zh", "zh-Hans", "ja").content))

    assert {"Noto-Serif-CJK-SC", "Noto-Sans-CJK-SC", "Noto-Sans-CJK-JP"} <= fonts


@pytest.mark.parametrize(("folder", "language"), [("he", "he"), ("ar", "fa")])
def test_english_words_on_a_page_from_right_to_left_are_marked(folder: str, language: str) -> None:
    digest, theme = _digest(folder, language), Theme()
    style = PrintStyle(**dict(theme.style(digest)), front=front(digest))
    page = HTML(string=theme.markup.get_template(TEMPLATE).render(digest=digest, style=style))
    root = page.etree_element
    marked = {
        "".join(one.itertext())
        for one in root.iter()
        if (one.get("lang"), one.get("dir")) == ("en", "ltr")
    }
    words = digest.words

    assert (root.get("lang"), root.get("dir")) == (language, "rtl")
    assert {words.in_brief, words.ledger, words.finding, words.published, words.source} <= marked
    assert {*digest.how_to_read, digest.patterns[0].strength.basis} <= marked
    assert _made(folder, language).problems == ()


def test_no_comma_of_ours_stands_between_tallies() -> None:
    source = Theme().markup.get_template("print/macros.html").render(digest=_digest("ja", "ja"))
    assert "、" not in source
    assert ", " not in re.sub(r"<[^>]*>", "", source)
