import pytest

from digest.content.corpus import Content
from digest.content.publication import Fallback, Role
from digest.edition.compose import compose
from digest.edition.view import Reference
from support.builders import (
    ENGINEER,
    NEUTRAL,
    a_content,
    a_pattern,
    a_publication,
    a_record,
    an_edition,
)

PICKY = ENGINEER.model_copy(update={"when_no_takeaway": Fallback.OMIT})
RECORDS = (a_record("one", roles={"engineer": "Do."}), a_record("two"), a_record("three"))


def content_for(*roles: Role, **publication: object) -> Content:
    made = a_publication(roles=roles, **publication)
    return a_content(*RECORDS, publication=made, patterns=(a_pattern("one", "two"),))


def left_out(content: Content, role: Role, language: str = "en-US") -> tuple[Reference, ...]:
    digest = compose(content, content.newest(), role, language)
    return tuple(to for omission in digest.omissions for to in omission.references)


@pytest.mark.parametrize(
    ("site", "folder"),
    [
        ("https://sample.example.org", "https://sample.example.org/"),
        ("https://sample.example.org/", "https://sample.example.org/"),
        ("https://sample.example.org/a/b/", "https://sample.example.org/a/b/"),
        ("https://sample.example.org/a?b#c", "https://sample.example.org/a/"),
    ],
)
def test_a_digest_stands_below_the_site_in_the_folder_of_its_edition(
    site: str, folder: str
) -> None:
    content = content_for(NEUTRAL, ENGINEER, site_url=site)
    links = compose(content, content.newest(), ENGINEER, "en-US").links
    assert links.web == f"{folder}2026-11-03-sample/engineer.html"
    assert links.pdf == f"{folder}2026-11-03-sample/engineer.pdf"
    assert (links.site, links.method) == (site, "https://sample.example.org/method")


def test_a_further_language_has_its_own_stem_and_siblings() -> None:
    content = content_for(NEUTRAL, ENGINEER, languages=("de",))
    digest = compose(content, content.newest(), ENGINEER, "de")
    assert (digest.stem, digest.language, digest.content_language) == (
        "engineer.de",
        "de",
        "en-US",
    )
    assert digest.links.web.endswith("/engineer.de.html")
    assert [(one.stem, one.current) for one in digest.roles] == [
        ("executive.de", False),
        ("engineer.de", True),
    ]


def test_what_a_role_leaves_out_is_read_in_the_neutral_web_edition() -> None:
    references = left_out(content_for(PICKY, NEUTRAL), PICKY)
    assert [(to.number, to.anchor, to.where) for to in references] == [
        (2, None, "Executive edition"),
        (3, None, "Executive edition"),
    ]
    assert references[0].url == (
        "https://sample.example.org/2026-11-03-sample/executive.html#record-two"
    )


def test_it_is_read_in_the_language_of_the_digest() -> None:
    content = content_for(PICKY, NEUTRAL, languages=("de",))
    to = left_out(content, PICKY, "de")[0]
    assert to.url is not None
    assert "/executive.de.html#record-two" in to.url
    assert to.where == "Ausgabe Executive"


def test_another_role_stands_in_where_no_neutral_one_shows_the_record_on_the_web() -> None:
    short = NEUTRAL.model_copy(update={"limit": 2})
    printed = Role(id="board", title="Board", neutral=True, channels=("pdf",))
    seller = Role(id="seller", title="Seller")
    references = left_out(content_for(printed, PICKY, seller, short), PICKY)
    assert [to.where for to in references] == ["Executive edition", "Seller edition"]


def test_a_record_that_no_web_edition_shows_leads_to_its_source() -> None:
    to = left_out(content_for(PICKY), PICKY)[0]
    assert to.url == "https://two.example.org/report"
    assert to.where == "Original source"


def test_a_pattern_keeps_the_label_of_evidence_that_is_left_out() -> None:
    content = content_for(PICKY, NEUTRAL)
    evidence = compose(content, content.newest(), PICKY, "en-US").patterns[0].evidence
    assert [(to.label, to.anchor, to.url is None) for to in evidence] == [
        ("Organization of one", "record-one", True),
        ("Organization of two", None, False),
    ]


def test_a_role_is_linked_only_to_the_channels_it_has() -> None:
    content = content_for(NEUTRAL, ENGINEER.model_copy(update={"channels": ("email",)}))
    digest = compose(content, content.newest(), content.publication.roles[1], "en-US")
    assert [one.offers("web") for one in digest.roles] == [True, False]
    assert (digest.offers("email"), digest.offers("pdf")) == (True, False)


def test_the_edition_before_is_named_and_linked() -> None:
    before = an_edition(RECORDS[0], id="2026-10-20-sample", title="Before", dated="2026-10-20")
    content = a_content(*RECORDS, previous=before.id)
    content = content.model_copy(update={"editions": {**content.editions, before.id: before}})
    digest = compose(content, content.newest(), ENGINEER, "en-US")
    assert digest.masthead.previous == "Before, October 20, 2026"
    assert digest.links.previous == "https://sample.example.org/2026-10-20-sample/executive.html"
