"""The names over a digest and the links out of it."""

from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.content.publication import Publication, Role
from digest.edition.addresses import Addresses, below
from digest.edition.archive import ATOM
from digest.edition.phrases import Phrases
from digest.edition.texts import line
from digest.edition.view import Links, Masthead, RoleLink


def masthead(content: Content, edition: Edition, say: Phrases) -> Masthead:
    """Publication, publisher, stream and edition by name."""
    publication = content.publication
    streams = {stream.id: line(stream.title) for stream in publication.streams}
    before = _previous(content, edition)
    return Masthead(
        publication=line(publication.title),
        publisher=line(publication.publisher),
        stream=streams[edition.stream],
        title=line(edition.title),
        edition=edition.id,
        dated=say.day(edition.dated),
        previous=_named(before, say) if before else None,
    )


def role_links(publication: Publication, current: Role, at: Addresses) -> tuple[RoleLink, ...]:
    """The digests of all roles in the same language, in the publication's order."""
    return tuple(
        RoleLink(
            id=role.id,
            title=line(role.title),
            stem=at.stem(role),
            current=role.id == current.id,
            neutral=role.neutral,
            channels=role.channels,
        )
        for role in publication.roles
    )


def links(content: Content, edition: Edition, role: Role, at: Addresses) -> Links:
    """Where the publication, its method and this digest stand."""
    publication = content.publication
    before, page = _previous(content, edition), at.front
    return Links(
        site=publication.site_url,
        feed=below(publication.site_url, ATOM),
        method=publication.method_url,
        web=at.file(role, "html"),
        pdf=at.file(role, "pdf"),
        previous=at.file(page, "html", before) if before and page else None,
    )


def _previous(content: Content, edition: Edition) -> Edition | None:
    return content.editions.get(edition.previous or "")


def _named(edition: Edition, say: Phrases) -> str:
    return say.gettext(
        "{title}, {date}", title=line(edition.title), date=say.day(edition.dated).text
    )
