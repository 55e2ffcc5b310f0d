import html
import re
from email import message_from_bytes, policy
from itertools import pairwise

import pytest
from hypothesis import given, settings
from lxml import etree
from lxml import html as parser

from digest.content.publication import Fallback
from digest.edition.compose import compose
from digest.edition.reader import Sample
from digest.edition.view import Digest
from digest.problems import DigestError, Severity
from digest.render.email import render
from digest.render.email.condense import HARD, SOFT
from digest.render.message import message
from digest.render.text import render as render_text
from digest.render.theme import Theme
from digest.render.web import render as render_web
from support.builders import a_content, a_pattern, a_publication, a_record
from support.many import many
from support.quick import quick_content
from support.readers import Reader, readers
from support.renderings import ROLES, coast, digest_of, golden
from support.samples import COAST
from support.strategies import Case, cases

THEME = Theme()
UTF8 = parser.HTMLParser(encoding="utf-8")

HOSTILE = (
    "p < 0.05 & R&D ]]> {{7*7}} <script>alert(1)</script> \" ' \\ é\u0301 \u00a0 👩\u200d🔬 -->"
)


def _mail(digest: Digest, theme: Theme = THEME) -> str:
    return render(digest, theme).content.decode("utf-8")


def _page(digest: Digest) -> etree._Element:
    return parser.document_fromstring(
        _mail(digest).encode(), parser=parser.HTMLParser(encoding="utf-8")
    )


def _said(digest: Digest) -> str:
    return " ".join(_page(digest).xpath("string(body)").split())


def _flat(text: str) -> str:
    return " ".join(text.split())


@pytest.mark.parametrize("role", ROLES)
def test_the_mail_is_the_one_that_is_kept(role: str) -> None:
    made = render(coast(role), THEME).content

    assert made == golden(f"mail/coast-{role}.email.html", made)


@pytest.mark.parametrize("role", ROLES)
def test_our_own_mail_has_no_problem(role: str) -> None:
    assert render(coast(role), THEME).problems == ()


@pytest.mark.parametrize("role", ROLES)
def test_every_word_of_a_record_arrives_literally(role: str) -> None:
    digest = coast(role)
    said = _said(digest)
    texts = [
        text
        for entry in digest.entries
        for text in (
            entry.title,
            entry.finding,
            entry.limitations.text,
            *(one.text for one in entry.paragraphs),
            *(item for one in entry.details + entry.warnings for item in one.items),
        )
    ]

    assert [text for text in texts if _flat(text) not in said] == []
    assert "p < 0.05" in said
    assert "silt at the sill & hinge" in said


def test_hostile_text_arrives_as_text_and_nothing_else() -> None:
    record = a_record(
        title=HOSTILE,
        organization=HOSTILE,
        finding=HOSTILE,
        caveats=HOSTILE,
        source_label=HOSTILE,
        roles={"engineer": HOSTILE},
        role_details={"engineer": {"unsupportedClaims": [HOSTILE], "x": HOSTILE}},
    )
    pattern = a_pattern("one", "two", title=HOSTILE, summary=HOSTILE, question=HOSTILE)
    content = a_content(record, a_record("two"), patterns=(pattern,), title=HOSTILE[:70])
    digest = digest_of(content, "engineer")
    page = _page(digest)

    assert _said(digest).count(_flat(HOSTILE)) >= 10
    assert not list(page.iter("script"))
    assert page.findtext(".//title") == digest.mail.subject
    assert page.xpath("string(body/div/@aria-label)") == digest.mail.subject


def test_the_takeaway_stands_before_the_finding_and_limits_behind_the_evidence() -> None:
    digest = coast("engineer")
    said = _said(digest)
    entry = digest.entries[0]
    assert entry.takeaway
    assert entry.evidence
    order = [entry.title, entry.takeaway.text, entry.finding, entry.evidence.text]
    places = [said.index(_flat(text)) for text in (*order, entry.limitations.text)]

    assert places == sorted(places)


def test_no_other_site_is_asked_for_anything() -> None:
    page = _page(coast())
    loaded = [
        one.get("src") or one.get("href")
        for one in page.iter("img", "link", "script", "iframe", "object")
    ]
    styles = "".join(one.text or "" for one in page.iter("style"))

    assert loaded == []
    assert "url(" not in _mail(coast())
    assert "http" not in styles


