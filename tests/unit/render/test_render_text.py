import re
from datetime import date

import pytest
from hypothesis import given, settings

from digest.content.publication import Fallback, Freshness, Role
from digest.edition.compose import compose
from digest.edition.view import Digest, Entry
from digest.render import text
from digest.render.theme import Theme
from digest.render.wrap import columns
from support.builders import a_content, a_pattern, a_publication, a_record
from support.renderings import ROLES, coast, digest_of, golden
from support.strategies import Case, cases

THEME = Theme()
COAST = coast()


def _text(digest: Digest) -> str:
    return text.render(digest, THEME).content.decode("utf-8")


def _flat(value: str) -> str:
    return " ".join(value.split())


def _naked(value: str) -> str:
    return "".join(value.split())


def _hostile(claim: str) -> Digest:
    record = a_record(
        title=claim,
        organization=claim,
        finding=claim,
        caveats=claim,
        evidence=claim,
        roles={"engineer": claim},
        role_details={"engineer": {"unsupportedClaims": [claim], "steps": [claim], "x": claim}},
    )
    other = a_record("two")
    pattern = a_pattern("one", "two", title=claim, summary=claim, question=claim)
    return digest_of(a_content(record, other, patterns=(pattern,)), "engineer")


@pytest.mark.parametrize("role", ROLES)
def test_the_text_is_the_one_that_is_kept(role: str) -> None:
    made = text.render(coast(role), THEME).content
    assert made == golden(f"text/coast-{role}.txt", made)


@pytest.mark.parametrize("role", ROLES)
def test_lines_fit_but_for_addresses(role: str) -> None:
    lines = _text(coast(role)).splitlines()
    assert all(columns(line) <= 72 or "https://" in line for line in lines)
    assert all(line == line.rstrip() for line in lines)


def test_it_ends_with_one_newline_and_has_no_gap_of_more_than_two_lines() -> None:
    made = _text(COAST)
    assert made[-1] == "\n" != made[-2]
    assert "\n\n\n\n" not in made
    assert "\r" not in made


def test_everything_a_record_says_is_there_in_order() -> None:
    made = _flat(_text(COAST))
    for entry in COAST.entries:
        at = made.index(f"{entry.number}. {entry.title} [{entry.evidence_class.text}]")
        for said in _said(entry):
            at = made.index(_flat(said), at)


def _said(entry: Entry) -> list[str]:
    takeaway = [entry.takeaway.heading, entry.takeaway.text] if entry.takeaway else []
    details = [item for one in (*entry.warnings, *entry.details) for item in one.items]
    paragraphs = [part for one in entry.paragraphs for part in (one.label, one.text)]
    return [
        *(f"[{badge.text}]" for badge in entry.badges),
        entry.organization,
        *takeaway,
        entry.finding,
        *paragraphs,
        *details,
        entry.source.label,
        entry.source.url,
    ]


def test_the_takeaway_comes_before_the_finding_and_limits_before_the_role_fields() -> None:
    entry = _text(COAST).partition("1. Closing times")[2]
    order = ["What this means for Engineer", "Finding", "Limitations", "Architecture", "Source"]
    places = [entry.index(f"\n   {label}\n") for label in order]
    assert places == sorted(places)


def test_a_neutral_digest_has_no_takeaway() -> None:
    assert "What this means" not in _text(coast("executive"))


def test_what_must_not_be_claimed_is_a_warning_in_capitals() -> None:
    assert "\n   DO NOT CLAIM\n      - That coating alone restores" in _text(COAST)


def test_literal_strings_arrive_unbroken() -> None:
    made = _text(COAST)
    assert "p < 0.05" in made
    assert "sill & hinge" in made


def test_patterns_set_their_question_apart_and_name_their_records() -> None:
    made = _text(COAST)
    assert "\n   Operating question\n      Which of our gates" in made
    assert "\n      - Record 1: Example Estuary Board\n        Closing times at one" in made
    assert "\n   Cited in: Pattern 1\n" in made


def test_every_address_stands_alone_on_its_line() -> None:
    lines = [line.strip() for line in _text(COAST).splitlines() if "https://" in line]
    assert all(re.fullmatch(r"https://\S+", line) for line in lines)
    expected = {entry.source.url for entry in COAST.entries}
    expected |= {COAST.links.web, COAST.links.pdf, COAST.links.method, COAST.links.site}
    expected |= {COAST.mail.unsubscribe_url, COAST.mail.preferences_url}
    assert set(lines) == expected


