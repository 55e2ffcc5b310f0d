"""What a reader needs beside the records: figures, terms, how to read, what is left out."""

from collections.abc import Iterator

from digest.content.editions import Edition
from digest.content.publication import Publication, Role
from digest.edition.badges import Badges
from digest.edition.cautions import cautions
from digest.edition.ledger import Choice, Ledger
from digest.edition.phrases import Phrases
from digest.edition.references import References
from digest.edition.texts import line, prose
from digest.edition.view import Omission, Statistics, Term


def statistics(edition: Edition, ledger: Ledger, badges: Badges) -> Statistics:
    """The figures of the whole edition, whatever a role leaves out."""
    say, records, patterns = badges.say, ledger.records, len(edition.patterns)
    return Statistics(
        records=len(records),
        patterns=patterns,
        records_text=say.ngettext("{count} record", "{count} records", len(records)),
        patterns_text=say.ngettext("{count} pattern", "{count} patterns", patterns),
        evidence=badges.evidence_tallies(records),
        outcomes=badges.outcome_tallies(records),
        freshness=badges.freshness_tallies(records),
        researched=say.day(edition.dated),
        cautions=cautions(records, badges),
    )


def glossary(publication: Publication, ledger: Ledger, badges: Badges) -> tuple[Term, ...]:
    """The defined classes that the edition's figures name, in vocabulary order."""
    records = ledger.records
    tallies = (*badges.evidence_tallies(records), *badges.outcome_tallies(records))
    definitions = {
        **{("evidence", one.id): one.definition for one in publication.evidence_classes},
        **{("outcome", one.id): one.definition or "" for one in publication.outcome_classes},
    }
    terms = ((one.badge, prose(definitions[one.badge.kind, one.badge.id])) for one in tallies)
    return tuple(Term(badge=badge, definition=text) for badge, text in terms if text)


def omissions(
    choice: Choice, role: Role, references: References, say: Phrases
) -> tuple[Omission, ...]:
    """What the role's ledger leaves out, by reason; empty when it shows everything."""
    return tuple(_omissions(choice, role, references, say))


def _omissions(
    choice: Choice, role: Role, references: References, say: Phrases
) -> Iterator[Omission]:
    silent, beyond = choice.without_takeaway, choice.over_limit
    if silent:
        reason = say.ngettext(
            "{count} record is left out: it says nothing in particular for {role}.",
            "{count} records are left out: they say nothing in particular for {role}.",
            len(silent),
            role=line(role.title),
        )
        yield Omission(reason=reason, references=references.records(silent))
    if beyond:
        reason = say.ngettext(
            "{count} more record is left out: this digest shows the first {limit}.",
            "{count} more records are left out: this digest shows the first {limit}.",
            len(beyond),
            limit=say.number(len(choice.shown)),
        )
        yield Omission(reason=reason, references=references.records(beyond))


def how_to_read(
    publication: Publication, choice: Choice, role: Role, say: Phrases
) -> tuple[str, ...]:
    """What is a source's word and what the publisher's, in a few sentences."""
    return tuple(_how_to_read(publication, choice, role, say))


def _how_to_read(
    publication: Publication, choice: Choice, role: Role, say: Phrases
) -> Iterator[str]:
    publisher, title = line(publication.publisher), line(role.title)
    yield say.gettext(
        "Findings, evidence and limitations report what the cited sources say; "
        "every record leads to its source."
    )
    if role.neutral:
        yield say.gettext(
            "Patterns and operating questions are how {publisher} reads the records: "
            "questions to test where you work, not results to count on.",
            publisher=publisher,
        )
    else:
        yield say.gettext(
            "Patterns, operating questions and what a record means for {role} are how "
            "{publisher} reads the records: questions to test where you work, "
            "not results to count on.",
            publisher=publisher,
            role=title,
        )
    yield say.gettext(
        "The class beside a record says what kind of evidence it is; "
        "what is only claimed is called a claim."
    )
    yield say.gettext("Limitations stand beside the finding they limit: read the two together.")
    shown, left = len(choice.shown), len(choice.without_takeaway) + len(choice.over_limit)
    if left:
        yield say.ngettext(
            "This digest shows {shown} of the edition's {count} record; the figures count it too.",
            "This digest shows {shown} of the edition's {count} records; "
            "the figures count all of them.",
            shown + left,
            shown=say.number(shown),
        )
