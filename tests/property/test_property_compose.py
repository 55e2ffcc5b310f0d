"""What holds of the digest of any valid publication, for any role, in any language."""

import pickle
import re
import unicodedata
from collections import Counter
from collections.abc import Callable
from datetime import timedelta

import pytest
from hypothesis import given, settings

from digest.content.publication import Fallback, Publication
from digest.content.records import Record
from digest.edition.compose import compose
from digest.edition.view import Digest, Reference, Tally
from support.strategies import Case, cases, mark

ANY = settings(max_examples=60)


def digest_of(case: Case) -> Digest:
    return compose(case.content, case.edition, case.role, case.language)


def ledger(case: Case) -> list[Record]:
    return [case.content.records[one] for one in case.edition.records]


def counted(tallies: tuple[Tally, ...]) -> dict[str, int]:
    return {tally.badge.id: tally.count for tally in tallies}


def references(digest: Digest) -> list[Reference]:
    cited = [one for pattern in digest.patterns for one in pattern.evidence]
    return cited + [one for omission in digest.omissions for one in omission.references]


def order_of_files_does_not_matter(case: Case) -> None:
    backwards = dict(reversed(case.content.records.items()))
    content = case.content.model_copy(update={"records": backwards})
    assert digest_of(case) == compose(content, case.edition, case.role, case.language)


def figures_equal_a_recount(case: Case) -> None:
    figures, records = digest_of(case).statistics, ledger(case)
    assert figures.records == len(records)
    assert figures.patterns == len(case.edition.patterns)
    assert counted(figures.evidence) == Counter(one.evidence_class for one in records)
    assert counted(figures.outcomes) == Counter(one.outcome_class for one in records)
    assert counted(figures.freshness) == Counter(
        freshness(one, case.content.publication, case) for one in records
    )
    for tallies in (figures.evidence, figures.outcomes, figures.freshness):
        assert sum(tally.count for tally in tallies) == len(records)
        assert not tallies or abs(sum(tally.share for tally in tallies) - 1) < 1e-9


def freshness(record: Record, publication: Publication, case: Case) -> str:
    for rule in publication.freshness:
        if rule.within_days is not None:
            earliest = case.edition.dated - timedelta(days=rule.within_days)
            if record.publication_date >= earliest:
                return rule.id
    return "rest" if any(rule.id == "rest" for rule in publication.freshness) else ""


def figures_stand_in_vocabulary_order_and_are_the_same_for_every_role(case: Case) -> None:
    publication = case.content.publication
    figures = digest_of(case).statistics
    for tallies, vocabulary in (
        (figures.evidence, publication.evidence_classes),
        (figures.outcomes, publication.outcome_classes),
    ):
        order = [one.id for one in vocabulary]
        places = [order.index(tally.badge.id) for tally in tallies]
        assert places == sorted(places)
    for role in publication.roles:
        assert compose(case.content, case.edition, role, case.language).statistics == figures


def strength_of_a_pattern_equals_a_recount(case: Case) -> None:
    for pattern, view in zip(case.edition.patterns, digest_of(case).patterns, strict=True):
        cited = [case.content.records[one] for one in pattern.evidence]
        strength = view.strength
        assert [case.edition.records[one.number - 1] for one in view.evidence] == list(
            pattern.evidence
        )
        assert strength.records == len(cited) == len(view.evidence)
        assert strength.sources == len({one.source_url for one in cited})
        assert strength.organizations <= len({one.organization for one in cited})
        assert counted(strength.evidence) == Counter(one.evidence_class for one in cited)
        assert counted(strength.outcomes) == Counter(one.outcome_class for one in cited)
        assert strength.newest.iso == max(one.publication_date for one in cited)
        assert strength.oldest.iso == min(one.publication_date for one in cited)


