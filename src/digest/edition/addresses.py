"""Where the digests of an edition stand: their file names and their places on the site."""

from dataclasses import dataclass
from urllib.parse import quote, urlsplit, urlunsplit

from digest.content.editions import Edition
from digest.content.publication import Publication, Role
from digest.edition.ledger import Choice, Ledger, choose
from digest.edition.phrases import Phrases
from digest.edition.texts import line

WEB = "web"


@dataclass(frozen=True)
class Place:
    """Where a record can be read: its address and what to call the place."""

    url: str
    where: str


class Addresses:
    """The addresses of one edition in one language."""

    def __init__(self, publication: Publication, edition: str, say: Phrases) -> None:
        self._publication = publication
        self._edition = edition
        self._say = say

    def stem(self, role: Role) -> str:
        """The role's file name without suffix: `engineer`, or `engineer.de`."""
        main = self._say.language == self._publication.language
        return role.id if main else f"{role.id}.{self._say.language}"

    def file(self, role: Role, suffix: str, edition: Edition | None = None) -> str:
        """The address of a role's file, of this edition unless another is given."""
        folder = edition.id if edition else self._edition
        path = f"{quote(folder)}/{quote(self.stem(role))}.{suffix}"
        return below(self._publication.site_url, path)

    def left_out(self, ledger: Ledger, choice: Choice) -> dict[str, Place]:
        """Where each record left out can be read, by its id: a web edition, or its source."""
        missing = (*choice.without_takeaway, *choice.over_limit)
        if not missing:
            return {}
        online = self._online(ledger)
        source = self._say.gettext("Original source")
        return {one.id: online.get(one.id) or Place(one.source_url, source) for one in missing}

    def title(self, role: Role) -> str:
        """What to call the role's digest in passing."""
        return self._say.gettext("{role} edition", role=line(role.title))

    @property
    def front(self) -> Role | None:
        """The role whose web edition stands for the edition: the first neutral one, if any."""
        return next(iter(self._hosts()), None)

    def _online(self, ledger: Ledger) -> dict[str, Place]:
        found: dict[str, Place] = {}
        for role in self._hosts():
            page, where = self.file(role, "html"), self.title(role)
            for record in choose(ledger.records, role).shown:
                found.setdefault(record.id, Place(f"{page}#{ledger.anchor(record.id)}", where))
        return found

    def _hosts(self) -> list[Role]:
        online = [one for one in self._publication.roles if offers(one, WEB)]
        return sorted(online, key=lambda one: not one.neutral)


def below(site: str, path: str) -> str:
    """The address of a path, quoted already, on a site; the site's own folder for an empty one."""
    parts = urlsplit(site)
    return urlunsplit((parts.scheme, parts.netloc, f"{parts.path.rstrip('/')}/{path}", "", ""))


def offers(role: Role, channel: str) -> bool:
    """Whether the channel is built for the role."""
    return role.channels is None or channel in role.channels
