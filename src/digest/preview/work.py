"""What one change of the sources asks for: what must be rendered, what is there, what failed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from digest.checks import table
from digest.checks.subject import Subject
from digest.checks.waivers import Asked, Scope, answered
from digest.press.assemble import INDEX, artifacts, file
from digest.press.plan import Plan
from digest.press.rendering import Order, Renderings
from digest.problems import Problem
from digest.render.artifact import Artifact
from digest.render.channels import EMAIL, TEXT, WEB, Channel

#: What is rendered first: an editor looks at these while writing.
SCREEN = {channel.name for channel in (EMAIL, TEXT, WEB)}

#: What is looked at: the stem of a digest and a channel.
Name = tuple[str, str]


@dataclass
class Work:
    """The plan of the change of that number, with the key and the rendering of each order."""

    number: int
    plan: Plan
    keys: dict[Name, str]
    made: Renderings = field(default_factory=dict)
    told: list[Problem] = field(default_factory=list)

    def missing(self, *, screen: bool, first: Name) -> list[Order]:
        """What is to be rendered for the screen, or besides; what is looked at comes first."""
        return sorted(
            (
                order
                for order in self.plan.orders
                if order.name not in self.made and (order.channel.name in SCREEN) is screen
            ),
            key=lambda order: _distance(order, first),
        )

    @property
    def names(self) -> frozenset[Name]:
        """What is ordered."""
        return frozenset(order.name for order in self.plan.orders)

    @property
    def paths(self) -> tuple[str, ...]:
        """The names of all files there will be."""
        kept = [order for order in self.plan.orders if order.kept]
        mails = [order for order in kept if order.channel.name == EMAIL.name]
        return (
            *(f"{order.digest.stem}{order.channel.suffix}" for order in kept),
            *(f"{order.digest.stem}.eml" for order in mails),
            *(f"{stem}.json" for stem in dict.fromkeys(order.digest.stem for order in kept)),
            INDEX,
        )

    @property
    def channels(self) -> dict[str, dict[str, Channel]]:
        """The channels each role is published in, by name."""
        found: dict[str, dict[str, Channel]] = {}
        for order in self.plan.orders:
            if order.kept:
                found.setdefault(order.digest.role.id, {})[order.channel.name] = order.channel
        return found

    def one(self, order: Order) -> Artifact:
        """The file of an order that is rendered."""
        return file(order, self.made[order.name])

    def files(self) -> dict[str, Artifact]:
        """The files of all that is rendered; a mail needs its text."""
        ready = [order for order in self.plan.orders if self._needed(order) <= self.made.keys()]
        found = artifacts(ready, self.made, self.plan.theme, home=self.plan.home)
        return {one.path: one for one in found}

    def problems(self, files: Iterable[Artifact]) -> tuple[Problem, ...]:
        """What is to be said of the sources and of the files there are, waivers heard."""
        plan = self.plan
        subject = Subject(plan.content, plan.edition, plan.digests, tuple(files), plan.theme.root)
        noticed = (one for made in self.made.values() for one in made.problems)
        said = tuple(dict.fromkeys((*self.told, *noticed, *table.run(subject))))
        return answered(plan.noticed, [Asked(subject, said, Scope.PART)])

    @staticmethod
    def _needed(order: Order) -> set[Name]:
        stem = order.digest.stem
        return {order.name, *((stem, channel) for channel in order.channel.needs)}


def parts(orders: Sequence[Order], size: int, *, alone: Name | None = None) -> list[list[Order]]:
    """The orders in parts of that size, but the first `alone` if it is that one."""
    first = [list(orders[:1])] if orders and orders[0].name == alone else []
    rest = orders[len(first) :]
    return first + [list(rest[at : at + size]) for at in range(0, len(rest), size)]


def _distance(order: Order, first: Name) -> tuple[bool, bool]:
    stem, channel = order.name
    return (order.name != first, first[0] != stem and first[1] != channel)