def every_record_is_shown_or_accounted_for_exactly_once(case: Case) -> None:
    digest = digest_of(case)
    shown = [(entry.number, entry.id) for entry in digest.entries]
    omitted = [one.number for omission in digest.omissions for one in omission.references]
    assert sorted([number for number, _ in shown] + omitted) == list(
        range(1, len(case.edition.records) + 1)
    )
    assert all(case.edition.records[number - 1] == name for number, name in shown)
    assert shown == sorted(shown)


def limit_and_missing_takeaways_choose_what_is_shown(case: Case) -> None:
    role, wanted = case.role, ledger(case)
    if role.when_no_takeaway is Fallback.OMIT and not role.neutral:
        wanted = [record for record in wanted if role.id in record.roles]
    if role.limit is not None:
        wanted = wanted[: role.limit]
    assert [entry.id for entry in digest_of(case).entries] == [record.id for record in wanted]


def every_reference_leads_somewhere(case: Case) -> None:
    digest = digest_of(case)
    entries = {entry.anchor: entry for entry in digest.entries}
    patterns = {pattern.anchor: pattern for pattern in digest.patterns}
    for reference in references(digest):
        if reference.anchor is None:
            assert reference.url is not None
            assert re.match(r"https://", reference.url)
            assert reference.where
        else:
            assert reference.url is None
            assert entries[reference.anchor].number == reference.number
    for entry in digest.entries:
        for reference in entry.patterns:
            assert reference.anchor in patterns
            pattern = patterns[reference.anchor]
            assert entry.anchor in {one.anchor for one in pattern.evidence}


def a_record_left_out_is_shown_where_its_reference_leads(case: Case) -> None:
    publication, digest = case.content.publication, digest_of(case)
    pages = {
        link.stem: compose(case.content, case.edition, publication.role(link.id), case.language)
        for link in digest.roles
        if link.offers("web")
    }
    for reference in references(digest):
        page, _, fragment = (reference.url or "").rpartition("/")[2].partition(".html#")
        if fragment:
            shown = {entry.anchor: entry.number for entry in pages[page].entries}
            assert shown[fragment] == reference.number


def anchors_are_unique_and_safe(case: Case) -> None:
    digest = digest_of(case)
    anchors = [entry.anchor for entry in digest.entries]
    anchors += [pattern.anchor for pattern in digest.patterns]
    assert len(set(anchors)) == len(anchors)
    assert all(re.fullmatch(r"[a-z][a-z0-9-]*", anchor) for anchor in anchors)


def no_role_sees_what_is_said_to_another_and_a_neutral_one_sees_neither(case: Case) -> None:
    text = digest_of(case).model_dump_json()
    for role in case.content.publication.roles:
        if role.id != case.role.id or role.neutral:
            assert mark("takeaway", role.id) not in text
            assert mark("detail", role.id) not in text


def what_is_said_to_the_role_arrives_whole(case: Case) -> None:
    if case.role.neutral:
        return
    for entry in digest_of(case).entries:
        record = case.content.records[entry.id]
        said = record.role_details.get(case.role.id, {})
        expected = {field for field, value in said.items() if value}
        assert (entry.takeaway is not None) == (case.role.id in record.roles)
        assert {one.field for one in (*entry.details, *entry.warnings)} == expected
        assert {one.field for one in entry.warnings} == expected & {"unsupportedClaims"}
        for detail in (*entry.details, *entry.warnings):
            value = said[detail.field]
            assert len(detail.items) == (1 if isinstance(value, str) else len(value))


def texts_keep_every_character_but_line_ends_and_blank_edges(case: Case) -> None:
    for entry in digest_of(case).entries:
        record = case.content.records[entry.id]
        for given_text, shown in (
            (record.finding, entry.finding),
            (record.caveats, entry.limitations.text),
        ):
            assert shown == "\n".join(re.split(r"\r\n|\r|\n", given_text)).strip()
        assert entry.title.split() == record.title.split()
        assert not re.search(r"[\r\n\t\u2028\u2029]", entry.title + entry.organization)


