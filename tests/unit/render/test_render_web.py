import base64
import hashlib
import re
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given, settings

from digest.content.publication import Fallback, Role
from digest.edition.compose import compose
from digest.edition.view import Digest, Entry
from digest.render import text, web
from digest.render.theme import Theme
from support.builders import a_content, a_pattern, a_publication, a_record
from support.pages import Page
from support.renderings import ROLES, coast, digest_of, golden
from support.strategies import HOSTILE, Case, cases

THEME = Theme()
COAST = coast()


def _page(digest: Digest) -> Page:
    return Page(web.render(digest, THEME).content)


def _said(entry: Entry) -> list[str]:
    takeaway = [entry.takeaway.heading, entry.takeaway.text] if entry.takeaway else []
    paragraphs = [part for one in entry.paragraphs for part in (one.label, one.text)]
    warnings = [part for one in entry.warnings for part in (one.label, *one.items)]
    details = [part for one in entry.details for part in (one.label, *one.items)]
    return [
        entry.title,
        *(badge.text for badge in entry.badges),
        entry.organization,
        *takeaway,
        entry.finding,
        *paragraphs,
        *warnings,
        *details,
        entry.source.label,
        entry.source.printed,
    ]


def _flat(value: str) -> str:
    return " ".join(value.split())


@pytest.mark.parametrize("role", ROLES)
def test_the_page_is_the_one_that_is_kept(role: str) -> None:
    made = web.render(coast(role), THEME).content
    assert made == golden(f"web/coast-{role}.html", made)


def test_everything_a_record_says_stands_in_its_entry_in_order() -> None:
    page = _page(COAST)
    for entry in COAST.entries:
        made, at = _flat(str(page.at(entry.anchor).text_content())), 0
        for said in _said(entry):
            at = made.index(_flat(said), at)


def test_limits_are_never_folded_nor_is_what_must_not_be_claimed() -> None:
    page = _page(COAST)
    folded = [_flat(str(one.text_content())) for one in page.root.iter("details")]
    assert any("A flushing line" in one for one in folded)
    for entry in COAST.entries:
        said = [entry.limitations.text, *(item for one in entry.warnings for item in one.items)]
        assert not any(_flat(each) in fold for each in said for fold in folded)


def test_limits_follow_the_evidence_in_the_same_list() -> None:
    labels = [
        str(one.text_content()) for one in _page(COAST).at(COAST.entries[0].anchor).iter("dt")
    ]
    assert labels.index("Limitations") == labels.index("Evidence") + 1


@pytest.mark.parametrize("role", ROLES)
def test_every_anchor_is_there_once_and_every_fragment_leads_to_one(role: str) -> None:
    digest = coast(role)
    page = _page(digest)
    assert set(page.ids.values()) == {1}
    anchors = [one.anchor for one in digest.entries] + [one.anchor for one in digest.patterns]
    assert set(anchors) <= page.ids.keys()
    targets = re.findall(r'href="#([^"]*)"', page.source)
    assert targets
    assert set(targets) <= page.ids.keys()


def test_the_evidence_of_a_pattern_leads_to_its_records_and_back() -> None:
    page = _page(COAST)
    (pattern,) = COAST.patterns
    links = [one.attrib["href"] for one in page.at(pattern.anchor).iter("a")]
    assert links[1:] == [f"#{one.anchor}" for one in pattern.evidence]
    back = [one.attrib["href"] for one in page.at(COAST.entries[0].anchor).iter("a")]
    assert f"#{pattern.anchor}" in back


@pytest.mark.parametrize("role", ROLES)
def test_headings_go_down_one_step_at_a_time(role: str) -> None:
    levels = _page(coast(role)).headings
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_landmarks_and_names_are_there() -> None:
    page = _page(COAST)
    assert [page.tags[one] for one in ("header", "main", "footer", "title", "h1")] == [1] * 5
    navs = [one.attrib["aria-label"] for one in page.root.iter("nav")]
    assert navs == ["Choose a role", "Contents"]
    for one in page.root.iter("section", "article"):
        assert page.ids[one.attrib["aria-labelledby"]] == 1
    assert page.links[0] == "#content"
    assert page.root.attrib["lang"] == "en-GB"
    assert page.root.attrib["dir"] == "ltr"


def test_nothing_is_loaded_run_or_submitted() -> None:
    page = _page(COAST)
    quiet = {"script", "img", "iframe", "object", "embed", "form", "input", "video", "audio"}
    assert not quiet & page.tags.keys()
    assert all(not re.search(r"\s(?:src|srcset|style|on\w+)=", tag) for tag in _tags(page.source))
    assert {one.attrib["rel"] for one in page.root.iter("link")} == {
        *("canonical", "alternate", "icon"),
    }
    assert "url(" not in page.source
    assert "@import" not in page.source


