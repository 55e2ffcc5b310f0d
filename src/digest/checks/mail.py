"""What stands in the way of a mail between here and its reader."""

from collections.abc import Iterator

from digest.checks.subject import Subject
from digest.problems import Problem, Severity
from digest.render.channels import EMAIL

#: The media types of a complete mail and of its HTML alone.
MESSAGE = "message/rfc822"
HTML = "text/html"

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


def unsupported(subject: Subject) -> Iterator[Problem]:
    """T21: a mail uses what Gmail or Outlook lack, or what most mail programs know badly."""
    mails = [
        (artifact.path, artifact.content)
        for artifact in subject.artifacts
        if artifact.channel == EMAIL.name and artifact.media_type == HTML
    ]
    if not mails:
        return
    # Reading HTML takes lxml, which nobody needs who only reads content.
    from digest.checks.clients.report import findings  # noqa: PLC0415  # lxml, for who reads mail alone

    yield from (finding.problem(subject.root) for finding in findings(mails))