@pytest.mark.parametrize("role", ROLES)
def test_every_link_of_the_mail_stands_in_the_text_edition_too(role: str) -> None:
    digest = coast(role)
    text = render_text(digest, THEME).content.decode("utf-8")
    links = [one.get("href", "") for one in _page(digest).iter("a")]

    assert [link for link in links if link not in text] == []
    assert {digest.links.web, digest.links.pdf, digest.links.method} < set(links)
    assert {entry.source.url for entry in digest.entries} < set(links)
    assert {Sample.UNSUBSCRIBE.value, Sample.PREFERENCES.value} < set(links)


@pytest.mark.parametrize("built", [(), ("web",), ("pdf",)])
def test_channels_that_are_not_built_are_not_linked(built: tuple[str, ...]) -> None:
    digest = coast()
    roles = tuple(one.model_copy(update={"channels": ("email", *built)}) for one in digest.roles)
    mail = _mail(digest.model_copy(update={"roles": roles}))

    assert (digest.links.web in mail) is ("web" in built)
    assert (digest.links.pdf in mail) is ("pdf" in built)


def test_what_is_left_out_is_said_with_where_to_read_it() -> None:
    content = quick_content(COAST)
    planner = content.publication.role("planner")
    picky = planner.model_copy(update={"when_no_takeaway": Fallback.OMIT})
    digest = compose(content, content.newest(), picky, "en-GB")
    said = _said(digest)

    assert digest.omissions
    for omission in digest.omissions:
        assert omission.reason in said
        assert all(one.label in said for one in omission.references)


def test_the_reading_order_is_one_heading_after_the_other() -> None:
    levels = [int(str(one.tag)[1]) for one in _page(coast()).iter("h1", "h2", "h3", "h4")]

    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_a_right_to_left_mail_is_mirrored() -> None:
    mail = _mail(coast(direction="rtl", language="ar", content_language="ar"))

    assert 'dir="rtl"' in mail
    assert "border-right:3px solid" in mail
    assert "border-left:3px solid" not in mail
    assert "text-align:right" in mail
    assert 'class="tx" style="font-size:0px' in mail


def test_texts_of_another_language_are_marked() -> None:
    page = _page(coast(language="de", content_language="en-GB"))
    marked = {one.tag for one in page.iter() if one.get("lang") == "en-GB"}

    assert page.get("lang") == "de"
    assert {"h1", "h3", "p", "span", "a"} <= marked


@pytest.mark.parametrize("count", [50, 300])
def test_a_long_mail_is_shortened_says_so_and_names_every_record(count: int) -> None:
    content, edition = many(quick_content(COAST), count)
    digest = compose(content, edition, content.publication.role("engineer"), "en-GB")
    rendering = render(digest, THEME)
    said = _said(digest)

    assert len(rendering.content) < HARD
    assert [one.title for one in digest.entries if one.title not in said] == []
    assert any(one.severity is Severity.NOTE and one.code == "T17" for one in rendering.problems)
    assert "so that mail programs do not cut this mail off" in said or "Only named" in said
    assert len(rendering.content) <= SOFT or "T17" in {
        one.code for one in rendering.problems if one.severity is Severity.WARNING
    }


@pytest.mark.parametrize("built", [("email",), ("email", "pdf")])
def test_without_a_web_edition_what_is_shortened_leads_to_its_source(
    built: tuple[str, ...],
) -> None:
    content, edition = many(quick_content(COAST), 60)
    engineer = content.publication.role("engineer").model_copy(update={"channels": built})
    roles = (engineer, *(one for one in content.publication.roles if one.id != "engineer"))
    publication = content.publication.model_copy(update={"roles": roles})
    digest = compose(
        content.model_copy(update={"publication": publication}), edition, engineer, "en-GB"
    )
    words = digest.words.print_edition if "pdf" in built else digest.words.source
    links = {one.get("href") for one in _page(digest).iter("a")}

    assert digest.entries[-1].source.url in links
    assert f"In full: {words}." in _said(digest)


def test_what_is_shortened_keeps_its_limits_and_leads_to_the_whole() -> None:
    content, edition = many(quick_content(COAST), 40)
    digest = compose(content, edition, content.publication.role("engineer"), "en-GB")
    page = _page(digest)
    links = {one.get("href") for one in page.iter("a")}
    short = [one for one in page.iter("h3") if one.find("a") is not None]

    assert 10 <= len(short) < 40
    assert _said(digest).count(digest.entries[2].limitations.text) >= len(short) // 3
    assert {f"{digest.links.web}#{one.anchor}" for one in digest.entries[-5:]} <= links