def _tags(source: str) -> list[str]:
    return re.findall(r"<[a-z][^>]*>", source)


def test_the_policy_allows_the_one_style_sheet_and_nothing_else() -> None:
    page = _page(COAST)
    (sheet,) = page.root.iter("style")
    hashed = base64.b64encode(hashlib.sha256((sheet.text or "").encode()).digest()).decode()
    (policy,) = re.findall(r'Content-Security-Policy" content="([^"]*)"', page.source)
    assert policy.startswith("default-src &#39;none&#39;; style-src &#39;sha256-")
    assert f"sha256-{hashed}&#39;" in policy
    assert "unsafe" not in policy


def test_a_sheet_cannot_end_its_element() -> None:
    style = web.page_style(COAST, THEME)
    assert "</" not in style.sheet


def test_roles_are_a_row_of_siblings_with_the_current_one_marked() -> None:
    page = _page(COAST)
    (nav,) = (one for one in page.root.iter("nav") if one.get("class") == "roles")
    row = [(one.attrib["href"], one.get("aria-current")) for one in nav.iter("a")]
    assert row == [
        ("executive.html", None),
        ("planner.html", None),
        ("engineer.html", "page"),
    ]


def test_links_lead_only_to_what_is_built() -> None:
    roles = tuple(
        one.model_copy(update={"channels": ("web",) if one.current else ("pdf",)})
        for one in COAST.roles
    )
    links = _page(COAST.model_copy(update={"roles": roles})).links
    assert not {"engineer.pdf", "engineer.txt", "executive.html", "planner.html"} & set(links)
    assert {"engineer.pdf", "executive.html"} < set(_page(COAST).links)


def test_no_public_page_leads_to_a_readers_own_links() -> None:
    assert not [link for link in _page(COAST).links if link.endswith((".txt", ".eml"))]


def test_no_address_is_personal() -> None:
    source = _page(COAST).source
    for personal in (COAST.mail.unsubscribe_url, COAST.mail.preferences_url):
        assert personal not in source
    assert COAST.mail.reader_name not in source


def test_what_machines_read_is_there() -> None:
    page = _page(COAST)
    meta = {
        one.get("property") or one.get("name"): one.get("content")
        for one in page.root.iter("meta")
    }
    assert meta["og:title"] == "Barriers and gates – Engineer edition"
    assert meta["og:url"] == COAST.links.web
    assert meta["description"] == COAST.mail.preheader
    assert meta["article:published_time"] == "2026-05-04"
    assert meta["referrer"] == "no-referrer"
    links = {one.attrib["rel"]: one.attrib for one in page.root.iter("link")}
    assert links["canonical"]["href"] == COAST.links.web
    assert links["alternate"]["type"] == "application/atom+xml"
    assert links["alternate"]["href"] == "https://coast.example.org/feed.xml"
    assert all(one.get("datetime") for one in page.root.iter("time"))


def test_colours_come_for_both_schemes_and_the_dark_one_never_prints() -> None:
    sheet = web.page_style(COAST, THEME).sheet
    light, dark = THEME.style(COAST).light, THEME.style(COAST).dark
    assert f":root{{{light.declarations}" in sheet
    assert (
        f"@media screen and (prefers-color-scheme:dark){{:root{{{dark.declarations}}}}}" in sheet
    )
    assert not re.search(r"#[0-9a-f]{3,6}\b", THEME.sheet("web.css"))


def test_sides_are_named_by_reading_direction_not_by_hand() -> None:
    sheet = re.sub(r"\[dir=rtl\][^}]*}", "", THEME.sheet("web.css"))
    assert not re.search(r"(?:margin|padding|border|inset)?-?(?:left|right)\b", sheet)


def test_a_page_from_right_to_left_says_so() -> None:
    words = COAST.words.model_copy(update={"language": "ar"})
    arabic = {"direction": "rtl", "language": "ar", "words": words}
    page = _page(COAST.model_copy(update=arabic))
    assert (page.root.attrib["lang"], page.root.attrib["dir"]) == ("ar", "rtl")


def test_every_shape_is_drawn_and_none_is_missing() -> None:
    page = _page(COAST)
    shapes = {"filled", "half", "open", "ring", "dotted", "good", "mixed", "caution", "early"}
    assert {one.attrib["id"] for one in page.root.iter("symbol")} == {f"shape-{o}" for o in shapes}


def test_figures_stand_in_words_and_bars_follow_them() -> None:
    page = _page(COAST)
    assert "Evidence records 3 Cross-source patterns 1 Research completed 4 May 2026" in page.text
    bars = [one.attrib["width"] for one in page.root.iter("rect")]
    assert bars == ["33.3%"] * 9


