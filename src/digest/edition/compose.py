"""One edition and one role become one Digest: no clock, no disk, no chance."""

from zoneinfo import ZoneInfo

from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.content.publication import Publication, Role
from digest.edition.addresses import Addresses
from digest.edition.badges import Badges
from digest.edition.entries import Entries
from digest.edition.envelope import envelope
from digest.edition.labels import Labels
from digest.edition.ledger import Ledger, choose
from digest.edition.masthead import links, masthead, role_links
from digest.edition.patterns import Patterns
from digest.edition.phrases import Phrases
from digest.edition.reading import glossary, how_to_read, omissions, statistics
from digest.edition.references import References
from digest.edition.texts import line, prose
from digest.edition.view import Digest, Look, RoleView
from digest.edition.wordings import wording


def compose(content: Content, edition: Edition, role: Role, language: str) -> Digest:
    """The digest of an edition for a role, its labels and dates in a BCP 47 language.

    The content is valid: every reference in it resolves. Cost is linear in the edition's records.
    """
    publication, say = content.publication, Phrases(language)
    ledger = Ledger(content, edition)
    choice = choose(ledger.records, role)
    addresses = Addresses(publication, edition.id, say)
    references = References(edition, ledger, addresses.left_out(ledger, choice), say)
    badges = Badges(publication, edition.dated, say)
    labels = Labels(publication.labels, say)
    zone = ZoneInfo(publication.timezone)
    return Digest(
        stem=addresses.stem(role),
        language=language,
        content_language=publication.language,
        direction=say.direction,
        masthead=masthead(content, edition, say),
        role=_role(role),
        roles=role_links(publication, role, addresses),
        summary=prose(edition.summary),
        statistics=statistics(edition, ledger, badges),
        patterns=Patterns(ledger, badges, references).views(edition.patterns),
        entries=Entries(role, ledger, badges, references, labels, zone).views(choice.shown),
        omissions=omissions(choice, role, references, say),
        how_to_read=how_to_read(publication, choice, role, say),
        glossary=glossary(publication, ledger, badges),
        links=links(content, edition, role, addresses),
        mail=envelope(publication, edition, role, say),
        look=_look(publication),
        words=wording(say, line(role.title)),
    )


def _role(role: Role) -> RoleView:
    return RoleView(
        id=role.id,
        title=line(role.title),
        neutral=role.neutral,
        intro=prose(role.intro or "") or None,
    )


def _look(publication: Publication) -> Look:
    theme = publication.theme
    return Look(paper=publication.paper, accent=theme.accent, logo=theme.logo, cover=theme.cover)
