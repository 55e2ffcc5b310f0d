"""Whether text, mail and page of one digest say the same: records, order, proof and doubts."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from digest.checks.reading import READERS, Found, follows, squeezed
from digest.checks.subject import Subject
from digest.edition.view import Digest, Entry
from digest.problems import Problem
from digest.render.artifact import Artifact
from digest.render.channels import EMAIL, TEXT, WEB, Channel
from digest.render.email import origins
from digest.render.email.letter import within
from digest.render.theme import Theme

#: What the files of a channel are made of.
TEMPLATES = {TEXT: "text/digest.txt", EMAIL: origins.TEMPLATE, WEB: "web/digest.html"}

#: So many records are named in one message.
NAMED = 5

#: What stands for the place in a notice: as long as the name of one may be.
_PLACE = ".{0,200}?"
_NUMBER = r"\d{1,6}"


class Owed(NamedTuple):
    """What a file owes its reader of one record; `links` are addresses of which one is enough."""

    entry: Entry
    title: str
    finding: str
    limits: str
    links: frozenset[str]


class Saving(NamedTuple):
    """What a mail says it spares of its last records.

    So many are shortened, the next only named, the last left to another edition; names have at
    most `title` characters, or (0) all.
    """

    shortened: int = 0
    named: int = 0
    left: int = 0
    title: int = 0


def parity(subject: Subject) -> Iterator[Problem]:
    """M7: a file says less than its siblings, or says it in another order.

    A mail may shorten what it says it shortens.
    """
    digests = {digest.stem: digest for digest in subject.digests}
    for artifact in subject.artifacts:
        for channel, read in READERS.items():
            digest = digests.get(artifact.path.removesuffix(channel.suffix))
            if digest and artifact.channel == channel.name:
                found = _compared(artifact, read(artifact.content), digest, channel)
                yield from (_at(problem, subject.root, channel) for problem in found)


def _at(problem: Problem, root: Path | None, channel: Channel) -> Problem:
    """The problem; what no record points at stands in the template of its channel."""
    if problem.pointer or root is None:
        return problem
    return problem.model_copy(update={"path": origins.template(Theme(root), TEMPLATES[channel])})


def _compared(
    artifact: Artifact, found: Found, digest: Digest, channel: Channel
) -> Iterator[Problem]:
    saving = _saving(digest, found) if channel == EMAIL else Saving()
    told = len(digest.entries) - saving.left
    owed = list(_owed(digest.entries[:told], digest, saving))
    in_order, named = owed[: told - saving.named], owed[told - saving.named :]
    without = [one for one in named if one.title not in found.words]
    if not _in_order(found.words, in_order):
        without = [one for one in owed if one.title not in found.words]
        in_order = [one for one in in_order if one not in without]
    if without:
        yield _missing(artifact, "", without, "print every entry of `digest.entries`", "")
    if not _in_order(found.words, in_order):
        yield _limits(artifact, found, in_order)
    yield from _findings(artifact, found, in_order)
    yield from _links(artifact, found, in_order)
    yield from _doubts(artifact, found, digest)


def _owed(entries: Sequence[Entry], digest: Digest, saving: Saving) -> Iterator[Owed]:
    """What is owed of every entry; at the end so many are shortened, then so many only named."""
    told = len(entries) - saving.named
    for place, entry in enumerate(entries):
        title = entry.title
        whole = place < told - saving.shortened
        finding = squeezed(entry.finding) if whole else ""
        limits = squeezed(entry.limitations.text) if place < told else ""
        links = {entry.source.url} if place < told else set()
        if place >= told and saving.title:
            title = within(title, saving.title)
        if place < told and not whole:
            links.add(f"{digest.links.web}#{entry.anchor}")
        yield Owed(entry, squeezed(title), finding, limits, frozenset(links))


def _saving(digest: Digest, found: Found) -> Saving:
    """What the mail says of itself; nothing where the numbers cannot be."""
    words, total = digest.words, len(digest.entries)
    notices = (words.shortened, words.named_only, words.only_named, words.rest_elsewhere)
    shortened, *names, left = (_told("count", notice, found, total) for notice in notices)
    named = max(names)
    if shortened + named + left > total:
        return Saving()
    return Saving(shortened, named, left, _told("limit", words.titles_cut, found, total))


def _told(what: str, notice: str, found: Found, total: int) -> int:
    """The number in a notice; 0 where the notice is missing."""
    holes = {"total": str(total), "where": _PLACE, "first": _NUMBER, "last": _NUMBER}
    pattern = re.escape(squeezed(notice))
    for name, value in (holes | {what: f"({_NUMBER})"}).items():
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
    lost = _lost(found, [one.limits for one in owed])
    without = [one for one in owed if one.limits in lost]
    if without:
        hint = "print the `limitations` of every entry, near its finding"
        return _missing(artifact, "the limits of ", without, hint, "caveats")
    return Problem(
        code="M7",
        message=f"{artifact.path} tells its records, or their limits, in another order",
        hint="keep the order of `digest.entries`, and limits with their record",
    )


def _findings(artifact: Artifact, found: Found, owed: list[Owed]) -> Iterator[Problem]:
    findings = [one.finding for one in owed]
    if follows(found.words, findings):
        return
    lost = _lost(found, findings)
    without = [one for one in owed if one.finding in lost]
    if without:
        hint = "print the `finding` of every entry"
        yield _missing(artifact, "the findings of ", without, hint, "finding")


def _lost(found: Found, texts: list[str]) -> set[str]:
    """The texts that do not stand in the file as often as they are owed."""
    wanted = Counter(filter(None, texts))
    return {text for text, count in wanted.items() if found.words.count(text) < count}


def _doubts(artifact: Artifact, found: Found, digest: Digest) -> Iterator[Problem]:
    """What is to be distrusted in the edition as a whole."""
    cautions = digest.statistics.cautions
    without = [one for one in cautions if squeezed(one) not in found.words]
    if without:
        yield Problem(
            code="M7",
            message=f'{artifact.path} leaves out what to distrust: "{without[0]}"',
            hint="print every one of `digest.statistics.cautions`",
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
