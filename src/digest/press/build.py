"""One edition becomes a bundle: every role, language and channel, or those that are named."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from digest.bundle import store
from digest.bundle.manifest import Manifest, manifest_of
from digest.bundle.world import writing
from digest.checks import table
from digest.checks.subject import Subject
from digest.checks.waivers import Asked, Scope, answered
from digest.content.loading import SOURCES
from digest.press import makings, site
from digest.press.assemble import artifacts
from digest.press.placing import placed, placing
from digest.press.plan import Plan, Wish, plan, shelf
from digest.press.rendering import Hire, Order, Progress, Renderings, Shelf, render
from digest.problems import Problem, Severity, UsageError, stop_on_errors
from digest.render.artifact import Artifact
from digest.render.theme import KINDS


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


def build(root: Path, output: Path, wish: Wish, machine: Machine, progress: Progress) -> Built:
    """Load, compose, render, check and write the bundle into a folder of `output`.

    While an error stands nothing is written. Raises `DigestError` with every problem known at
    that point, `UsageError` for names nobody knows and an output among the sources (U012),
    `WorldError` when the disk or a worker fails.
    """
    refuse_sources(root, output)
    planned = plan(root, wish)
    kept = shelf(planned, output, reuse=machine.reuse)
    found = kept.find(planned.orders)
    missing = [order for order in planned.orders if order.name not in found]
    wanted = list(dict.fromkeys(order.channel for order in missing))
    runner = machine.hire(wanted, planned.theme, planned.content.publication.theme.logo)
    with placing(planned.content):
        made = render(missing, planned.theme, runner=runner, progress=progress)
    finished = finish(planned, found | made, output)
    notes = _keep(kept, missing, made)
    problems = (*finished.problems, *notes)
    return finished._replace(problems=problems, rendered=len(made), reused=len(found))


def finish(planned: Plan, renderings: Renderings, output: Path) -> Built:
    """Assemble, check and write the bundle of a plan whose every order is rendered.

    While an error stands nothing is written, and `DigestError` names every problem. Raises
    `WorldError` when the disk fails.
    """
    with placing(planned.content):
        files = artifacts(planned.orders, renderings, planned.theme, home=planned.home)
    problems = _problems(planned, renderings, files)
    stop_on_errors(problems)
    manifest = _manifest(planned, files)
    if not planned.partial:
        site.prove(planned.content, planned.theme, manifest, files)
    notes = store.write(output, manifest, files)
    if not planned.partial:
        notes += site.publish(planned.content, planned.theme, output)
    folder = output / planned.edition.id
    return Built(folder, manifest, (*problems, *notes), rendered=len(renderings), reused=0)


def refuse_sources(root: Path, output: Path) -> None:
    """Bundles among records or templates would be read as such by the next build.

    Raises `UsageError` (U012), `WorldError` (B010) when nobody lets us look.
    """
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


def _problems(
    planned: Plan, renderings: Renderings, files: tuple[Artifact, ...]
) -> tuple[Problem, ...]:
    """Everything noticed so far, each thing once, and what of it is waived."""
    told = (problem for rendering in renderings.values() for problem in rendering.problems)
    subject = Subject(planned.content, planned.edition, planned.digests, files, planned.theme.root)
    said = tuple(dict.fromkeys(placed(planned.content, (*told, *table.run(subject)))))
    scope = Scope.PART if planned.partial else Scope.BUILT
    return answered(planned.noticed, [Asked(subject, said, scope)])


def _manifest(planned: Plan, files: tuple[Artifact, ...]) -> Manifest:
    return manifest_of(
        planned.edition.id,
        files,
        inputs=makings.inputs(planned.content, planned.theme),
        tools=makings.tools(order.channel.distribution for order in planned.orders),
        partial=planned.partial,
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
