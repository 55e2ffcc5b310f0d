"""What stands in the way of a mail between here and its reader."""

from collections.abc import Iterator

from digest.checks.subject import Subject
from digest.problems import Problem, Severity

#: The media type of a complete mail.
MESSAGE = "message/rfc822"

#: Filters for unwanted mail pass over what is bigger, and other servers refuse it.
LARGEST_MESSAGE = 500_000


def big_message(subject: Subject) -> Iterator[Problem]:
    """E005: a mail as it travels, encoded, is bigger than filters look at."""
    for artifact in subject.artifacts:
        size = len(artifact.content)
        if artifact.media_type == MESSAGE and size > LARGEST_MESSAGE:
            yield Problem(
                code="E005",
                message=f"the mail {artifact.path} has {size:,} bytes; filters read 500,000",
                severity=Severity.WARNING,
                hint="shorten texts, use a smaller logo, or limit the role's records",
            )
