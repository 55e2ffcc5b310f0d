"""What says the same, and what only sounds alike."""

from pathlib import Path

import pytest

from digest.checks import table
from digest.checks.fragments import dead_fragment
from digest.checks.patterns import one_voice
from digest.checks.repeats import alike, repeated_finding, shared_source
from digest.checks.roles import long_read, thin_role
from digest.checks.subject import Subject
from digest.content.loading import load
from digest.content.publication import Fallback
from digest.problems import Severity
from support.builders import ENGINEER, NEUTRAL, a_pattern, a_publication, a_record
from support.cases import file, subject, told, with_files
from support.tree import ROOT

LONG = "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen"
SOURCE = "https://a.example.org/r"


@pytest.mark.parametrize(
    ("texts", "pairs"),
    [
        (["Silt slows gates.", "silt slows – GATES"], [(1, 0)]),
        (["Silt slows gates.", "Silt slows doors."], []),
        ([LONG, LONG.replace("fifteen", "sixteen")], [(1, 0)]),
        ([LONG, f"So {LONG}!"], [(1, 0)]),
        ([LONG, LONG[: len(LONG) // 2]], []),
        ([LONG, " ".join(reversed(LONG.split()))], []),
        (["a", "b", "a", "a"], [(2, 0), (3, 0)]),
        (["", "...", "—"], []),
        ([], []),
    ],
)
def test_texts_are_alike_when_few_words_differ(
    texts: list[str], pairs: list[tuple[int, int]]
) -> None:
    assert list(alike(texts)) == pairs


def test_many_texts_of_one_making_are_told_with_one_of_them() -> None:
    texts = [f"{LONG} {number}" for number in range(200)]

    assert [later for later, _ in alike(texts)] == list(range(1, 200))


def test_a_waiver_of_a_repeated_finding_is_bound_to_both() -> None:
    def target(text: str) -> str | None:
        one, two = told("one", finding=text), told("two", finding=LONG)
        return next(repeated_finding(subject(one, two))).target

    assert target(LONG) != target(LONG.upper())


@pytest.mark.parametrize(
    ("evidence", "severity"),
    [(("one", "three"), Severity.NOTE), (("one", "two", "three"), Severity.WARNING)],
)
def test_one_source_under_two_records_weighs_more_in_one_pattern(
    evidence: tuple[str, ...], severity: Severity
) -> None:
    records = [told(name, source_url=f"{SOURCE}#{name}") for name in ("one", "two")]

    (problem,) = shared_source(subject(*records, told("three"), patterns=(a_pattern(*evidence),)))

    assert problem.severity is severity


def test_routes_behind_a_fragment_are_sources_of_their_own() -> None:
    records = [told(name, source_url=f"{SOURCE}#/{name}") for name in ("one", "two")]

    assert list(shared_source(subject(*records))) == []


def test_a_record_alone_is_no_chorus() -> None:
    assert list(one_voice(subject(told()))) == []


@pytest.mark.parametrize(
    ("limit", "said", "thin"), [(None, 4, False), (2, 4, False), (1, 4, True), (None, 1, True)]
)
def test_a_role_is_thin_by_its_limit_or_by_what_is_said_to_it(
    limit: int | None, said: int, *, thin: bool
) -> None:
    names = ("one", "two", "three", "four")
    records = [told(one) if place < said else a_record(one) for place, one in enumerate(names)]
    role = ENGINEER.model_copy(
        update={"limit": limit, "when_no_takeaway": Fallback.OMIT, "title": "Crew"}
    )

    found = list(thin_role(subject(*records, publication=a_publication(roles=(NEUTRAL, role)))))

    assert [one.message for one in found] == (
        ["the edition shows Crew 1 of 4 records"] if thin else []
    )


def test_an_edition_of_one_record_is_thin_for_nobody() -> None:
    assert list(thin_role(subject(told()))) == []


def test_the_length_of_a_digest_is_told_by_role_and_in_minutes() -> None:
    found = list(long_read(subject(told(finding="word " * 9200))))

    assert [one.message.partition(",")[0] for one in found] == [
        "the digest executive has 9",
        "the digest engineer has 9",
    ]
    assert "about 40 minutes" in found[0].message


def test_links_to_a_page_find_their_place_by_its_address_on_the_site() -> None:
    page = file(b"<h2 id='record-one'>x</h2><a name='old'></a>", "web", path="engineer.html")
    site = next(one for one in subject(told()).digests if one.stem == "engineer").links.web

    def told_of(link: str) -> list[str]:
        mail = file(f"<a href='{link}'>x</a>".encode(), path="engineer.email.html")
        return [one.message for one in dead_fragment(with_files(page, mail))]

    assert told_of(f"{site}#record-one") == told_of("engineer.html#old") == []
    assert told_of(f"{site}#record%2Done") == told_of("https://else.example.org/#x") == []
    assert told_of("engineer.html") == told_of("#x") == told_of("other.html#x") == []
    assert told_of(f"{site}#record-two") == [
        "engineer.email.html leads to engineer.html#record-two, which is not there"
    ]


def test_plain_text_leads_somewhere_too() -> None:
    page = file(b"<h2 id='a'>x</h2>", "web", path="engineer.html")
    site = next(one for one in subject(told()).digests if one.stem == "engineer").links.web
    mail = file(f"Read <{site}#b>.".encode(), "text", "text/plain", "engineer.txt")

    assert len(list(dead_fragment(with_files(page, mail)))) == 1


@pytest.mark.parametrize("root", [ROOT / "seeds", ROOT / "src/digest/press/starter"])
def test_what_we_publish_ourselves_gives_no_reason_to_speak(root: Path) -> None:
    content = load(root).content
    assert content is not None
    said = {
        (problem.code, edition.id)
        for edition in content.editions.values()
        for problem in table.run(Subject(content, edition))
        if problem.target not in {waiver.target for waiver in edition.waive}
    }

    assert said == set()
