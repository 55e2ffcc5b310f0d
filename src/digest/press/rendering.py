"""Renders what must be rendered and reuses what did not change."""

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache as memory
from typing import NamedTuple

from digest.bundle import cache, tools
from digest.bundle.cache import Cache
from digest.bundle.tasks import Runner, Task
from digest.edition.view import Digest
from digest.problems import DigestError, Problem, WorldError
from digest.render.artifact import Rendering
from digest.render.channels import Channel
from digest.render.theme import Theme


class Order(NamedTuple):
    """A digest to be rendered in a channel; what is not `kept` is needed by another channel."""

    digest: Digest
    channel: Channel
    kept: bool

    @property
    def name(self) -> tuple[str, str]:
        """What tells it from the others: the digest's stem and the channel."""
        return (self.digest.stem, self.channel.name)


#: Renderings by the names of their orders.
Renderings = dict[tuple[str, str], Rendering]

#: Who renders some channels of a theme; the last is the path of the publication's logo, if any.
Hire = Callable[[Sequence[Channel], Theme, str | None], Runner]

#: Told after each artifact: how many are done, of how many, and which one it was.
Progress = Callable[[int, int, str], None]


class Shelf:
    """What earlier builds left in a cache, asked by order; without a cache it is empty.

    `inputs` are the hashes of all files that renderers may read beside the digest.
    """

    def __init__(self, kept: Cache | None, inputs: Mapping[str, str]) -> None:
        self._cache = kept
        self._inputs = dict(inputs)
        self._tools = memory(lambda package: tools.versions([package] if package else []))
        self._code = memory(tools.fingerprint)

    def beside(self, inputs: Mapping[str, str]) -> "Shelf":
        """The same shelf when those files have changed, but not the tools."""
        shelf = Shelf(self._cache, inputs)
        shelf._tools, shelf._code = self._tools, self._code
        return shelf

    def find(self, orders: Iterable[Order]) -> Renderings:
        """The renderings that are there already."""
        if self._cache is None:
            return {}
        found = {order.name: self._cache.get(self.key(order)) for order in orders}
        return {name: rendering for name, rendering in found.items() if rendering}

    def keep(self, orders: Iterable[Order], renderings: Renderings) -> None:
        """Keep the renderings for the next build; `OSError` when the disk refuses."""
        if self._cache is None:
            return
        for order in orders:
            self._cache.put(self.key(order), renderings[order.name])
        self._cache.prune()

    def key(self, order: Order) -> str:
        """What names the rendering of an order: a hash of everything that takes part."""
        channel = order.channel
        return cache.key(
            hashlib.sha256(order.digest.model_dump_json().encode()).hexdigest(),
            channel.model_dump(mode="json"),
            self._inputs,
            self._tools(channel.distribution),
            self._code("digest"),
            self._code(channel.module),
        )


def tried(
    orders: Sequence[Order], theme: Theme, runner: Runner
) -> tuple[Renderings, tuple[Problem, ...]]:
    """The renderings of the orders that did not fail, and the problems of all, each thing once."""
    outcomes = runner.run([_task(order, theme) for order in orders], lambda _task: None)
    pairs = [*zip(orders, outcomes, strict=True)]
    told = (
        _suspected(outcome, order, theme).problems
        if isinstance(outcome, DigestError)
        else outcome.problems
        for order, outcome in pairs
    )
    made = {order.name: one for order, one in pairs if isinstance(one, Rendering)}
    return made, tuple(dict.fromkeys(problem for problems in told for problem in problems))


def render(
    orders: Sequence[Order], theme: Theme, *, runner: Runner, progress: Progress
) -> Renderings:
    """The rendering of every order.

    All are tried; then one `DigestError` with the problems of all that failed is raised, a
    `WorldError` when nothing but the world is to blame.
    """
    done = iter(range(1, len(orders) + 1))
    outcomes = runner.run(
        [_task(order, theme) for order in orders],
        lambda task: progress(next(done), len(orders), task.name),
    )
    failures = [
        _suspected(outcome, order, theme)
        for order, outcome in zip(orders, outcomes, strict=True)
        if isinstance(outcome, DigestError)
    ]
    if failures:
        raise _together(failures)
    made = zip(orders, outcomes, strict=True)
    return {order.name: one for order, one in made if isinstance(one, Rendering)}


def _task(order: Order, theme: Theme) -> Task:
    return Task(*order.name, order.channel.render, (order.digest, theme))


def _suspected(failure: DigestError, order: Order, theme: Theme) -> DigestError:
    """The failure, with the user's templates it may come from where it tells no place."""
    own = theme.own(order.channel.templates) if order.channel.templates else ()
    if not own or not isinstance(failure, WorldError):
        return failure
    hint = f"look first at your own templates: {', '.join(own)}"
    return WorldError(
        *(
            one if one.path else one.model_copy(update={"path": own[0], "hint": hint})
            for one in failure.problems
        )
    )


def _together(failures: Sequence[DigestError]) -> DigestError:
    worldly = all(isinstance(failure, WorldError) for failure in failures)
    kind = WorldError if worldly else DigestError
    return kind(*dict.fromkeys(problem for one in failures for problem in one.problems))
