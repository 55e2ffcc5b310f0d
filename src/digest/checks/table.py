"""The one table of checks, and how they are asked."""

from collections.abc import Callable, Iterable

from digest.checks import (
    claims,
    editorial,
    figures,
    fragments,
    mail,
    paper,
    parity,
    patterns,
    repeats,
    roles,
)
from digest.checks.subject import Subject
from digest.problems import Problem

#: A check looks at a subject and says what an author should mend.
Check = Callable[[Subject], Iterable[Problem]]

CHECKS: tuple[Check, ...] = (
    editorial.no_takeaway,
    editorial.long_title,
    editorial.no_catalogue,
    editorial.long_subject,
    editorial.long_preheader,
    patterns.only_claims,
    patterns.one_class,
    patterns.contradicted,
    patterns.one_voice,
    patterns.stale_pattern,
    patterns.stale_edition,
    roles.thin_role,
    claims.unsupported_claim,
    figures.loose_number,
    repeats.repeated_finding,
    repeats.same_title,
    editorial.no_limits,
    editorial.long_finding,
    repeats.shared_source,
    roles.long_read,
    mail.big_message,
    fragments.dead_fragment,
    paper.unfit,
    mail.unsupported,
    parity.parity,
)

#: Editorial codes that only finished files can show.
FINISHED = frozenset({"E005", "E021"})


def run(subject: Subject, checks: Iterable[Check] = CHECKS) -> tuple[Problem, ...]:
    """What every check says, each thing once, in the order of the checks."""
    return tuple(dict.fromkeys(problem for check in checks for problem in check(subject)))
