"""The one table of checks, and how they are asked."""

from collections.abc import Callable, Iterable

from digest.checks import editorial, mail, paper, parity
from digest.checks.subject import Subject
from digest.problems import Problem

#: A check looks at a subject and says what an author should mend.
Check = Callable[[Subject], Iterable[Problem]]

CHECKS: tuple[Check, ...] = (
    editorial.no_takeaway,
    editorial.long_title,
    editorial.no_catalogue,
    editorial.long_subject,
    mail.big_message,
    paper.unfit,
    mail.unsupported,
    parity.parity,
)


def run(subject: Subject, checks: Iterable[Check] = CHECKS) -> tuple[Problem, ...]:
    """What every check says, each thing once, in the order of the checks."""
    return tuple(dict.fromkeys(problem for check in checks for problem in check(subject)))
