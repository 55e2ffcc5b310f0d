"""What changed between an edition and another one, or its own bundle."""

from pathlib import Path
from typing import NamedTuple

from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.edition.changes.compare import compare
from digest.edition.changes.view import Changes
from digest.press.choose import edition_of, roles_of
from digest.press.prepare import loaded
from digest.press.sides import Part, built, now, then
from digest.problems import DigestError, Problem, Severity, UsageError


class Question(NamedTuple):
    """What is to be compared: an edition (the newest), with which one, and for which role.

    Without `against` it is compared with the edition before it; named as its own, with what its
    last build made.
    """

    edition: str | None = None
    against: str | None = None
    role: str | None = None


class Compared(NamedTuple):
    """What changed, where the two sides come from and what was noticed on the way."""

    changes: Changes
    before: Part
    after: Part
    problems: tuple[Problem, ...] = ()


def diff(root: Path, output: Path, question: Question) -> Compared:
    """Compare an edition as its files are now with an earlier one as it was on its day.

    Nothing is written. Raises `DigestError` when the content has errors, `UsageError` for names
    nobody knows (U010) and when there is no edition to compare with (V001), and what
    `sides.built` raises when the edition is compared with its own bundle.
    """
    content, edition, other = _chosen(root, question)
    after = now(content, edition)
    if other is edition:
        return _compared(built(output, edition.id, printed=False), after, question.role)
    return _compared(then(content, other), after, question.role)


def diff_built(root: Path, output: Path, question: Question) -> Compared:
    """Compare the bundles of two editions, print editions included, as they stand in an output.

    Nothing is written. Raises what `diff` raises, `sides.built` for either bundle, `UsageError`
    (V006) for an edition and itself.
    """
    content, edition, other = _chosen(root, question)
    if other is edition:
        raise UsageError(_itself(edition))
    before, after = (built(output, one.id, printed=True) for one in (other, edition))
    fresh = {digest.role.id: digest for digest in now(content, edition).digests}
    stale = any(fresh.get(digest.role.id) != digest for digest in after.digests)
    found = _compared(before, after, question.role)
    return found._replace(problems=(*found.problems, *([_stale(edition)] if stale else [])))


def _chosen(root: Path, question: Question) -> tuple[Content, Edition, Edition]:
    """The content, the edition and the one it is compared with."""
    content, _ = loaded(root)
    edition = edition_of(content, question.edition)
    roles_of(content, [question.role] if question.role else [])
    if question.against is not None:
        return content, edition, edition_of(content, question.against)
    return content, edition, _before(content, edition)


def _before(content: Content, edition: Edition) -> Edition:
    """The edition that it names as the previous one, or the last one of its stream before it."""
    if edition.previous is not None:
        return content.editions[edition.previous]
    earlier = [
        one
        for one in content.editions.values()
        if one.stream == edition.stream and (one.dated, one.id) < (edition.dated, edition.id)
    ]
    if not earlier:
        raise UsageError(_first(edition))
    return max(earlier, key=lambda one: (one.dated, one.id))


def _compared(before: Part, after: Part, role: str | None) -> Compared:
    """The comparison of two sides; where a bundle is partial, only of roles that both have."""
    problems: tuple[Problem, ...] = ()
    if before.partial or after.partial:
        before, after, problems = _shared(before, after)
    known = _roles(before) | _roles(after)
    if not (before.digests and after.digests) or (role and role not in known):
        raise DigestError(_nobody(role))
    changes = compare(before.digests, after.digests, role=role)
    return Compared(changes, before, after, problems)


def _shared(before: Part, after: Part) -> tuple[Part, Part, tuple[Problem, ...]]:
    """Both sides with the roles that both have, and a warning where that is not all of them."""
    both = _roles(before) & _roles(after)
    first, second = (
        part._replace(digests=tuple(one for one in part.digests if one.role.id in both))
        for part in (before, after)
    )
    partial = [part.edition for part in (before, after) if part.partial]
    lost = both != _roles(before) | _roles(after)
    return first, second, tuple(_partial(one, both) for one in partial if lost)


def _roles(part: Part) -> set[str]:
    return {digest.role.id for digest in part.digests}


def _first(edition: Edition) -> Problem:
    return Problem(
        code="V001",
        message=f"{edition.id} has no earlier edition in the stream {edition.stream}",
        hint="name another edition with --against",
    )


def _stale(edition: Edition) -> Problem:
    return Problem(
        code="V003",
        severity=Severity.WARNING,
        message=f"the bundle of {edition.id} is not what its files say now",
        hint=f"build it again with `digest build {edition.id}`",
    )


def _partial(edition: str, roles: set[str]) -> Problem:
    compared = ", ".join(sorted(roles)) or "nothing"
    return Problem(
        code="V004",
        severity=Severity.WARNING,
        message=f"the bundle of {edition} is partial; compared is {compared}",
        hint=f"build all of it with `digest build {edition}`",
    )


def _itself(edition: Edition) -> Problem:
    return Problem(
        code="V006",
        message=f"there is one bundle of {edition.id}, and its pages are the same as themselves",
        hint="name another edition with --against",
    )


def _nobody(role: str | None) -> Problem:
    what = f"the role {role} does not stand" if role else "no role stands"
    return Problem(
        code="V008",
        message=f"{what} on both sides, so there is nothing to compare",
        hint="build both editions without --role and --channel",
    )
