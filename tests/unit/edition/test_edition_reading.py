from digest.content.publication import Fallback, Role
from digest.edition.compose import compose
from digest.edition.view import Digest
from support.builders import (
    ENGINEER,
    NEUTRAL,
    a_content,
    a_pattern,
    a_publication,
    a_record,
)

RECORDS = (
    a_record("one", roles={"engineer": "Do."}),
    a_record("two"),
    a_record("three", roles={"engineer": "Do."}),
    a_record("four", roles={"engineer": "Do."}),
)


def digest_for(role: Role, language: str = "en-US") -> Digest:
    content = a_content(*RECORDS, patterns=(a_pattern("one", "two"),))
    return compose(content, content.newest(), role, language)


def picky(limit: int) -> Role:
    return ENGINEER.model_copy(update={"when_no_takeaway": Fallback.OMIT, "limit": limit})


def test_each_reason_to_leave_out_is_said_with_its_records() -> None:
    omissions = digest_for(picky(1)).omissions
    assert [one.reason for one in omissions] == [
        "1 record is left out: it says nothing in particular for Engineer.",
        "2 more records are left out: this digest shows the first 1.",
    ]
    assert [[to.number for to in one.references] for one in omissions] == [[2], [3, 4]]


def test_how_to_read_says_how_much_is_shown_when_something_is_not() -> None:
    assert digest_for(picky(2)).how_to_read[-1] == (
        "This digest shows 2 of the edition's 4 records; the figures count all of them."
    )
    assert "This digest shows" not in " ".join(digest_for(ENGINEER).how_to_read)


def test_how_to_read_names_the_publisher_and_the_role_whose_reading_it_is() -> None:
    assert "what a record means for Engineer are how Sample Desk reads" in (
        " ".join(digest_for(ENGINEER).how_to_read)
    )
    neutral = " ".join(digest_for(NEUTRAL).how_to_read)
    assert "Sample Desk" in neutral
    assert "Executive" not in neutral


def test_figures_are_said_in_words_and_are_those_of_the_edition() -> None:
    figures = digest_for(picky(1)).statistics
    assert (figures.records_text, figures.patterns_text) == ("4 records", "1 pattern")
    assert figures.researched.text == "November 3, 2026"


def test_the_glossary_holds_the_defined_classes_that_occur() -> None:
    terms = digest_for(NEUTRAL).glossary
    assert [(term.badge.title, term.definition) for term in terms] == [
        ("Measured", "Somebody measured it.")
    ]
    mixed = a_content(a_record("one", outcome_class="mixed", evidence_class="claimed"))
    digest = compose(mixed, mixed.newest(), NEUTRAL, "en-US")
    assert [term.badge.title for term in digest.glossary] == ["Claimed", "Mixed"]


def test_fixed_words_name_the_role_and_number_what_they_count() -> None:
    words = digest_for(ENGINEER, "de").words
    assert (words.edition_for, words.details_for_role) == ("Ausgabe Engineer", "Mehr für Engineer")
    assert (words.record(3), words.pattern(2)) == ("Nachweis 3", "Muster 2")
    assert words.page_of == "Seite {page} von {pages}"


def test_a_role_title_cannot_smuggle_a_placeholder_into_a_number() -> None:
    role = Role(id="engineer", title="{number} {page}")
    content = a_content(*RECORDS, publication=a_publication(roles=(role,)))
    words = compose(content, content.newest(), role, "en-US").words
    assert words.details_for_role == "More for {number} {page}"
    assert words.record(1) == "Record 1"


def test_the_masthead_names_publication_stream_and_edition() -> None:
    masthead = digest_for(ENGINEER).masthead
    assert (masthead.publication, masthead.publisher) == ("Sample Evidence", "Sample Desk")
    assert (masthead.stream, masthead.title) == ("The only stream", "A sample edition")
    assert (masthead.edition, masthead.dated.text) == ("2026-11-03-sample", "November 3, 2026")
    assert masthead.previous is None