def glossary_explains_exactly_the_defined_classes_that_are_printed(case: Case) -> None:
    digest, publication = digest_of(case), case.content.publication
    defined = {one.id for one in publication.evidence_classes} | {
        one.id for one in publication.outcome_classes if one.definition
    }
    printed = {
        badge.id for entry in digest.entries for badge in (entry.evidence_class, entry.outcome)
    }
    tallies = [*digest.statistics.evidence, *digest.statistics.outcomes]
    for pattern in digest.patterns:
        tallies += [*pattern.strength.evidence, *pattern.strength.outcomes]
    printed |= {tally.badge.id for tally in tallies}
    terms = [term.badge.id for term in digest.glossary]
    assert len(terms) == len(set(terms))
    assert set(terms) == printed & defined


def a_digest_survives_json_and_pickle(case: Case) -> None:
    digest = digest_of(case)
    assert Digest.model_validate_json(digest.model_dump_json()) == digest
    assert pickle.loads(pickle.dumps(digest)) == digest  # noqa: S301  # our own bytes


def subject_and_preheader_are_one_short_line_that_cuts_no_word(case: Case) -> None:
    edition, mail = case.edition, digest_of(case).mail
    for text, limit, wished in (
        (mail.subject, 78, edition.subject or edition.title),
        (mail.preheader, 90, edition.preheader or edition.summary),
    ):
        assert 0 < len(text) <= limit
        assert not re.search(r"[\r\n\t\u2028\u2029]", text)
        if text.endswith("…") and not any(wide(one) for one in wished):
            words = text.removesuffix("…").split()
            whole = wished.split()[: len(words)]
            assert words[:-1] == whole[:-1]
            assert re.fullmatch(re.escape(words[-1]) + r"\W*", whole[-1])


def wide(character: str) -> bool:
    return unicodedata.east_asian_width(character) in "WF"


def links_and_stems_agree(case: Case) -> None:
    digest, publication = digest_of(case), case.content.publication
    folder = publication.site_url.rstrip("/")
    assert digest.links.web == f"{folder}/any-edition/{digest.stem}.html"
    assert digest.links.pdf == f"{folder}/any-edition/{digest.stem}.pdf"
    assert [one.stem for one in digest.roles if one.current] == [digest.stem]
    suffix = "" if case.language == publication.language else f".{case.language}"
    assert all(one.stem == f"{one.id}{suffix}" for one in digest.roles)
    assert digest.direction == ("rtl" if case.language in {"ar", "he"} else "ltr")


FIGURES = (
    figures_equal_a_recount,
    figures_stand_in_vocabulary_order_and_are_the_same_for_every_role,
    strength_of_a_pattern_equals_a_recount,
    glossary_explains_exactly_the_defined_classes_that_are_printed,
)
CHOICE = (
    every_record_is_shown_or_accounted_for_exactly_once,
    limit_and_missing_takeaways_choose_what_is_shown,
    every_reference_leads_somewhere,
    a_record_left_out_is_shown_where_its_reference_leads,
)
SPEECH = (
    no_role_sees_what_is_said_to_another_and_a_neutral_one_sees_neither,
    what_is_said_to_the_role_arrives_whole,
    texts_keep_every_character_but_line_ends_and_blank_edges,
    subject_and_preheader_are_one_short_line_that_cuts_no_word,
)
FORM = (
    order_of_files_does_not_matter,
    anchors_are_unique_and_safe,
    a_digest_survives_json_and_pickle,
    links_and_stems_agree,
)


@pytest.mark.parametrize(
    "laws", [FIGURES, CHOICE, SPEECH, FORM], ids=["figures", "choice", "speech", "form"]
)
@ANY
@given(case=cases())
def test_laws_hold_of_any_valid_edition(
    laws: tuple[Callable[[Case], None], ...], case: Case
) -> None:
    for law in laws:
        law(case)
