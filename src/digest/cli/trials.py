"""A test send from the command line."""

import secrets

from digest.cli.accounts import now
from digest.cli.boundary import Reply
from digest.cli.post import means
from digest.cli.session import Session
from digest.press.prepare import loaded
from digest.press.trial import Wish, trial
from digest.problems import Problem, UsageError


def sent_test(session: Session, edition: str, address: str | None, role: str | None) -> Reply:
    """Send the digest of one role to one address, marked as a test.

    Raises `UsageError` (U016) unless both are named.
    """
    if not address or not role:
        message = "a test goes to one address, with the digest of one role"
        raise UsageError(Problem(code="U016", message=message, hint="give --to and --role"))
    content, _ = loaded(session.root)
    transport = means(session, content.publication).transport
    done = trial(
        session.root,
        session.output,
        Wish(edition=edition, address=address, role=role),
        transport,
        unique=secrets.token_hex(16),
        now=now(),
    )
    result = {"role": done.role, "seal": done.seal, "transport": transport.name}
    return Reply(result, f"{edition}: a test of {done.role} went out through {transport.name}")
