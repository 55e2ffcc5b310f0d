"""The digest as its mail shows it: the first entries whole, the next shortened, the rest named."""

from collections.abc import Iterable, Iterator
from itertools import groupby

from digest.edition.texts import ELLIPSIS, line, sentences_within, shorten
from digest.edition.view import Badge, Digest, Entry, Link
from digest.render.email.condense import Plan
from digest.render.wrap import beginning
from digest.values import Frozen

#: The most characters of a finding in one line.
GIST = 200


class Short(Entry):
    """An entry that the mail shortens; `address` is where it stands in full, None to save room.

    `gist` is the beginning of its finding, whole sentences as far as they fit on one line, and
    `name` its title, cut where the notice says so. With `sourced` its source is linked too.
    """

    gist: str
    name: str
    address: str | None = None
    sourced: bool = False


class Group(Frozen):
    """Named entries; under one class and outcome, or (None) with both in each line."""

    entries: tuple[Short, ...]
    evidence_class: Badge | None = None
    outcome: Badge | None = None


class Letter(Digest):
    """A digest for a mail: `whole`, `shortened` and `named` hold its entries in their order.

    `groups` are the named ones as they are listed. The notices say how many are shortened, named
    only or left out, why, and where they stand in full, and from which length on titles are cut;
    each is empty when there is nothing to say. `rest` leads to the first that is left out.
    """

    whole: tuple[Entry, ...]
    shortened: tuple[Short, ...] = ()
    named: tuple[Short, ...] = ()
    groups: tuple[Group, ...] = ()
    shortened_notice: str = ""
    named_notice: str = ""
    titles_notice: str = ""
    rest_notice: str = ""
    rest: Link | None = None


class Letters:
    """All the letters one digest can become, from everything whole to names alone."""

    def __init__(self, digest: Digest) -> None:
        self._digest = digest
        self._fields = {name: getattr(digest, name) for name in type(digest).model_fields}
        self._shorts: tuple[Short, ...] | None = None

    @property
    def elsewhere(self) -> bool:
        """Whether the whole digest can be read outside the mail."""
        return self._digest.offers("web") or self._digest.offers("pdf")

    def letter(self, plan: Plan) -> Letter:
        """The letter that a plan comes to."""
        entries, words = self._digest.entries, self._digest.words
        shorts = self._short(plan.whole) if len(entries) > plan.whole else ()
        rest = shorts[plan.shortened :]
        named = tuple(self._named(rest[: plan.told], plan))
        left = rest[len(named) :]
        return Letter.model_construct(
            **self._fields,
            whole=entries[: plan.whole],
            shortened=tuple(_sourced(shorts[: plan.shortened], plan.sourced)),
            named=named,
            groups=tuple(_groups(named, grouped=plan.grouped)),
            shortened_notice=self._notice(words.shortened, plan.shortened),
            named_notice=self._notice(
                words.named_only if plan.shortened else words.only_named, len(named)
            ),
            titles_notice=words.titles_cut.format(limit=plan.title) if plan.title else "",
            rest_notice=self._rest_notice(left),
            rest=self._rest(left),
        )

    def _short(self, start: int) -> tuple[Short, ...]:
        if self._shorts is None:
            self._shorts = tuple(self._shortened(one) for one in self._digest.entries)
        return self._shorts[start:]

    def _shortened(self, entry: Entry) -> Short:
        fields = {name: getattr(entry, name) for name in Entry.model_fields}
        return Short.model_construct(
            **fields, gist=gist(entry.finding), name=entry.title, address=self._at(entry)
        )

    def _named(self, shorts: Iterable[Short], plan: Plan) -> Iterator[Short]:
        """The entries with the shortest address there is, or none, and with titles cut."""
        for place, one in enumerate(shorts):
            address = one.address
            if plan.linked is not None and place >= plan.linked:
                address = None
            elif self._digest.offers("web"):
                address = f"{self._digest.links.web}#{one.number}"
            name = within(one.title, plan.title) if plan.title else one.title
            yield one.model_copy(update={"address": address, "name": name})

    def _at(self, entry: Entry) -> str:
        """Where the entry stands in full."""
        if self._digest.offers("web"):
            return f"{self._digest.links.web}#{entry.anchor}"
        return entry.source.url

    def _notice(self, words: str, count: int, **more: int) -> str:
        if not count:
            return ""
        total = len(self._digest.entries)
        return words.format(count=count, total=total, where=self._where, **more)

    def _rest_notice(self, left: tuple[Short, ...]) -> str:
        if not left:
            return ""
        words, ends = self._digest.words.rest_elsewhere, (left[0].number, left[-1].number)
        return self._notice(words, len(left), first=ends[0], last=ends[1])

    def _rest(self, left: tuple[Short, ...]) -> Link | None:
        if not left or not self.elsewhere:
            return None
        links = self._digest.links
        web = self._digest.offers("web")
        return Link(text=self._where, url=f"{links.web}#{left[0].number}" if web else links.pdf)

    @property
    def _where(self) -> str:
        words = self._digest.words
        if self._digest.offers("web"):
            return words.web_edition
        return words.print_edition if self._digest.offers("pdf") else words.source


def gist(finding: str) -> str:
    """The beginning of a finding: whole sentences up to `GIST` characters, or a part of one."""
    text = line(finding)
    return sentences_within(text, GIST) or shorten(text, GIST) or text[:GIST]


def within(title: str, limit: int) -> str:
    """A title of at most so many characters: cut between words, inside one that leaves no room."""
    if len(title) <= limit:
        return title
    cut = shorten(title, limit)
    if cut and 2 * len(cut) >= limit:
        return cut
    return beginning(title, limit - len(ELLIPSIS)).rstrip() + ELLIPSIS


def _sourced(shorts: Iterable[Short], count: int) -> Iterator[Short]:
    """The entries, the first so many with their source."""
    for place, one in enumerate(shorts):
        yield one.model_copy(update={"sourced": True}) if place < count else one


def _groups(named: tuple[Short, ...], *, grouped: bool) -> Iterator[Group]:
    if not grouped:
        yield from [Group.model_construct(entries=named)] if named else []
        return
    kinds = {one: place for place, one in enumerate(dict.fromkeys(map(_kind, named)))}
    ordered = sorted(named, key=lambda one: kinds[_kind(one)])
    for _, found in groupby(ordered, key=_kind):
        entries = tuple(found)
        first = entries[0]
        yield Group.model_construct(
            entries=entries, evidence_class=first.evidence_class, outcome=first.outcome
        )


def _kind(entry: Entry) -> tuple[str, str]:
    return entry.evidence_class.id, entry.outcome.id
