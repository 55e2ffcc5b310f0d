"""What stands before every verb that looks into a publication: load it, compose its digests."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from digest.content.corpus import Content
from digest.content.editions import Edition
from digest.content.loading import load
from digest.content.publication import Role
from digest.edition.compose import compose
from digest.edition.view import Digest
from digest.problems import DigestError, Problem


def loaded(root: Path) -> tuple[Content, tuple[Problem, ...]]:
    """The content of a publication folder and its warnings; `DigestError` when an error stands."""
    result = load(root)
    if result.content is None:
        raise DigestError(*result.problems)
    return result.content, result.problems


def digests(content: Content, edition: Edition, roles: Sequence[Role]) -> Iterator[Digest]:
    """The edition composed for each role in each language of the publication."""
    for role in roles:
        for language in content.publication.all_languages:
            yield compose(content, edition, role, language)
