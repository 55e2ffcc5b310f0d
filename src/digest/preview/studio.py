"""Where the desk's pictures are made: changes of the sources come in, the last good state out."""

import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from digest.bundle.cache import key
from digest.bundle.tasks import Runner
from digest.press.build import finish, refuse_sources
from digest.press.plan import Wish, plan, shelf
from digest.press.rendering import Hire, Order, Renderings, Shelf, tried
from digest.preview.lane import Lane
from digest.preview.shown import Phase, Shown
from digest.preview.warm import Warm
from digest.preview.work import Name, Work, parts
from digest.problems import DigestError
from digest.render.artifact import Artifact, Rendering
from digest.render.channels import EMAIL


class Means(NamedTuple):
    """Who renders: `quick` what is for the screen, whom `slow` hires the rest, `jobs` at a time.

    With `reuse`, renderings are looked for and kept in the output's private folder.
    """

    quick: Runner
    slow: Hire
    jobs: int
    reuse: bool


class Studio:
    """Keeps the pictures of an edition, the newest one without a name, up to its sources.

    Two lanes work: one reads the sources and renders what is for the screen, the other one
    prints and writes the bundle. A pass is given up for a later change before its next rendering.
    `told` hears of every change of `now`, from any thread.
    """

    def __init__(
        self, root: Path, output: Path, means: Means, *, told: Callable[[], None] = lambda: None
    ) -> None:
        self.root = root
        self.output = output
        self.now = Shown()
        self.told = told
        self.failure: BaseException | None = None
        self._means = means
        self._edition: str | None = None
        self._first: Name = ("", EMAIL.name)
        self._latest = 0
        self._shelf: Shelf | None = None
        self._kept: dict[Name, tuple[str, Rendering]] = {}
        self._guard = threading.RLock()
        self._reading = Lane("desk-screen", self._read, self.fail)
        self._printing = Lane("desk-print", self._print, self.fail)

    def start(self) -> None:
        """Begin with the sources as they are; `UsageError` (U012) for an output among them."""
        refuse_sources(self.root, self.output)
        self._reading.start()
        self._printing.start()
        self.changed()

    def end(self, patience: float | None = None) -> None:
        """Begin nothing further; return when what is in hand is done, or after some seconds."""
        with self._guard:
            self._latest += 1
        self._reading.end(patience)
        self._printing.end(patience)

    def changed(self) -> None:
        """Something of the sources may have changed."""
        with self._guard:
            self._latest += 1
            number = self._latest
        self._reading.give(number)

    def choose(self, edition: str) -> None:
        """Show another edition."""
        with self._guard:
            self._edition = edition
        self.changed()

    def look(self, stem: str, channel: str) -> None:
        """What is being looked at is rendered first from now on."""
        self._first = (stem, channel)

    def fail(self, error: BaseException) -> None:
        """Remember what ends the desk; whoever serves it raises it."""
        self.failure = error
        self.told()

    def _read(self, number: int) -> None:
        try:
            self._render(self._begun(number))
        except DigestError as error:
            self._refused(number, error)

    def _render(self, work: Work) -> None:
        """Make what is for the screen, then hand over to the other lane."""
        warm = Warm(self._means.quick, key(work.plan.inputs()))
        orders = work.missing(screen=True, first=self._first)
        for part in parts(orders, self._means.jobs, alone=self._first):
            if self._make(work, part, warm):
                return
        files = work.files()
        problems = work.problems(files.values())
        self._show(work, phase=Phase.PRINT, files=files, problems=problems)
        self._keep(work, orders)
        self._printing.give(work)

    def _begun(self, number: int) -> Work:
        planned = plan(self.root, Wish(self._edition))
        inputs = planned.inputs()
        if self._shelf is None:
            self._shelf = shelf(planned, self.output, reuse=self._means.reuse)
        self._shelf = self._shelf.beside(inputs)
        keys = {order.name: self._shelf.key(order) for order in planned.orders}
        work = Work(number, planned, keys)
        work.made |= {
            name: made for name, (of, made) in self._kept.items() if keys.get(name) == of
        }
        self._find(work)
        self._show(work, phase=Phase.SCREEN)
        return work

    def _find(self, work: Work) -> None:
        if self._shelf is not None:
            work.made |= self._shelf.find(
                order for order in work.plan.orders if order.name not in work.made
            )

    def _make(self, work: Work, orders: Sequence[Order], runner: Runner) -> bool:
        """Render a part and show it, unless a later change has come: then True."""
        if self._stale(work):
            return True
        made, told = tried(orders, work.plan.theme, runner)
        work.made |= made
        work.told += told
        with self._guard:  # also for a later pass, should this one be given up
            self._kept |= {name: (work.keys[name], one) for name, one in made.items()}
        files = {
            one.path: one for one in (work.one(o) for o in orders if o.name in made and o.kept)
        }
        self._show(work, phase=self.now.phase, files=files)
        return False

    def _print(self, work: Work) -> None:
        try:
            if self._printed(work):
                self._finish(work)
        except DigestError as error:
            self._refused(work.number, error)

    def _printed(self, work: Work) -> bool:
        """Make all the rest; whether it was not given up."""
        theme, logo = work.plan.theme, work.plan.content.publication.theme.logo
        self._find(work)
        orders = work.missing(screen=False, first=self._first)
        for part in parts(orders, self._means.jobs):
            runner = self._means.slow([order.channel for order in part], theme, logo)
            if self._make(work, part, runner):
                return False
        self._keep(work, orders)
        return not self._stale(work)

    def _finish(self, work: Work) -> None:
        """Write the bundle, when everything could be made."""
        files = work.files()
        if work.names - work.made.keys():
            problems = work.problems(files.values())
            self._show(work, phase=Phase.DONE, files=files, problems=problems)
            return
        try:
            built = finish(work.plan, work.made, self.output)
        except DigestError as error:
            self._show(work, phase=Phase.DONE, files=files, problems=error.problems)
            return
        self._show(
            work, phase=Phase.DONE, files=files, problems=built.problems, bundle=built.manifest
        )

    def _keep(self, work: Work, orders: Sequence[Order]) -> None:
        there: Renderings = {o.name: work.made[o.name] for o in orders if o.name in work.made}
        with suppress(OSError):  # what cannot be kept is rendered again; the bundle tells of disks
            if there and self._shelf is not None:
                self._shelf.keep([o for o in orders if o.name in there], there)

    def _stale(self, work: Work) -> bool:
        return work.number != self._latest

    def _refused(self, number: int, error: DigestError) -> None:
        with self._guard:
            if number == self._latest:
                names = frozenset(self._kept)
                self._replace(phase=Phase.DONE, problems=error.problems, behind=names, bundle=None)

    def _show(self, work: Work, **changes: Any) -> None:
        """Show what a pass has come to, unless a later change is in work."""
        with self._guard:
            if self._stale(work):
                return
            self._kept = {name: (work.keys[name], made) for name, made in work.made.items()}
            files = self._files(work) | changes.pop("files", {})
            planned = work.plan
            self._replace(
                content=planned.content,
                edition=planned.edition,
                digests={one.stem: one for one in planned.digests},
                channels=work.channels,
                files=files,
                behind=work.names - work.made.keys(),
                **{"bundle": None, **changes},
            )

    def _files(self, work: Work) -> dict[str, Artifact]:
        """The files shown so far that the plan still has."""
        before = self.now.edition
        if before is None or before.id != work.plan.edition.id:
            return {}
        return {path: self.now.files[path] for path in work.paths if path in self.now.files}

    def _replace(self, **changes: Any) -> None:
        self.now = self.now._replace(number=self.now.number + 1, **changes)
        self.told()
