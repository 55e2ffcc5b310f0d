"""What each role gets of an edition: enough of it, and not more than anybody reads."""

import re
from collections.abc import Iterator

from digest.checks.subject import Subject
from digest.content.publication import Role
from digest.edition.ledger import choose
from digest.edition.view import Digest, Entry
from digest.problems import Problem

#: Fewer records than these make no edition for a role.
FEWEST = 2

#: A role of whose records only every so many says something is served badly.
THIN = 4

#: What a person reads in a minute, and how many minutes anybody takes.
WORDS_A_MINUTE = 230
LONGEST_READ = 30

#: Scripts without spaces: two characters are about a word.
_WIDE = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")


def thin_role(subject: Subject) -> Iterator[Problem]:
    """E012: of an edition hardly anything is left for a role."""
    records = tuple(subject.records)
    for number, role in enumerate(subject.content.publication.roles):
        choice = choose(records, role)
        shown, silent = len(choice.shown), len(choice.without_takeaway)
        few = shown < FEWEST and shown < len(records)
        if few or THIN * (len(records) - silent) < len(records):
            yield subject.warning(
                "E012",
                f"the edition shows {role.title} {shown} of {len(records)} records",
                _remedy(role, silent),
                at=("", f"roles/{number}"),
                bound=(role.id, subject.edition.id, *subject.edition.records),
            )


def long_read(subject: Subject) -> Iterator[Problem]:
    """E020: a digest is longer than anybody reads."""
    roles = [role.id for role in subject.content.publication.roles]
    for digest in subject.digests:
        count = length(digest)
        minutes = round(count / WORDS_A_MINUTE)
        if minutes > LONGEST_READ:
            yield subject.warning(
                "E020",
                f"the digest {digest.stem} has {count:,} words, about {minutes} minutes; "
                f"few readers take more than {LONGEST_READ}",
                "give the role a `limit`, print fewer `fields` for it, or split the edition",
                at=("", f"roles/{roles.index(digest.role.id)}"),
                bound=(subject.edition.id, digest.stem, *subject.edition.records),
            )


def length(digest: Digest) -> int:
    """How many words a reader of the digest finds."""
    return sum(len(text.split()) + len(_WIDE.findall(text)) // 2 for text in _texts(digest))


def _remedy(role: Role, silent: int) -> str:
    if silent:
        return f"write takeaways for {role.title}, or do not send this edition to them"
    return f"raise the `limit` of {role.title}"


def _texts(digest: Digest) -> Iterator[str]:
    yield from (digest.role.intro or "", digest.summary, *digest.how_to_read)
    for pattern in digest.patterns:
        yield from (pattern.title, pattern.summary, pattern.question, pattern.strength.sentence)
    for entry in digest.entries:
        yield from _entry(entry)


def _entry(entry: Entry) -> Iterator[str]:
    yield from (entry.title, entry.finding, entry.takeaway.text if entry.takeaway else "")
    yield from (one.text for one in entry.paragraphs)
    for detail in (*entry.details, *entry.warnings):
        yield from detail.items
