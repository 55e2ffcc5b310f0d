"""What an editor should know about an edition before anybody reads it."""

from collections.abc import Iterator

from digest.checks.subject import Subject
from digest.checks.words import words
from digest.content.publication import Fallback, Role
from digest.edition.envelope import PREHEADER
from digest.edition.phrases import Phrases
from digest.problems import Problem

#: Above so many characters a title takes more than three lines of a page or a telephone.
LONGEST_TITLE = 120

#: Above so many characters a mail program cuts a subject off in its list.
LONGEST_SUBJECT = 70

#: Above so many characters a finding is a report.
LONGEST_FINDING = 1200

#: What is written where no limits are known; a text without any word says as much.
NOTHING = {
    "",
    "caveats",
    "keine",
    "limits",
    "n a",
    "na",
    "nil",
    "no",
    "no caveats",
    "no known limitations",
    "no limitations",
    "no limits",
    "none",
    "none known",
    "none stated",
    "not applicable",
    "not available",
    "not known",
    "not stated",
    "nothing",
    "null",
    "see source",
    "tba",
    "tbc",
    "tbd",
    "unknown",
    "aucune",
    "ninguna",
}


def no_takeaway(subject: Subject) -> Iterator[Problem]:
    """E001: a record says nothing for a role that is neither neutral nor omits such records."""
    roles = [
        role
        for role in subject.content.publication.roles
        if not role.neutral and role.when_no_takeaway is Fallback.INCLUDE
    ]
    for record in subject.records:
        missing = [role for role in roles if not record.roles.get(role.id, "").strip()]
        if missing:
            yield subject.warning(
                "E001",
                f"the record {record.id} has no takeaway for {_titles(missing)}",
                "write what it means for them, or let the role omit such records",
                at=(record.id, "roles"),
                bound=[role.id for role in missing],
            )


def long_title(subject: Subject) -> Iterator[Problem]:
    """E002: a title of the edition, of a pattern or of a record is too long to be one."""
    edition = subject.edition
    titles = [(edition.title, edition.id, "title")]
    for number, pattern in enumerate(edition.patterns):
        titles.append((pattern.title, edition.id, f"patterns/{number}/title"))
    titles += [(record.title, record.id, "title") for record in subject.records]
    for title, owner, field in titles:
        if len(title) > LONGEST_TITLE:
            yield subject.warning(
                "E002",
                f"a title of {len(title)} characters; more than {LONGEST_TITLE} are a paragraph",
                "say the one thing that matters, and the rest in the text",
                at=(owner, field),
            )


def no_catalogue(subject: Subject) -> Iterator[Problem]:
    """E003: the words of the house are not known in a language of the publication."""
    publication = subject.content.publication
    for number, language in enumerate(publication.all_languages):
        if not Phrases(language).translated:
            field = f"languages/{number - 1}" if number else "language"
            yield subject.warning(
                "E003",
                f"headings and labels are not translated into {language}: they stay English",
                "add a message catalogue for it, or leave the language out",
                at=("", field),
                bound=(language,),
            )


def long_subject(subject: Subject) -> Iterator[Problem]:
    """E004: a mailbox will cut the subject off."""
    told = {digest.mail.subject for digest in subject.digests}
    for line in sorted(told):
        if len(line) > LONGEST_SUBJECT:
            yield subject.warning(
                "E004",
                f"the mail's subject has {len(line)} characters; a mailbox shows about 60",
                "give the edition a shorter `subject`",
                at=(subject.edition.id, "subject"),
                bound=(line,),
            )


def long_preheader(subject: Subject) -> Iterator[Problem]:
    """E024: the edition's own preheader will be cut."""
    length, longest = len(subject.edition.preheader or ""), PREHEADER[1]
    if length > longest:
        yield subject.warning(
            "E024",
            f"a preheader of {length} characters; the mail cuts it at {longest}",
            "say the one thing that the subject leaves open",
            at=(subject.edition.id, "preheader"),
        )


def no_limits(subject: Subject) -> Iterator[Problem]:
    """E017: the limits of a record say nothing."""
    for record in subject.records:
        told = " ".join(words(record.caveats))
        if told in NOTHING:
            yield subject.warning(
                "E017",
                f"the limits of the record {record.id} say nothing",
                "every finding has limits: how it was found, where it holds, who says so",
                at=(record.id, "caveats"),
            )


def long_finding(subject: Subject) -> Iterator[Problem]:
    """E018: a finding is longer than one finding can be."""
    for record in subject.records:
        length = len(record.finding)
        if length > LONGEST_FINDING:
            yield subject.warning(
                "E018",
                f"a finding of {length:,} characters; more than {LONGEST_FINDING:,} are several",
                "tell one finding, and the rest in `evidence` or in records of their own",
                at=(record.id, "finding"),
            )


def _titles(roles: list[Role]) -> str:
    return ", ".join(role.title for role in roles)
