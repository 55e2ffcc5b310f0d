"""What a bundle is made of, and what of that is no longer as it was."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from digest.bundle.manifest import Manifest
from digest.bundle.tools import versions
from digest.content.corpus import Content
from digest.content.loading import SUBSCRIBERS
from digest.problems import Problem
from digest.render.channels import channels
from digest.render.theme import Theme
from digest.values import Frozen

#: So many changes are named one by one.
NAMED = 5


class Kind(StrEnum):
    """What took part: a file of the author, a tool of the machine, or who would get it."""

    INPUT = "input"
    TOOL = "tool"
    AUDIENCE = "audience"


class Change(Frozen):
    """One thing that is not as it was when a bundle was made.

    Inputs are known by their hashes, tools by their versions, an audience by how many there are;
    None on the side where it is not.
    """

    kind: Kind
    name: str
    before: str | None
    now: str | None

    @property
    def text(self) -> str:
        """The change in a few words."""
        if self.before is None:
            return f"{self.name} is new"
        if self.now is None:
            return f"{self.name} is gone"
        if self.kind is Kind.AUDIENCE:
            return f"{self.name} are {self.now}, were {self.before}{self._others}"
        if self.kind is Kind.TOOL:
            return f"{self.name} is {self.now}, was {self.before}"
        return f"{self.name} was changed"

    @property
    def _others(self) -> str:
        return ", not the same" if self.now == self.before else ""


def inputs(content: Content, theme: Theme) -> dict[str, str]:
    """The files a bundle is made from; readers are not: a new one makes no new bundle."""
    read = {path: sha for path, sha in content.inputs.items() if path != SUBSCRIBERS}
    return read | theme.inputs()


def tools(packages: Iterable[str | None]) -> dict[str, str]:
    """The tools that make it, with their versions; `packages` are those of further channels."""
    return versions(name for name in dict.fromkeys(packages) if name)


def changes(made: Manifest, content: Content, theme: Theme) -> tuple[Change, ...]:
    """What differs between the making of a bundle and the publication and the machine now."""
    packages = (channel.distribution for channel in channels().values())
    now = tools(packages)
    # A package of a channel that no role was published in took no part.
    known = {name: now[name] for name in now if name in made.tools or name in tools(())}
    return (
        *_between(Kind.INPUT, made.inputs, inputs(content, theme)),
        *_between(Kind.TOOL, made.tools, known),
    )


def between(before: Manifest, now: Manifest) -> tuple[Change, ...]:
    """What differs between the making of one bundle and that of another."""
    return (
        *_between(Kind.INPUT, before.inputs, now.inputs),
        *_between(Kind.TOOL, before.tools, now.tools),
    )


def told(found: tuple[Change, ...]) -> str:
    """The changes in a few words, the first ones by name."""
    named = [one.text for one in found[:NAMED]]
    if rest := len(found) - len(named):
        named.append(f"{rest} further {'changes' if rest > 1 else 'change'}")
    return "; ".join(named)


def outdated(edition: str, found: tuple[Change, ...]) -> Problem:
    """The problem that a bundle is not what a build would make now (A002)."""
    return Problem(
        code="A002",
        message=f"the bundle of {edition} is out of date: {told(found)}",
        hint=f"run `digest build {edition}`: with equal bytes an approval stays valid",
    )


def _between(kind: Kind, before: Mapping[str, str], now: Mapping[str, str]) -> Iterable[Change]:
    for name in sorted({*before, *now}):
        if before.get(name) != now.get(name):
            yield Change(kind=kind, name=name, before=before.get(name), now=now.get(name))
