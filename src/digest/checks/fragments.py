"""Whether links into the pages of an edition find the place they name."""

from collections.abc import Iterator
from functools import cache
from urllib.parse import unquote

from digest.checks.reading import READERS, page
from digest.checks.subject import Subject
from digest.problems import Problem, Severity
from digest.render.artifact import Artifact
from digest.render.channels import WEB

#: So many dead links of one file are told.
_TOLD = 5


def dead_fragment(subject: Subject) -> Iterator[Problem]:
    """E021: a file leads to a place that the page it names does not have.

    Links inside one page are the web edition's own affair; addresses elsewhere are not followed.
    """
    pages = {one.path: one.content for one in subject.artifacts if one.channel == WEB.name}
    addresses = {one.links.web: f"{one.stem}{WEB.suffix}" for one in subject.digests}
    anchors = cache(lambda path: page(pages[path]).anchors)
    for artifact in subject.artifacts:
        dead = [
            (path, fragment)
            for path, fragment in _fragments(artifact, addresses)
            if path in pages and fragment not in anchors(path)
        ]
        for path, fragment in dead[:_TOLD]:
            yield Problem(
                code="E021",
                message=f"{artifact.path} leads to {path}#{fragment}, which is not there",
                severity=Severity.WARNING,
                hint="print every entry and pattern with its `anchor` as `id`",
            )


def _fragments(artifact: Artifact, addresses: dict[str, str]) -> Iterator[tuple[str, str]]:
    """The pages a file leads into, and the places there."""
    for channel, read in READERS.items():
        if artifact.channel == channel.name and artifact.media_type == channel.media_type:
            for link in read(artifact.content).links:
                target, _, fragment = link.partition("#")
                if target and fragment:
                    yield addresses.get(target, target), unquote(fragment)
