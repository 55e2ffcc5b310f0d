"""Whether text, mail and page of one digest say the same: records, order, sources and limits."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from digest.checks.reading import READERS, Found, follows, squeezed
from digest.checks.subject import Subject
from digest.edition.view import Digest, Entry
from digest.problems import Problem
from digest.render.artifact import Artifact
from digest.render.channels import EMAIL, Channel

#: So many records are named in one message.
NAMED = 5

#: What stands for the place in a notice: as long as the name of one may be.
_PLACE = ".{0,200}?"


class Owed(NamedTuple):
    """What a file owes its reader of one record; `links` are addresses of which one is enough."""

    entry: Entry
    limits: str
    links: frozenset[str]

    @property
    def title(self) -> str:
        """The record's title without white space."""
        return squeezed(self.entry.title)


def parity(subject: Subject) -> Iterator[Problem]:
    """M7: a file says less than its siblings, or says it in another order.

    A mail may shorten what it says it shortens.
    """
    digests = {digest.stem: digest for digest in subject.digests}
    for artifact in subject.artifacts:
        for channel, read in READERS.items():
            digest = digests.get(artifact.path.removesuffix(channel.suffix))
            if digest and artifact.channel == channel.name:
                yield from _compared(artifact, read(artifact.content), digest, channel)


def _compared(
    artifact: Artifact, found: Found, digest: Digest, channel: Channel
) -> Iterator[Problem]:
    owed = list(_owed(digest, *(_shortened(digest, found) if channel == EMAIL else (0, 0))))
    if not _in_order(found.words, owed):
        without = [one for one in owed if one.title not in found.words]
        if without:
            yield _missing(artifact, "", without, "print every entry of `digest.entries`", "")
        owed = [one for one in owed if one not in without]
        if not _in_order(found.words, owed):
            yield _limits(artifact, found, owed)
    yield from _links(artifact, found, owed)


def _owed(digest: Digest, shortened: int, named: int) -> Iterator[Owed]:
    """What is owed of every entry; at the end so many are shortened, then so many only named."""
    told = len(digest.entries) - named
    for place, entry in enumerate(digest.entries):
        limits = squeezed(entry.limitations.text) if place < told else ""
        links = {entry.source.url} if place < told else set()
        if told - shortened <= place < told:
            links.add(f"{digest.links.web}#{entry.anchor}")
        yield Owed(entry, limits, frozenset(links))


def _shortened(digest: Digest, found: Found) -> tuple[int, int]:
    """How many entries the mail says it shortens, and how many it says it only names."""
    total = len(digest.entries)
    notices = (digest.words.shortened, digest.words.named_only)
    shortened, named = (_told(notice, found, total) for notice in notices)
    return (shortened, named) if shortened + named <= total else (0, 0)


def _told(notice: str, found: Found, total: int) -> int:
    pattern = re.escape(squeezed(notice))
    for name, value in (("count", r"(\d{1,6})"), ("total", str(total)), ("where", _PLACE)):
        pattern = pattern.replace(re.escape(f"{{{name}}}"), value)
    told = re.search(pattern, found.words)
    return int(told[1]) if told else 0


def _in_order(words: str, owed: list[Owed]) -> bool:
    """Whether titles come in order, each with its limits behind it, or each with them before."""
    behind = (piece for one in owed for piece in (one.title, one.limits))
    before = (piece for one in owed for piece in (one.limits, one.title))
    return follows(words, behind) or follows(words, before)


def _limits(artifact: Artifact, found: Found, owed: list[Owed]) -> Problem:
    """The records whose limits are missing; when none is, the order is to blame."""
    wanted = Counter(one.limits for one in owed if one.limits)
    lost = {limits for limits, count in wanted.items() if found.words.count(limits) < count}
    without = [one for one in owed if one.limits in lost]
    if without:
        hint = "print the `limitations` of every entry, near its finding"
        return _missing(artifact, "the limits of ", without, hint, "caveats")
    return Problem(
        code="M7",
        message=f"{artifact.path} tells its records, or their limits, in another order",
        hint="keep the order of `digest.entries`, and limits with their record",
    )


def _links(artifact: Artifact, found: Found, owed: list[Owed]) -> Iterator[Problem]:
    wanted = Counter(one.links for one in owed if one.links)
    lost = {
        links for links, count in wanted.items() if sum(found.links[one] for one in links) < count
    }
    without = [one for one in owed if one.links in lost]
    if without:
        hint = "link the `source.url` of every entry"
        yield _missing(artifact, "the source of ", without, hint, "sourceUrl")


def _missing(
    artifact: Artifact, what: str, owed: Iterable[Owed], hint: str, field: str
) -> Problem:
    names = [one.entry.id for one in owed]
    listed = ", ".join(names[:NAMED]) + (f" and {len(names) - NAMED} more" * (len(names) > NAMED))
    return Problem(
        code="M7",
        message=f"{artifact.path} leaves out {what}{len(names)} of its records: {listed}",
        pointer=f"{names[0]}/{field}".rstrip("/"),
        hint=hint,
    )