def test_links_lead_only_to_what_is_built() -> None:
    roles = tuple(one.model_copy(update={"channels": ("email", "text")}) for one in COAST.roles)
    made = _text(COAST.model_copy(update={"roles": roles}))
    assert COAST.links.pdf not in made
    assert COAST.links.web not in made


def test_the_end_says_why_and_how_to_leave() -> None:
    end = _flat(_text(COAST).rpartition("About this digest\n---")[2])
    assert _flat(COAST.mail.why_you_get_this) in end
    assert _flat(COAST.mail.postal_address) in end
    assert f"Unsubscribe {COAST.mail.unsubscribe_url}" in end


def test_what_is_left_out_is_said_with_where_to_read_it() -> None:
    role = Role(id="engineer", title="Engineer", limit=1, when_no_takeaway=Fallback.OMIT)
    neutral = Role(id="executive", title="Executive", neutral=True)
    publication = a_publication(roles=(neutral, role))
    said = {"roles": {"engineer": "Act."}}
    records = a_record("one", **said), a_record("two"), a_record("three", **said)
    made = _text(digest_of(a_content(*records, publication=publication), "engineer"))
    assert "Left out of this digest\n---" in made
    assert "      - Record 2: Organization of two\n        Title of two\n" in made
    assert "executive.html#record-two" in made
    assert "executive.html#record-three" in made


def test_a_previous_edition_is_linked() -> None:
    links = COAST.links.model_copy(update={"previous": "https://coast.example.org/p.html"})
    head = COAST.masthead.model_copy(update={"previous": "Before, 1 April 2026"})
    made = _text(COAST.model_copy(update={"links": links, "masthead": head}))
    assert "Previous edition: Before, 1 April 2026\n      https://coast.example.org/p.html" in made


def test_an_edition_without_records_still_says_so() -> None:
    made = _text(digest_of(a_content(), "engineer"))
    assert "Evidence records: 0" in made
    assert "Evidence ledger" not in made


def test_three_hundred_records_all_arrive() -> None:
    records = [a_record(f"r{number}") for number in range(300)]
    made = _text(digest_of(a_content(*records), "engineer"))
    assert "\n300. Title of r299\n" in made
    assert all(f"Limits of r{number}." in made for number in range(300))


def test_an_older_record_shows_its_month_in_the_badge() -> None:
    rules = (Freshness(id="old", title="Old", badge="Since {month}"),)
    record = a_record(publication_date=date(2026, 4, 7))
    publication = a_publication(freshness=rules)
    made = _text(digest_of(a_content(record, publication=publication), "engineer"))
    assert "[Since Apr 2026]" in made


@pytest.mark.parametrize(
    "claim",
    [
        "1. Another record\n\n   Limitations\n      None at all.",
        "----------\nEvidence ledger\n---------------",
        "x\u2028   Limitations\u2028      none",
        "- a list\n- of claims",
        "From the desk\n.\n.",
        "{{ 7 * 7 }} {% raw %} <b>&amp;</b> ]]>",
        "\u202eevil",
    ],
)
def test_no_record_can_pass_for_structure(claim: str) -> None:
    made = _text(_hostile(claim)).split("\n")
    edge = [line for line in made if line[:1].strip() and not set(line) <= {"-"}]
    plain = _text(_hostile("harmless")).split("\n")
    assert len(edge) == len(
        [line for line in plain if line[:1].strip() and not set(line) <= {"-"}]
    )
    labels = {line for line in made if re.match(r"   \S", line)}
    assert "   Limitations" in labels
    assert made.count("   Limitations") == 2


@settings(max_examples=60)
@given(cases())
def test_any_digest_becomes_text_that_loses_nothing(case: Case) -> None:
    digest = compose(case.content, case.edition, case.role, case.language)
    made = _text(digest)
    assert made[-1] == "\n" != made[-2]
    naked = _naked(made)
    for entry in digest.entries:
        assert all(_naked(said) in naked for said in _said(entry))
    for pattern in digest.patterns:
        assert _naked(pattern.summary) in naked
        assert _naked(pattern.question) in naked