def test_what_is_left_out_is_said_with_a_link_to_it() -> None:
    role = Role(id="engineer", title="Engineer", limit=1, when_no_takeaway=Fallback.OMIT)
    neutral = Role(id="executive", title="Executive", neutral=True)
    publication = a_publication(roles=(neutral, role))
    said = {"roles": {"engineer": "Act."}}
    records = a_record("one", **said), a_record("two"), a_record("three", **said)
    pattern = a_pattern("one", "two")
    content = a_content(*records, publication=publication, patterns=(pattern,))
    digest = digest_of(content, "engineer")
    page = _page(digest)
    (section,) = (one for one in page.root.iter("section") if one.get("class") == "omissions")
    links = [one.attrib["href"] for one in section.iter("a")]
    left = [one for omission in digest.omissions for one in omission.references]
    assert links == [one.url for one in left]
    where = f"{digest.words.read_in}: Executive edition"
    assert page.text.count(where) == 3
    assert page.text.count(f"{digest.words.not_in_this_digest}. {where}") == 1
    assert "#omissions" in page.links


def test_an_edition_without_records_has_no_empty_sections() -> None:
    page = _page(digest_of(a_content(), "engineer"))
    assert not {"ledger", "patterns", "versions", "glossary", "omissions"} & page.ids.keys()
    assert "Evidence records 0" in page.text


def test_three_hundred_records_all_arrive_in_order() -> None:
    records = [a_record(f"r{number}") for number in range(300)]
    page = _page(digest_of(a_content(*records), "engineer"))
    titles = [str(one.text_content()) for one in page.root.iter("article")]
    assert [f"Title of r{number}" in title for number, title in enumerate(titles)] == [True] * 300


def _everywhere(claim: str) -> Digest:
    details = {"unsupportedClaims": [claim], "steps": [claim, claim], "single": claim}
    record = a_record(
        title=claim,
        organization=claim,
        geography=claim,
        finding=claim,
        caveats=claim,
        evidence=claim,
        sled_relevance=claim,
        source_label=claim,
        source_name=claim + "!",
        enrichment_basis=claim,
        version=claim,
        roles={"engineer": claim},
        role_details={"engineer": details},
    )
    pattern = a_pattern("one", "two", title=claim, summary=claim, question=claim)
    role = Role(id="engineer", title=claim, intro=claim)
    publication = a_publication(title=claim, publisher=claim, postal_address=claim, roles=(role,))
    content = a_content(
        record, a_record("two"), publication=publication, patterns=(pattern,), title=claim
    )
    return digest_of(content, "engineer")


@pytest.mark.parametrize(
    "claim",
    [
        *HOSTILE,
        '" onmouseover="alert(1)',
        "</style></title></svg><img src=https://example.org/x onerror=alert(1)>",
        "<!-- ]]> --> &lt; &amp;lt; &#60;",
        "{{ digest.look }} {# gone #} {% include 'x' %}",
        "javascript:alert(1)",
    ],
)
def test_hostile_text_arrives_as_text_and_adds_no_element(claim: str) -> None:
    digest = _everywhere(claim)
    page, plain = _page(digest), _page(_everywhere("plain words"))
    assert page.tags == plain.tags
    assert _names(page) == _names(plain)
    for entry in digest.entries:
        made = _flat(str(page.at(entry.anchor).text_content()))
        assert all(_flat(said) in made for said in _said(entry))
    title = page.root.findtext("head/title") or ""
    assert _flat(digest.masthead.title) in _flat(title)


def _names(page: Page) -> Counter[str]:
    return Counter(str(name) for one in page.elements for name in one.attrib)


def test_the_page_and_the_text_say_the_same_in_the_same_order() -> None:
    page = _page(COAST).text
    plain = _flat(text.render(COAST, THEME).content.decode())
    for said in (page, plain):
        places = [said.index(_flat(one.limitations.text)) for one in COAST.entries]
        assert places == sorted(places)
    for entry in COAST.entries:
        assert entry.source.url in plain
        assert _flat(entry.finding) in page
        assert _flat(entry.finding) in plain
    links = _page(COAST).links
    assert [one for one in links if one in {e.source.url for e in COAST.entries}] == [
        entry.source.url for entry in COAST.entries
    ]


@settings(max_examples=60)
@given(cases())
def test_any_digest_becomes_a_page_that_loses_nothing(case: Case) -> None:
    digest = compose(case.content, case.edition, case.role, case.language)
    page = _page(digest)
    assert set(page.ids.values()) == {1}
    for entry in digest.entries:
        made = _flat(str(page.at(entry.anchor).text_content()))
        assert all(_flat(said) in made for said in _said(entry))
    for pattern in digest.patterns:
        made = _flat(str(page.at(pattern.anchor).text_content()))
        assert _flat(pattern.question) in made
