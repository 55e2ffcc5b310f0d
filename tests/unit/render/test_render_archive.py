"""The archive page: all editions, one file, nothing to load."""

import re
from pathlib import Path
from typing import Any

import pytest

from digest.edition.archive import Shelved
from digest.problems import DigestError
from digest.render.archive import page
from digest.render.mark import marked
from digest.render.theme import Theme
from support.archives import FILES, dated, listing, sample_archive, shelved
from support.pages import Page
from support.pictures import FAINT, logo
from support.renderings import coast, golden

THEME = Theme()


def _page(*editions: Shelved, **changes: Any) -> Page:
    return Page(page(sample_archive(*editions, **changes), THEME))


def _own(folder: Path, **templates: str) -> Theme:
    for name, text in templates.items():
        path = folder / "templates" / "web" / f"{name}.html"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Theme(folder)


def test_the_page_is_the_one_that_is_kept() -> None:
    made = page(sample_archive(), THEME)
    plain = re.sub(rb"<style>.*</style>", b"<style></style>", made, flags=re.DOTALL)
    plain = re.sub(rb"sha256-[^;]*;", b"sha256-;", plain)

    assert plain == golden("site/index.html", plain)


def test_every_edition_is_there_newest_first_with_its_roles() -> None:
    made = _page(dated("2026-05-04"), dated("2026-08-03"))
    first, second = made.root.iter("article")

    assert [one.attrib["datetime"] for one in made.root.iter("time")] == [
        "2026-08-03",
        "2026-05-04",
    ]
    assert [one.attrib["href"] for one in first.iter("a")] == [
        "2026-08-03-barriers/executive.html",
        *(
            f"2026-08-03-barriers/{role}.{suffix}"
            for role in ("executive", "planner", "engineer")
            for suffix in ("html", "pdf")
        ),
    ]
    assert coast("executive").summary in made.text
    assert str(second.text_content()).count("PDF") == 3


def test_links_say_where_they_go() -> None:
    (article,) = _page(shelved()).root.iter("article")
    names = [" ".join(str(one.text_content()).split()) for one in article.iter("a")]

    assert names == [
        "Barriers and gates",
        *("Executive", "Executive PDF", "Planner", "Planner PDF", "Engineer", "Engineer PDF"),
    ]


def test_the_feeds_are_linked_for_people_and_for_programs() -> None:
    made = _page()
    links = {one.get("type"): one.get("href") for one in made.root.iter("link")}

    assert (links["application/atom+xml"], links["application/feed+json"]) == (
        "feed.xml",
        "feed.json",
    )
    assert {"feed.xml", "feed.json"} <= set(made.links)


def test_the_streams_are_named_when_there_are_several() -> None:
    other = shelved("one", listing(stream="Sluices and weirs"))

    assert "Barriers and gates ·" not in _page(shelved()).text
    text = _page(shelved(), other).text
    assert "Barriers and gates · 3 records" in text
    assert "Sluices and weirs · 3 records" in text


def test_a_role_in_print_alone_is_named() -> None:
    (article,) = _page(shelved(files={"planner.pdf": 3})).root.iter("article")

    assert [one.attrib["href"] for one in article.iter("a")] == [
        "2026-05-04-barriers/planner.pdf"
    ] * 2
    assert not [one for one in article.iter("span") if one.get("class") == "whose"]


def test_a_translation_says_its_language() -> None:
    german = coast("executive").model_copy(update={"stem": "executive.de", "language": "de"})
    files = FILES | {"executive.de.html": 7}
    made = _page(shelved("one", listing(), files, listing(german)))

    (link,) = (one for one in made.root.iter("a") if one.get("hreflang") == "de")
    assert (link.text, link.get("href")) == ("Ausgabe Executive", "one/executive.de.html")


def test_the_page_loads_nothing_and_leads_to_no_readers_own_file() -> None:
    made = _page()

    assert not {"script", "iframe", "form", "object"} & made.tags.keys()
    assert not [link for link in made.links if re.search(r"\.(txt|eml|json)$", link)][1:]
    assert set(made.ids.values()) == {1}


def test_hostile_names_stay_text() -> None:
    claim = "<script>alert(1)</script> & {{ 7*7 }}"
    made = _page(shelved("one", listing(title=claim)), title=claim, publisher=claim)

    assert "script" not in made.tags
    assert made.text.count("{{ 7*7 }}") == 4


def test_the_logo_decorates_the_name(tmp_path: Path) -> None:
    (tmp_path / "logo.png").write_bytes(logo(mode="RGBA", colour=FAINT))
    look = sample_archive().look.model_copy(update={"logo": "logo.png"})
    archive = sample_archive().model_copy(update={"look": look})

    made = Page(page(archive, Theme(tmp_path)))

    (image,) = made.root.iter("img")
    assert image.attrib["src"].startswith("data:image/png;base64,")
    assert (image.attrib["alt"], image.attrib["class"]) == ("", "logo backed")


def test_a_theme_replaces_a_part_and_cannot_lose_the_mark(tmp_path: Path) -> None:
    theme = _own(
        tmp_path,
        archive='{% extends "default:web/archive.html" %}'
        "{% block foot %}Printed copies: ask at the desk.{% endblock %}",
    )

    made = page(sample_archive(), theme)

    assert "ask at the desk" in Page(made).text
    assert marked(made) == "coast"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("{{ archive.no_such_field }}", "H003"),
        ('<html lang="en"><title>x</title><main><h1>x</h1><img src="a.png"></main>', "W001"),
        ("{{ digest.summary }}", "H003"),
    ],
)
def test_a_theme_at_fault_is_named(text: str, code: str, tmp_path: Path) -> None:
    with pytest.raises(DigestError, match=code):
        page(sample_archive(), _own(tmp_path, archive=text))
