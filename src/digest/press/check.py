"""Every problem of a publication, or of one of its editions."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from digest.checks import table
from digest.checks.mail import unsupported
from digest.checks.parity import parity
from digest.checks.subject import Subject
from digest.checks.waivers import Asked, answered
from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.content.loading import load
from digest.press.assemble import file
from digest.press.choose import edition_of, unknown_channels
from digest.press.placing import placed
from digest.press.prepare import digests
from digest.press.proofs import Proofs, proofs
from digest.press.rendering import Hire, Order, Renderings, tried
from digest.problems import Problem, Severity, errors
from digest.render.channels import EMAIL
from digest.render.theme import Theme
from digest.values import Frozen

#: What only a finished mail shows.
OF_MAIL = (unsupported, parity)


class Checked(Frozen):
    """What was looked at, and everything that was found."""

    editions: tuple[str, ...]
    records: int
    problems: tuple[Problem, ...]


def check(
    root: Path,
    *,
    edition: str | None = None,
    strict: bool = False,
    prints: bool = False,
    hire: Hire | None = None,
) -> Checked:
    """Read a publication and ask every check about one edition, or about all of them.

    With `strict` every warning is an error, but not what is waived. Nothing is written. Nothing
    is rendered but the mails of a publication with templates or styles of its own, by the runner
    that `hire` gives: only the finished mail shows which rules of mail they break. With `prints`
    every print edition is made as well, and looked at.
    Raises `UsageError` (U010) for an unknown edition.
    """
    result = load(root)
    content = result.content
    chosen = _chosen(content, edition) if content else ()
    look = (*unknown_channels(content), *_looked(root, content)) if content else ()
    able = None if errors(look) else hire
    printer = able if prints else None
    asked = [_asked(root, content, one, printer) for one in chosen] if content else []
    mails = _mailed(root, content, chosen, able) if content and able else ()
    problems = answered((*result.problems, *look, *mails), asked)
    return Checked(
        editions=tuple(one.id for one in chosen),
        records=len(content.records) if content else 0,
        problems=tuple(map(_promoted, problems)) if strict else problems,
    )


def _chosen(content: Content, edition: str | None) -> tuple[Edition, ...]:
    if edition is not None:
        return (edition_of(content, edition),)
    return tuple(sorted(content.editions.values(), key=lambda one: (one.dated, one.id)))


def _asked(root: Path, content: Content, edition: Edition, printer: Hire | None) -> Asked:
    publication = content.publication
    made = tuple(digests(content, edition, publication.roles))
    theme, logo = Theme(root.resolve()), publication.theme.logo
    printed = proofs(made, theme, logo, printer) if printer else Proofs()
    subject = Subject(content, edition, made, printed.files, theme.root)
    return Asked(subject, placed(content, (*printed.problems, *table.run(subject))))


def _looked(root: Path, content: Content) -> tuple[Problem, ...]:
    accent = content.publication.theme.accent
    return placed(content, Theme(root.resolve()).problems(accent=accent))


def _mailed(
    root: Path, content: Content, chosen: Sequence[Edition], hire: Hire
) -> tuple[Problem, ...]:
    """What the mails of a theme of one's own break, alone and beside the digest."""
    theme = Theme(root.resolve())
    if not theme.is_own:
        return ()
    orders = {edition: list(_mails(content, edition)) for edition in chosen}
    every = [order for some in orders.values() for order in some]
    if not every:
        return ()
    made, told = tried(every, theme, hire([EMAIL], theme, content.publication.theme.logo))
    shown = [_shown(content, edition, some, made, theme) for edition, some in orders.items()]
    found = (problem for subject in shown for problem in table.run(subject, OF_MAIL))
    return placed(content, dict.fromkeys((*told, *found)))


def _shown(
    content: Content, edition: Edition, orders: Sequence[Order], made: Renderings, theme: Theme
) -> Subject:
    """The mails of an edition that could be made."""
    there = [order for order in orders if order.name in made]
    files = tuple(file(order, made[order.name]) for order in there)
    return Subject(content, edition, tuple(order.digest for order in there), files, theme.root)


def _mails(content: Content, edition: Edition) -> Iterator[Order]:
    for one in digests(content, edition, content.publication.roles):
        if one.offers(EMAIL.name):
            yield Order(one, EMAIL, kept=True)


def _promoted(problem: Problem) -> Problem:
    if problem.severity is not Severity.WARNING:
        return problem
    return problem.model_copy(update={"severity": Severity.ERROR})
