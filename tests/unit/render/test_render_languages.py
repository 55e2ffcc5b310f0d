"""Publications in German, Arabic and Japanese, in every channel; and one without a catalogue."""

import re
import unicodedata
from collections import Counter
from functools import cache
from typing import NamedTuple

import pytest

from digest.content.corpus import Content
from digest.content.loading import load
from digest.edition.compose import compose
from digest.edition.view import Digest
from digest.render import email, pdf, text, web
from digest.render.theme import Theme
from support.pages import Page
from support.pdfs import Read
from support.pdfs import text as poppler
from support.renderings import digest_of
from support.samples import DATA

THEME = Theme()


class Tongue(NamedTuple):
    """What a reader of the language must find."""

    language: str
    direction: str
    role: str
    said: tuple[str, ...]


TONGUES = {
    "de": Tongue(
        "de-DE",
        "ltr",
        "betrieb",
        (
            "3. November 2026",
            "3 Nachweise",
            "1 Muster",
            "Was das für Betrieb bedeutet",
            "Nicht behaupten",
            "„ohne einen einzigen Heizkörper zu tauschen“",
            "Wieder aktuell · März 2026",
            "Fragen an das Netz",
            "Messung im Betrieb (2)",
            "Günstig (1) und Zur Vorsicht mahnend (1)",
        ),
    ),
    "ar": Tongue(
        "ar",
        "rtl",
        "tashghil",
        (
            "3 نوفمبر 2026",
            "3 أدلة",
            "نمط واحد",
            "يستند إلى دليلين",
            "ما يعنيه هذا لفئة التشغيل",
            "ما لا يجوز ادعاؤه",
            "«يعمل دون صيانة»",
            "مهم من جديد · مارس 2026",
            "أسئلة للاستكشاف",
            "إيجابية (1) وتحذيرية (1)",
        ),
    ),
    "ja": Tongue(
        "ja",
        "ltr",
        "genba",
        (
            "2026年11月3日",
            "3件の記録",
            "1件のパターン",
            "現場担当にとっての意味",
            "断言してはならないこと",
            "「誰にでも届く」",
            "再び注目 · 2026年3月",
            "確認すべきこと",
            "良好（1）、注意を要する（1）",
        ),
    ),
}

NAMES = sorted(TONGUES)


@cache
def _content(name: str) -> Content:
    loaded = load(DATA / "languages" / name)
    assert loaded.problems == ()
    assert loaded.content
    return loaded.content


def _digest(name: str) -> Digest:
    return digest_of(_content(name), TONGUES[name].role)


def _elsewhere(name: str, language: str) -> Digest:
    """The digest as if the publication were in a language that has no catalogue."""
    content = _content(name)
    publication = content.publication.model_copy(update={"language": language})
    changed = content.model_copy(update={"publication": publication})
    return compose(changed, changed.newest(), publication.role(TONGUES[name].role), language)


def _flat(said: str) -> str:
    return " ".join(said.split())


@pytest.mark.parametrize("name", NAMES)
def test_the_mail_is_in_its_language(name: str) -> None:
    made, tongue = email.render(_digest(name), THEME), TONGUES[name]
    page = Page(made.content)

    assert made.problems == ()
    assert (page.root.get("lang"), page.root.get("dir")) == (tongue.language, tongue.direction)
    assert [one for one in tongue.said if one not in page.text] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_web_edition_is_in_its_language(name: str) -> None:
    made, tongue = web.render(_digest(name), THEME), TONGUES[name]
    page = Page(made.content)
    counted = {"3 Nachweise", "1 Muster", "3 أدلة", "نمط واحد", "3件の記録", "1件のパターン"}

    assert made.problems == ()
    assert (page.root.get("lang"), page.root.get("dir")) == (tongue.language, tongue.direction)
    assert [one for one in tongue.said if one not in page.text and one not in counted] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_text_edition_is_in_its_language(name: str) -> None:
    made, tongue = text.render(_digest(name), THEME), TONGUES[name]
    said = made.content.decode()
    joined = re.sub(r"\n\s+", "", said) if name == "ja" else _flat(said)
    counted = {"3 Nachweise", "1 Muster", "3 أدلة", "نمط واحد", "3件の記録", "1件のパターン"}
    wanted = [one for one in tongue.said if one not in counted and one != "Nicht behaupten"]

    assert [one for one in wanted if one not in joined] == []
    assert name != "de" or "NICHT BEHAUPTEN" in said


@pytest.mark.parametrize("name", NAMES)
def test_the_print_edition_is_in_its_language(name: str) -> None:
    made, tongue = pdf.render(_digest(name), THEME), TONGUES[name]
    read = Read(made.content)
    # Poppler reads lines from right to left in the order they are seen, so letters are counted.
    letters = Counter(re.sub(r"\W", "", unicodedata.normalize("NFKC", poppler(made.content))))
    title = Counter(re.sub(r"\W", "", _digest(name).masthead.title))

    assert made.problems == ()
    assert str(read.root.Lang) == tongue.language
    assert letters >= title


@pytest.mark.parametrize("name", ["ar", "ja"])
def test_no_script_without_italics_is_slanted(name: str) -> None:
    assert b"italic" not in email.render(_digest(name), THEME).content


@pytest.mark.parametrize("name", NAMES)
def test_no_english_word_of_ours_is_left(name: str) -> None:
    digest = _digest(name)
    english = compose(
        _content(name), _content(name).newest(), _content(name).publication.roles[1], "en"
    )

    alike = [field for field, words in digest.words if words == getattr(english.words, field)]
    assert [field for field in alike if getattr(digest.words, field) != "{label}: {value}"] == []


def test_marks_between_words_are_those_of_the_language() -> None:
    plain = text.render(_digest("ja"), THEME).content.decode()

    assert "公表日：2026年10月19日" in plain
    assert "記録1：見本市防災課" in plain
    assert [line for line in plain.splitlines() if ": " in line and "http" not in line] == []


@pytest.mark.parametrize(("name", "language"), [("ar", "fa"), ("ja", "ko")])
def test_words_without_a_catalogue_stay_english_and_are_marked(name: str, language: str) -> None:
    digest = _elsewhere(name, language)
    mail = Page(email.render(digest, THEME).content)
    headings = list(mail.root.iter("h2"))
    titles = [one for one in mail.root.iter("h3") if one.text in _titles(digest)]
    page = Page(web.render(digest, THEME).content)

    assert {(one.get("lang"), one.get("dir")) for one in headings} == {("en", "ltr")}
    assert {one.get("lang") for one in titles} == {language}
    assert len(titles) == len(_titles(digest))
    assert page.root.get("lang") == "en"
    assert {one.get("lang") for one in page.root.iter("h1")} == {language}


def _titles(digest: Digest) -> set[str]:
    return {one.title for one in digest.entries} | {one.title for one in digest.patterns}
