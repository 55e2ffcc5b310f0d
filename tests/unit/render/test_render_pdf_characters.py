import re
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from weasyprint import HTML

from digest.render.pdf.characters import (
    BREAK,
    breakable,
    clean,
    clean_tree,
    safe_link,
    showable,
    sparing,
)

#: Typesetting again what the tests of the engine have counted.
pytestmark = pytest.mark.no_cover


@pytest.mark.parametrize(
    ("raw", "set_"),
    [
        ("a\u2028b", "a b"),
        ("a\x0bb", "a b"),
        ("a\x00b", "a\ufffdb"),
        ("\ue000", "\ufffd"),
        ("\ufffe\U0010ffff", "\ufffd\ufffd"),
        ("tab\tline\nend", "tab\tline\nend"),
        ("\u200f\u200d\u0301", "\u200f\u200d\u0301"),
        ("👩\u200d🔬", "👩\u200d🔬"),
    ],
)
def test_what_no_font_can_show_is_replaced(raw: str, set_: str) -> None:
    assert showable(raw) == set_


@given(st.text())
def test_cleaning_twice_changes_nothing(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(st.text("a\u200b\u200c\u200e", min_size=200))
def test_signs_nobody_sees_are_cleaned_once(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@given(st.text(st.characters(exclude_categories=("Cc", "Cs", "Co", "Cn"))))
def test_breaks_are_all_that_is_added(text: str) -> None:
    plain = text.replace(BREAK, "").replace("\u2028", "").replace("\u2029", "")
    assert breakable(plain).replace(BREAK, "") == plain


def test_a_long_run_breaks_and_a_word_does_not() -> None:
    assert [len(part) for part in breakable("x" * 100).split(BREAK)] == [*[12] * 8, 4]
    assert breakable("Donaudampfschifffahrtsgesellschaft") == "Donaudampfschifffahrtsgesellschaft"


def test_an_accent_stays_with_its_letter() -> None:
    pieces = breakable("e\u0301" * 60).split(BREAK)
    assert len(pieces) > 1
    assert all(re.fullmatch("(e\u0301)+", piece) for piece in pieces)


@pytest.mark.parametrize("run", ["無" * 120, "ก" * 120, "한" * 120])
def test_scripts_without_spaces_break_by_themselves(run: str) -> None:
    assert breakable(run) == run


@pytest.mark.parametrize(
    ("raw", "set_"),
    [
        ("a\u200b" * 100, "a" * 100),
        ("\u2060b\u00ad" * 100, "\u2060" + "b" * 100),
        ("ab\u00ad" * 30 + " gate", "ab" * 30 + " gate"),
        ("to\u200b\u200b\u00adgether", "to\u200bgether"),
        ("a" + "\u200e\u200f" * 5000 + "b", "a" + "\u200e\u200f" * 8 + "b"),
        ("a" + "\u200c" * 17, "a" + "\u200c" * 16),
        ("\ufe0f\U000e0041\u202e" * 900, ("\ufe0f\U000e0041\u202e" * 6)[:16]),
    ],
)
def test_signs_nobody_sees_after_every_letter_are_taken_out(raw: str, set_: str) -> None:
    assert sparing(raw) == set_


@pytest.mark.parametrize(
    "text",
    [
        "Donau\u00addampf\u00adschiff\u00adfahrts\u00adgesell\u00adschaft",
        "ភាសា\u200bខ្មែរ\u200bជា\u200bភាសា\u200bកំណើត\u200bរបស់\u200bជនជាតិ\u200bខ្មែរ",
        "example.org/\u200bgates/\u200b2026/\u200bclosing-\u200btimes",
        "👩\u200d👩\u200d👧\u200d👦",
        "می\u200cخواهم",
        "\U0001f3f4\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    ],
)
def test_signs_that_writers_set_stay(text: str) -> None:
    assert sparing(text) == text


def test_letters_that_may_all_end_a_line_are_set_in_bearable_time() -> None:
    run = "a\u200b" * 1000 + "\u2060b\u00ad" * 1000
    page = HTML(string=f"<p style='width:120px;font-size:9px;hyphens:manual'>{run}</p>")
    clean_tree(page.etree_element)
    start = time.process_time()

    page.render()

    assert time.process_time() - start < 4


def test_a_very_long_text_is_cleaned_in_no_time() -> None:
    start = time.process_time()
    clean("x" * 1_000_000)
    assert time.process_time() - start < 2


@pytest.mark.parametrize(
    "url",
    [
        "https://example.org",
        "http://example.org/a?b=c&d#e",
        "HTTPS://EXAMPLE.ORG/",
        "mailto:desk@example.org",
        "#record-one",
    ],
)
def test_these_may_be_links(url: str) -> None:
    assert safe_link(url)


@pytest.mark.parametrize(
    "url",
    [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "data:text/html,x",
        "//example.org/x",
        "/relative",
        "page.html",
        "https://",
        "https:///x",
        "https://a@",
        "https://user@example.org/",
        "https://example.org\\@evil.example",
        "https://exa mple.org",
        " https://example.org",
        "https://example.org/\n",
        "mailto:",
        "#",
        "",
    ],
)
def test_these_may_not(url: str) -> None:
    assert not safe_link(url)


def _tree(markup: str) -> Any:
    return HTML(string=markup).etree_element


def test_a_tree_is_cleaned_where_it_is_read_and_nowhere_else() -> None:
    run = "y" * 50
    tree = _tree(
        f'<meta content="a&#xE000;{run}"><style>{run}</style>'
        f'<p class="{run}">{run}<a href="https://example.org/{run}">x</a>{run}</p>'
    )
    assert clean_tree(tree) == ()
    broken = BREAK.join(["y" * 12] * 4 + ["yy"])
    meta, style, p = tree.find("head/meta"), tree.find("head/style"), tree.find("body/p")
    assert (meta.get("content"), style.text) == (f"a\ufffd{run}", run)
    assert (p.get("class"), p.text, p[0].tail) == (run, broken, broken)
    assert p[0].get("href") == f"https://example.org/{run}"


def test_an_unsafe_link_keeps_its_text() -> None:
    tree = _tree('<p><a href="javascript:x">y</a><a>z</a></p>')
    assert clean_tree(tree) == ("javascript:x",)
    assert [(one.get("href"), one.text) for one in tree.iter("a")] == [(None, "y"), (None, "z")]
