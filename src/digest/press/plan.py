"""What a build has to do: which digests, in which channels, of which look."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from digest.bundle.cache import Cache
from digest.bundle.private import private
from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.edition.view import Digest
from digest.press.choose import channels_of, edition_of, roles_of, unknown_channels
from digest.press.placing import placed
from digest.press.prepare import digests, loaded
from digest.press.rendering import Order, Shelf
from digest.problems import Problem, UsageError, stop_on_errors
from digest.render.channels import WEB, Channel, channels
from digest.render.theme import Theme


class Wish(NamedTuple):
    """What is to be built: an edition (the newest by default), some roles, some channels."""

    edition: str | None = None
    roles: tuple[str, ...] = ()
    channels: tuple[str, ...] = ()

    @property
    def partial(self) -> bool:
        """Whether the wish is narrowed, so that the bundle is no whole edition."""
        return bool(self.roles or self.channels)


class Plan(NamedTuple):
    """What is to be rendered, of what, and whose page is the bundle's first."""

    content: Content
    edition: Edition
    orders: tuple[Order, ...]
    theme: Theme
    home: str | None
    noticed: tuple[Problem, ...]
    partial: bool

    @property
    def digests(self) -> tuple[Digest, ...]:
        """Every digest that is ordered in some channel, each once."""
        return tuple({order.digest.stem: order.digest for order in self.orders}.values())

    def inputs(self) -> dict[str, str]:
        """The hashes of all files that renderers may read beside the digest."""
        logo = self.content.publication.theme.logo
        return self.theme.inputs() | ({logo: self.content.inputs[logo]} if logo else {})


def plan(root: Path, wish: Wish) -> Plan:
    """Load, compose and look at the theme, for a wish.

    Raises `DigestError` with every problem known at that point, `UsageError` for names nobody
    knows (U010) and when nothing is left of the wish (U011).
    """
    content, noticed = loaded(root)
    edition = edition_of(content, wish.edition)
    known = channels()
    stop_on_errors((*noticed, *unknown_channels(content)))
    orders = tuple(_orders(content, edition, wish, known))
    if not any(order.kept for order in orders):
        raise UsageError(_nothing(wish))
    theme = Theme(root.resolve())
    noticed += placed(content, theme.problems(accent=content.publication.theme.accent))
    stop_on_errors(noticed)
    home = _home(content, orders, known)
    return Plan(content, edition, orders, theme, home, noticed, wish.partial)


def shelf(made: Plan, output: Path, *, reuse: bool) -> Shelf:
    """What earlier builds of a plan left in an output; with `reuse` off it is empty."""
    return Shelf(Cache(private(output, "cache")) if reuse else None, made.inputs())


def _orders(
    content: Content, edition: Edition, wish: Wish, known: dict[str, Channel]
) -> Iterator[Order]:
    """Every digest in every channel, the slowest channel first; with what those need."""
    made: dict[str, list[Digest]] = {name: [] for name in known}
    kept: set[tuple[str, str]] = set()
    for role in roles_of(content, wish.roles):
        wanted = channels_of(known, role, wish.channels)
        needed = {name for channel in wanted for name in (channel.name, *channel.needs)}
        for digest in digests(content, edition, [role]) if wanted else ():
            kept |= {(channel.name, digest.stem) for channel in wanted}
            for name in needed:
                made[name].append(digest)
    for name, channel in known.items():
        for digest in made[name]:
            yield Order(digest, channel, (name, digest.stem) in kept)


def _home(content: Content, orders: Sequence[Order], known: dict[str, Channel]) -> str | None:
    """The stem of the page a reader begins with: a neutral role's, or else the first role's.

    None when a narrowed build leaves that page out.
    """
    publication = content.publication
    pages = [role for role in publication.roles if channels_of(known, role, [WEB.name])]
    first = [role.id for role in sorted(pages, key=lambda role: not role.neutral)][:1]
    return next(
        (
            order.digest.stem
            for order in orders
            if (order.channel.name, order.digest.language) == (WEB.name, publication.language)
            and [order.digest.role.id] == first
        ),
        None,
    )


def _nothing(wish: Wish) -> Problem:
    return Problem(
        code="U011",
        message=f"no role of {', '.join(wish.roles) or 'the publication'} is published in "
        f"{', '.join(wish.channels) or 'any channel'}",
        hint="look at the `channels` of the roles in publication.yaml",
    )