def test_a_link_in_a_list_of_names_leads_to_its_record() -> None:
    digest = coast()
    page = parser.document_fromstring(render_web(digest, THEME).content, parser=UTF8)

    for entry in digest.entries:
        assert page.xpath(f"//*[@id='{entry.number}']/ancestor::article/@id") == [entry.anchor]


@pytest.mark.parametrize("role", readers("seeds", "coast"), ids="-".join)
def test_nothing_of_the_sample_is_condensed(role: Reader) -> None:
    rendering = render(role.digest, THEME)

    assert len(rendering.content) <= SOFT
    assert [one for one in rendering.problems if one.code == "T17"] == []


@pytest.mark.parametrize("role", readers(), ids="-".join)
def test_what_to_distrust_in_the_edition_stands_before_its_records(role: Reader) -> None:
    digest = role.digest
    said = _said(digest)

    assert digest.statistics.cautions
    for caution in (digest.words.distrust, *digest.statistics.cautions):
        assert 0 < said.index(caution) < said.index(_flat(digest.entries[0].finding))


def test_a_sample_in_a_record_is_refused() -> None:
    digest = coast(summary=f"Write to {Sample.UNSUBSCRIBE.value}")
    with pytest.raises(DigestError, match="M8"):
        render(digest, THEME)


def test_a_source_without_encryption_is_noted_with_its_record() -> None:
    digest = digest_of(a_content(a_record(source_url="http://one.example.org/")), "engineer")
    notes = [one for one in render(digest, THEME).problems if one.code == "T18"]

    assert [(one.severity, one.pointer) for one in notes] == [(Severity.NOTE, "one/sourceUrl")]
    assert notes[0].path is None


@pytest.mark.parametrize("accent", ["#ffee00", "#0000ff", "#777777", "#7a1f3d", "#ffffff"])
def test_any_accent_can_be_read_in_every_scheme(accent: str) -> None:
    digest = coast()
    look = digest.look.model_copy(update={"accent": accent})

    assert render(digest.model_copy(update={"look": look}), THEME).problems == ()


def test_many_classes_of_every_tone_can_be_read() -> None:
    publication = a_publication(
        evidence_classes=tuple(
            a_publication()
            .evidence_classes[0]
            .model_copy(update={"id": f"e{n}", "title": f"E{n}"})
            for n in range(6)
        )
    )
    records = [a_record(f"r{n}", evidence_class=f"e{n}") for n in range(6)]
    digest = digest_of(a_content(*records, publication=publication), "engineer")
    said = _said(digest)

    assert render(digest, THEME).problems == ()
    assert all(shape in said for shape in "●◐○◎◌")


def test_only_badges_that_fit_a_phone_stay_on_one_line() -> None:
    first = a_publication().evidence_classes[0]
    long = first.model_copy(update={"title": "Field measurement over several years and sites"})
    publication = a_publication(evidence_classes=(long, *a_publication().evidence_classes[1:]))
    mail = _mail(digest_of(a_content(a_record("one"), publication=publication), "engineer"))
    badges = [one for one in mail.split('<span class="')[1:] if "border-radius" in one]
    broken = [long.title in one for one in badges if "white-space:nowrap" not in one]

    assert set(broken) == {True}
    assert len(badges) > len(broken)


def test_the_output_is_made_of_what_mail_clients_bear() -> None:
    mail = _mail(coast())

    assert mail.count("<!--[if") == mail.count("<![endif]-->")
    assert not re.search(r"<(script|form|iframe|svg|link)\b", mail)
    assert html.unescape(mail).count("\\u{") == 0


@settings(max_examples=30)
@given(cases())
def test_any_valid_edition_becomes_a_mail(case: Case) -> None:
    digest = compose(case.content, case.edition, case.role, case.language)
    rendering = render(digest, THEME)
    page = parser.document_fromstring(rendering.content, parser=UTF8)
    raw = message(digest, rendering.content, render_text(digest, THEME).content)
    mail = message_from_bytes(raw, policy=policy.default)

    assert len(rendering.content) < HARD
    assert all(_flat(one.title) in _flat(page.text_content()) for one in digest.entries)
    assert mail["Subject"] == digest.mail.subject
    assert [part.get_content_type() for part in mail.iter_parts()] == ["text/plain", "text/html"]
    assert all(len(line) <= 76 for line in raw.split(b"\r\n"))
