"""One edition becomes a bundle: every role, language and channel, or those that are named."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from digest.bundle import store
from digest.bundle.cache import Cache
from digest.bundle.manifest import Manifest, manifest_of
from digest.bundle.private import private
from digest.bundle.world import writing
from digest.checks import table
from digest.checks.subject import Subject
from digest.checks.waivers import Asked, Scope, answered
from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.content.loading import SOURCES
from digest.edition.view import Digest
from digest.press import makings, site
from digest.press.assemble import artifacts
from digest.press.choose import channels_of, edition_of, roles_of, unknown_channels
from digest.press.prepare import digests, loaded
from digest.press.rendering import Hire, Order, Progress, Renderings, Shelf, render
from digest.problems import Problem, Severity, UsageError, stop_on_errors
from digest.render.artifact import Artifact
from digest.render.channels import WEB, Channel, channels
from digest.render.theme import KINDS, Theme


class Wish(NamedTuple):
    """What is to be built: an edition (the newest by default), some roles, some channels."""

    edition: str | None = None
    roles: tuple[str, ...] = ()
    channels: tuple[str, ...] = ()

    @property
    def partial(self) -> bool:
        """Whether the wish is narrowed, so that the bundle is no whole edition."""
        return bool(self.roles or self.channels)


class Machine(NamedTuple):
    """What a build works with: who hires the runner for some channels, and whether to reuse.

    With `reuse`, renderings are looked for and kept in the output's private folder.
    """

    hire: Hire
    reuse: bool


class Built(NamedTuple):
    """The bundle that was written, where it is, and what was noticed on the way.

    `rendered` and `reused` count what was rendered now and what was found unchanged.
    """

    folder: Path
    manifest: Manifest
    problems: tuple[Problem, ...]
    rendered: int
    reused: int


class _Plan(NamedTuple):
    """What is to be rendered, of what, and whose page is the bundle's first."""

    content: Content
    edition: Edition
    orders: tuple[Order, ...]
    theme: Theme
    home: str | None
    noticed: tuple[Problem, ...]


def build(root: Path, output: Path, wish: Wish, machine: Machine, progress: Progress) -> Built:
    """Load, compose, render, check and write the bundle into a folder of `output`.

    While an error stands nothing is written. Raises `DigestError` with every problem known at
    that point, `UsageError` for names nobody knows and an output among the sources (U012),
    `WorldError` when the disk or a worker fails.
    """
    _refuse_sources(root, output)
    plan = _plan(root, wish)
    shelf = _shelf(plan, output, reuse=machine.reuse)
    found = shelf.find(plan.orders)
    missing = [order for order in plan.orders if order.name not in found]
    wanted = list(dict.fromkeys(order.channel for order in missing))
    runner = machine.hire(wanted, plan.theme, plan.content.publication.theme.logo)
    made = render(missing, plan.theme, runner=runner, progress=progress)
    files = artifacts(plan.orders, found | made, plan.theme, home=plan.home)
    problems = _problems(plan, found | made, files, partial=wish.partial)
    stop_on_errors(problems)
    manifest = _manifest(plan, files, partial=wish.partial)
    if not wish.partial:
        site.prove(plan.content, plan.theme, manifest, files)
    notes = store.write(output, manifest, files)
    notes += _keep(shelf, missing, made)
    if not wish.partial:
        notes += site.publish(plan.content, plan.theme, output)
    folder = output / plan.edition.id
    return Built(folder, manifest, (*problems, *notes), rendered=len(made), reused=len(found))


def _refuse_sources(root: Path, output: Path) -> None:
    """Bundles among records or templates would be read as such by the next build."""
    # Unlike pathlib, realpath raises for no loop of links, but it does in a folder that is gone.
    with writing(output):
        place = Path(os.path.realpath(output))
        homes = {name: os.path.realpath(root / name) for name in (*SOURCES, *KINDS)}
    for name, home in homes.items():
        if place.is_relative_to(home):
            raise UsageError(
                Problem(
                    code="U012",
                    message=f"{output} is where the publication's {name} are read",
                    hint="choose another folder with --output",
                )
            )


def _plan(root: Path, wish: Wish) -> _Plan:
    content, noticed = loaded(root)
    edition = edition_of(content, wish.edition)
    known = channels()
    stop_on_errors((*noticed, *unknown_channels(content)))
    orders = tuple(_orders(content, edition, wish, known))
    if not any(order.kept for order in orders):
        raise UsageError(_nothing(wish))
    theme = Theme(root.resolve())
    noticed += theme.problems(accent=content.publication.theme.accent)
    stop_on_errors(noticed)
    return _Plan(content, edition, orders, theme, _home(content, orders, known), noticed)


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


def _shelf(plan: _Plan, output: Path, *, reuse: bool) -> Shelf:
    logo = plan.content.publication.theme.logo
    inputs = plan.theme.inputs() | ({logo: plan.content.inputs[logo]} if logo else {})
    return Shelf(Cache(private(output, "cache")) if reuse else None, inputs)


def _problems(
    plan: _Plan, renderings: Renderings, files: tuple[Artifact, ...], *, partial: bool
) -> tuple[Problem, ...]:
    """Everything noticed so far, each thing once, and what of it is waived."""
    made = tuple({order.digest.stem: order.digest for order in plan.orders}.values())
    told = (problem for rendering in renderings.values() for problem in rendering.problems)
    subject = Subject(plan.content, plan.edition, made, files, plan.theme.root)
    said = tuple(dict.fromkeys((*told, *table.run(subject))))
    scope = Scope.PART if partial else Scope.BUILT
    return answered(plan.noticed, [Asked(subject, said, scope)])


def _manifest(plan: _Plan, files: tuple[Artifact, ...], *, partial: bool) -> Manifest:
    return manifest_of(
        plan.edition.id,
        files,
        inputs=makings.inputs(plan.content, plan.theme),
        tools=makings.tools(order.channel.distribution for order in plan.orders),
        partial=partial,
    )


def _keep(shelf: Shelf, orders: Sequence[Order], made: Renderings) -> tuple[Problem, ...]:
    try:
        shelf.keep(orders, made)
    except OSError as error:
        return (
            Problem(
                code="B007",
                severity=Severity.NOTE,
                message=f"the bundle is there, but not its cache: {error.strerror or error}",
                hint="the next build renders everything again",
            ),
        )
    return ()


def _nothing(wish: Wish) -> Problem:
    return Problem(
        code="U011",
        message=f"no role of {', '.join(wish.roles) or 'the publication'} is published in "
        f"{', '.join(wish.channels) or 'any channel'}",
        hint="look at the `channels` of the roles in publication.yaml",
    )
