"""Which numbers of an edition its records do not tell, and which need not be looked up."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal

import pytest

from digest.checks.figures import loose_number
from digest.checks.numbers import numbers
from digest.problems import Problem
from support.builders import DATED, a_pattern, a_publication
from support.cases import subject, told

FINDING = (
    "Closing took 58 minutes on 4 March 2026, 41 before; 8,550 closures, 3.7–176% slower, about "
    "17.9 mm of silt, 1.2 million pounds, twelve gates, half of them in Kent, firmware 1.34.1."
)


def _told(text: str, language: str = "en-US", finding: str = FINDING) -> str:
    record = told("one", finding=finding, publication_date=date(2026, 10, 9))
    publication = a_publication(language=language)
    edition = subject(record, told("two"), summary=text, publication=publication)
    messages = [problem.message for problem in loose_number(edition)]
    assert len(messages) <= 1
    return "".join(messages).removeprefix("this says ").partition(", which")[0]


@pytest.mark.parametrize(
    "text",
    [
        "Closing took 58 minutes, not 41.",
        "It took fifty-eight minutes.",
        "It was 176%, or 3.7 percent, or 3.7 per cent.",
        "About 8,600 closures, 8,550 to be exact, some 9,000 in round numbers.",
        "8.550 closures, as others write it, or 8 550, or 8'550.",
        "Some 18 mm of silt; £1.2m, or 1,200,000 pounds.",
        "Since 2026, on March 4, 4 March, 4th March, Mar 4, 2026-03-04 and 9 October.",
        "This edition of November 3, 2026 has 2 records.",
        "Two questions, three answers; twelve gates, one of the two; a dozen more.",
        "12 gates, 50% of them in Kent.",
        "Pump P-7, valve V12, GPT-4, COVID-19, v9.1 and R615.23 are names, as is 1.34.1.",
        "See https://example.org/2019/99?x=77 or write to desk99@example.org.",
        "Open 24/7. Section 7, table 9 and step 8 are labels; the 1st and 22nd are in order.",
        "½ and ① are not what they look like.",
        "No numbers at all.",
        "",
    ],
)
def test_what_a_record_tells_may_be_told(text: str) -> None:
    assert _told(text or "x") == ""


@pytest.mark.parametrize(
    ("text", "loose"),
    [
        ("Closing took 59 minutes.", "59"),
        ("58% slower.", "58%"),
        ("Fifty-nine minutes, five days.", "fifty-nine, five"),
        ("Three percent slower.", "three percent"),
        ("9,000 closures.", "9,000"),
        ("8,551 closures.", "8,551"),
        ("2 million pounds, £3bn.", "2 million, 3"),
        ("2\nmillion pounds in ninety-\nnine gates.", "2 million, ninety"),
        ("On 30 February and 31 June, 30 June.", "30 June"),
        ("In 2019, on 5 March and March 6.", "5 March, 6 March, 2019"),
        ("Firmware 1.34.2.", "1.34.2"),
        ("1, 2, 3, 99, 98, 97, 96 and 95.", "3, 99, 98, 97, 96 and 1 more"),
        ("About 90 minutes.", "90"),
    ],
)
def test_what_no_record_tells_is_named(text: str, loose: str) -> None:
    assert _told(text) == loose


@pytest.mark.parametrize(
    ("language", "finding", "text"),
    [
        (
            "de",
            "Am 4. März 2026 waren es 3,5 Prozent in zwei Tagen.",
            "Am 4. März: 3,5 %, 2 Tage.",
        ),
        ("fr", "Le 4 mars 2026, 3,5 pour cent en deux jours.", "Le 4 mars : 3,5 %, 2 jours."),
        ("zh-Hant", "2026年3月4日，增加3.5％。", "3月4日：3.5%。"),
    ],
)
def test_other_languages_write_numbers_and_days_otherwise(
    language: str, finding: str, text: str
) -> None:
    assert _told(text, language, finding) == ""


def test_a_pattern_is_held_to_the_records_it_cites() -> None:
    one, two = told("one", finding="41 minutes."), told("two", finding="58 minutes.")
    three = told("three", finding="77 minutes.")
    pattern = a_pattern("one", "two", summary="From 41 to 58, not 77.")
    edition = subject(one, two, three, summary="77 minutes.", patterns=(pattern,))

    (problem,) = loose_number(edition)

    assert problem.about == "first"
    assert problem.message == "this says 77, which no record it cites contains"


def test_shares_of_classes_follow_from_the_records() -> None:
    records = [told(name, evidence_class="claimed") for name in ("one", "two")]

    def said(text: str) -> list[Problem]:
        return list(loose_number(subject(*records, told("three"), summary=text)))

    assert said("67% are claims, a share of 33% is not; 100% have a positive outcome.") == []
    assert len(said("66% are claims.")) == 1


def test_the_edition_before_may_be_named_by_its_day() -> None:
    now = subject(told(), summary="Since 27 October 2025 nothing changed.", previous="before")
    assert len(list(loose_number(now))) == 1
    before = now.edition.model_copy(
        update={"id": "before", "dated": DATED - timedelta(days=372), "previous": None}
    )
    editions = {**now.content.editions, before.id: before}
    content = now.content.model_copy(update={"editions": editions})

    assert list(loose_number(now._replace(content=content))) == []


def test_the_question_of_a_pattern_is_read_too() -> None:
    pattern = a_pattern("one", "two", question="What if it takes 99 minutes?")

    (problem,) = loose_number(subject(told("one"), told("two"), patterns=(pattern,)))

    assert "99" in problem.message


def _values(text: str) -> Iterator[tuple[str, ...]]:
    return (tuple(map(str, one.values)) for one in numbers(text))


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,250", [("1250", "1.250")]),
        ("1.250,5 1,250.5", [("1250.5",), ("1250.5",)]),
        ("1 250 000", [("1250000",)]),
        ("0,5 0.05", [("0.5",), ("0.05",)]),
        ("1.2.3", [()]),
        ("٤١ ４１", [("41",), ("41",)]),
        ("9" * 31, [()]),
        ("two hundred thousand", [("200000",)]),
        ("ninety-nine", [("99",)]),
        ("5k 5 k", [("5", "5E+3"), ("5",)]),
    ],
)
def test_a_number_is_read_in_every_way_it_can_be_meant(
    text: str, values: list[tuple[str, ...]]
) -> None:
    assert list(_values(text)) == values


def test_a_range_has_the_unit_of_its_end() -> None:
    assert [one.percent for one in numbers("3.7 to 176%, 5 and 6 percent, 7 or eight")] == [
        True,
        True,
        True,
        True,
        False,
        False,
    ]


def test_endless_digits_cost_nothing() -> None:
    (number,) = numbers("1" * 100_000)

    assert number.values == ()
    assert numbers("1." * 50_000)
    assert Decimal(numbers("9" * 30)[0].values[0]) == 10**30 - 1
