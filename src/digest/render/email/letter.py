"""The digest as its mail shows it: the first entries whole, the next shortened, the rest named."""

from collections.abc import Iterator

from digest.edition.texts import line, sentences_within, shorten
from digest.edition.view import Digest, Entry

#: The most characters of a finding in one line.
GIST = 200


class Short(Entry):
    """An entry that the mail shortens; `address` is where it stands in full, None to save room.

    `gist` is the beginning of its finding, whole sentences as far as they fit on one line.
    """

    gist: str
    address: str | None = None


class Letter(Digest):
    """A digest for a mail: `whole`, `shortened` and `named` hold its entries in their order.

    The notices say how many are shortened or named only, why, and where they stand in full;
    each is empty when there is nothing to say.
    """

    whole: tuple[Entry, ...]
    shortened: tuple[Short, ...] = ()
    named: tuple[Short, ...] = ()
    shortened_notice: str = ""
    named_notice: str = ""


class Letters:
    """All the letters one digest can become, from everything whole to names alone."""

    def __init__(self, digest: Digest) -> None:
        self._digest = digest
        self._fields = {name: getattr(digest, name) for name in type(digest).model_fields}
        self._shorts: tuple[Short, ...] | None = None

    def letter(self, whole: int, shortened: int = 0, *, linked: int | None = None) -> Letter:
        """The letter with that many whole and shortened entries; the rest are named.

        Of those the first `linked` have a link, or all of them.
        """
        entries = self._digest.entries
        named = len(entries) - whole - shortened
        shorts = self._short(whole) if len(entries) > whole else ()
        return Letter.model_construct(
            **self._fields,
            whole=entries[:whole],
            shortened=shorts[:shortened],
            named=tuple(self._named(shorts[shortened:], linked)),
            shortened_notice=self._notice(self._digest.words.shortened, shortened),
            named_notice=self._notice(self._digest.words.named_only, named),
        )

    def _short(self, start: int) -> tuple[Short, ...]:
        if self._shorts is None:
            self._shorts = tuple(self._shortened(one) for one in self._digest.entries)
        return self._shorts[start:]

    def _shortened(self, entry: Entry) -> Short:
        fields = {name: getattr(entry, name) for name in Entry.model_fields}
        return Short.model_construct(**fields, gist=gist(entry.finding), address=self._at(entry))

    def _named(self, shorts: tuple[Short, ...], linked: int | None) -> Iterator[Short]:
        """The entries with the shortest address there is, or none."""
        for place, one in enumerate(shorts):
            if linked is not None and place >= linked:
                yield one.model_copy(update={"address": None})
            elif self._digest.offers("web"):
                address = f"{self._digest.links.web}#{one.number}"
                yield one.model_copy(update={"address": address})
            else:
                yield one

    def _at(self, entry: Entry) -> str:
        """Where the entry stands in full."""
        if self._digest.offers("web"):
            return f"{self._digest.links.web}#{entry.anchor}"
        return entry.source.url

    def _notice(self, words: str, count: int) -> str:
        if not count:
            return ""
        total = len(self._digest.entries)
        return words.format(count=count, total=total, where=self._where)

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
