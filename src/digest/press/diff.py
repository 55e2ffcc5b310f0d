"""What changed between an edition and another one, or its own bundle."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.edition.changes.compare import compare
from digest.edition.changes.view import Changes
from digest.press.choose import edition_of, roles_of
from digest.press.prepare import loaded
from digest.press.sides import Part, approved, built, now, then
from digest.problems import DigestError, Problem, Severity, UsageError

#: What to compare with when it is to be the edition's own last approved bundle.
APPROVED = "approved"

#: Tells the seal of an edition's last approved bundle, by the edition's id; None without one.
Seals = Callable[[str], str | None]


class Question(NamedTuple):
    """What is to be compared: an edition (the newest), with which one, and for which role.

    Without `against` it is compared with the edition before it; named as its own, with what its
    last build made; with `APPROVED`, with the bundle of it that was approved last.
    """

    edition: str | None = None
    against: str | None = None
    role: str | None = None


class Former(NamedTuple):
    """What an edition is compared with: another one, or the bundle of itself with that seal."""

    edition: Edition
    seal: str | None


class Compared(NamedTuple):
    """What changed, where the two sides come from and what was noticed on the way."""

    changes: Changes
    before: Part
    after: Part
    problems: tuple[Problem, ...] = ()


def diff(root: Path, output: Path, question: Question, seals: Seals | None = None) -> Compared:
    """Compare a publication's files as `diff_loaded` does; `DigestError` when one has errors."""
    content, _ = loaded(root)
    return diff_loaded(content, output, question, seals)


def diff_loaded(
    content: Content, output: Path, question: Question, seals: Seals | None = None
) -> Compared:
    """Compare an edition as its files are now with an earlier one as it was on its day.

    Nothing is written. Raises `DigestError` (V009) when the edition is compared with its approved
    bundle and none is approved, `UsageError` for names nobody knows (U010) and when there is no
    edition to compare with (V001), and what `sides.built` and `sides.approved` raise when the
    edition is compared with a bundle of its own.
    """
    edition, other = _chosen(content, question)
    after = now(content, edition)
    if other is None:
        before = _approved(output, edition, seals, printed=False)
    elif other is edition:
        before = built(output, edition.id, printed=False)
    else:
        before = then(content, other)
    return _compared(before, after, question.role)


def diff_built(
    root: Path, output: Path, question: Question, seals: Seals | None = None
) -> Compared:
    """Compare the bundles of two editions, print editions included, as they stand in an output.

    Nothing is written. Raises what `diff` raises, `sides.built` for either bundle, `UsageError`
    (V006) for an edition and itself.
    """
    content, _ = loaded(root)
    edition, other = _chosen(content, question)
    if other is edition:
        raise UsageError(_itself(edition))
    after = built(output, edition.id, printed=True)
    if other is None:
        before = _approved(output, edition, seals, printed=True)
    else:
        before = built(output, other.id, printed=True)
    fresh = {digest.role.id: digest for digest in now(content, edition).digests}
    stale = any(fresh.get(digest.role.id) != digest for digest in after.digests)
    found = _compared(before, after, question.role)
    return found._replace(problems=(*found.problems, *([_stale(edition)] if stale else [])))


def former(content: Content, question: Question, seals: Seals | None = None) -> Former:
    """What an edition is compared with.

    Raises `DigestError` (V009) when none is approved, `UsageError` (U010, V001) as above.
    """
    edition, other = _chosen(content, question)
    if other is None:
        return Former(edition, _seal(edition, seals))
    return Former(other, None)


def _chosen(content: Content, question: Question) -> tuple[Edition, Edition | None]:
    """The edition and the one it is compared with; None for its own approved bundle."""
    edition = edition_of(content, question.edition)
    roles_of(content, [question.role] if question.role else [])
    if question.against == APPROVED:
        return edition, None
    if question.against is not None:
        return edition, edition_of(content, question.against)
    return edition, _before(content, edition)


def _approved(output: Path, edition: Edition, seals: Seals | None, *, printed: bool) -> Part:
    return approved(output, edition.id, _seal(edition, seals), printed=printed)


def _seal(edition: Edition, seals: Seals | None) -> str:
    seal = seals(edition.id) if seals else None
    if seal is None:
        raise DigestError(_never(edition))
    return seal


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


def _never(edition: Edition) -> Problem:
    return Problem(
        code="V009",
        message=f"no bundle of {edition.id} is approved",
        hint="name an edition with --against, or approve one with `digest approve`",
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
