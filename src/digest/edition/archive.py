"""All editions of a publication, newest first, as the archive page and the feeds tell of them."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import NamedTuple
from urllib.parse import quote

from digest.content.publication import Publication
from digest.edition.addresses import below
from digest.edition.listing import Listing
from digest.edition.moment import moment
from digest.edition.phrases import Phrases
from digest.edition.texts import line, prose
from digest.edition.view import Day, Look
from digest.values import Frozen

#: The names of the files, below the publication's site.
PAGE, ATOM, JSON = "index.html", "feed.xml", "feed.json"


class Copy(Frozen):
    """A file that the public can read; `path` is relative to the archive, `size` in bytes."""

    path: str
    media_type: str
    size: int


class Reading(Frozen):
    """A digest of an edition, on the web, in print or both.

    `role` is the role's title, `name` what to call the digest in its own language.
    """

    role: str
    name: str
    language: str
    web: Copy | None = None
    pdf: Copy | None = None

    @property
    def copies(self) -> tuple[Copy, ...]:
        """Its files, the page first."""
        return tuple(one for one in (self.web, self.pdf) if one)


class Issue(Frozen):
    """One edition; `front` is the digest that stands for it, `readings` are all of its language.

    `language` is that of title and summary. `translations` are the front in other languages,
    `figures` say how many records and patterns it holds, `published` is the moment mail is dated.
    """

    id: str
    address: str
    title: str
    stream: str
    summary: str
    figures: str
    language: str
    dated: Day
    published: datetime
    front: Reading
    readings: tuple[Reading, ...]
    translations: tuple[Reading, ...] = ()


class ArchiveWords(Frozen):
    """The words of the house on the archive page."""

    editions: str
    follow: str
    atom: str
    json_feed: str
    read_method: str
    skip_to_content: str


class Archive(Frozen):
    """A publication's editions, newest first, and all that a template may see of them.

    `name` is the publication's id, `site` where the archive page stands (with a slash at the
    end), `language` that of labels and dates, `direction` ltr or rtl.
    """

    name: str
    publication: str
    publisher: str
    postal_address: str
    site: str
    method: str
    language: str
    direction: str
    look: Look
    issues: tuple[Issue, ...]
    words: ArchiveWords

    def url(self, path: str) -> str:
        """The full address of a path below the site."""
        return below(self.site, path)


class Shelved(NamedTuple):
    """An edition as its bundle tells of it; `files` maps the names of its files to their sizes.

    `front` is the digest that stands for it, `others` are the same in further languages.
    """

    edition: str
    front: Listing
    others: tuple[Listing, ...]
    files: Mapping[str, int]


def archive(publication: Publication, shelved: Iterable[Shelved]) -> Archive:
    """The archive of these editions; one that nobody can read, for want of files, is left out."""
    say, theme = Phrases(publication.language), publication.theme
    issues = [found for one in shelved if (found := _issue(publication, one, say))]
    return Archive(
        name=publication.id,
        publication=line(publication.title),
        publisher=line(publication.publisher),
        postal_address=prose(publication.postal_address),
        site=below(publication.site_url, ""),
        method=publication.method_url,
        language=publication.language,
        direction=say.direction,
        look=Look(paper=publication.paper, accent=theme.accent, logo=theme.logo),
        issues=tuple(sorted(issues, key=lambda one: (one.dated.iso, one.id), reverse=True)),
        words=_words(say),
    )


def _issue(publication: Publication, one: Shelved, say: Phrases) -> Issue | None:
    told, head = one.front, one.front.masthead
    readings = [_reading(one, role.title, role.stem, say) for role in told.roles]
    own = _reading(one, told.role, told.stem, say)
    fronts = sorted((own, *readings), key=lambda found: (found.web is None, found.pdf is None))
    if not fronts[0].copies:
        return None
    return Issue(
        id=one.edition,
        address=below(publication.site_url, f"{quote(one.edition)}/"),
        title=head.title,
        stream=head.stream,
        summary=told.summary,
        figures=Phrases(told.language).listing(told.statistics.said),
        language=told.content_language,
        dated=say.day(head.dated.iso),
        published=moment(head.dated.iso, publication.timezone),
        front=fronts[0],
        readings=tuple(found for found in readings if found.copies),
        translations=tuple(_translations(one)),
    )


def _translations(one: Shelved) -> Iterator[Reading]:
    for other in one.others:
        found = _reading(one, other.role, other.stem, Phrases(other.language))
        if found.copies:
            yield found


def _reading(one: Shelved, role: str, stem: str, say: Phrases) -> Reading:
    return Reading(
        role=role,
        name=say.gettext("{role} edition", role=role),
        language=say.language,
        web=_copy(one, f"{stem}.html", "text/html"),
        pdf=_copy(one, f"{stem}.pdf", "application/pdf"),
    )


def _copy(one: Shelved, name: str, media_type: str) -> Copy | None:
    if name not in one.files:
        return None
    path = f"{quote(one.edition)}/{quote(name)}"
    return Copy(path=path, media_type=media_type, size=one.files[name])


def _words(say: Phrases) -> ArchiveWords:
    return ArchiveWords(
        editions=say.gettext("Editions"),
        follow=say.gettext("Follow this publication"),
        atom=say.gettext("Atom feed"),
        json_feed=say.gettext("JSON feed"),
        read_method=say.gettext("Read the full method"),
        skip_to_content=say.gettext("Skip to the content"),
    )
