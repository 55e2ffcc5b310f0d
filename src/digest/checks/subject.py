"""What a check may look at."""

from typing import NamedTuple

from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.edition.view import Digest
from digest.problems import Problem, Severity
from digest.render.artifact import Artifact


class Subject(NamedTuple):
    """An edition of a valid publication, its digests, and its artifacts when they are made."""

    content: Content
    edition: Edition
    digests: tuple[Digest, ...] = ()
    artifacts: tuple[Artifact, ...] = ()

    def warning(self, code: str, message: str, hint: str, *, at: tuple[str, str]) -> Problem:
        """A warning about a field of a record, an edition or (id "") the publication.

        `at` is the id and the way to the field in the words of its file.
        """
        owner, field = at
        path, line, column = self.content.place(owner, field) or (None, None, None)
        return Problem(
            code=code,
            message=message,
            severity=Severity.WARNING,
            path=path,
            line=line,
            column=column,
            hint=hint,
        )
