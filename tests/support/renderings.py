"""Digests of the sample publications, and files that hold what a renderer should make of them."""

import os
from pathlib import Path
from typing import Any

from digest.content.corpus import Content
from digest.edition.compose import compose
from digest.edition.view import Digest
from support.quick import quick_content
from support.samples import COAST

GOLDEN = Path(__file__).parents[1] / "golden"

#: The roles of the coast publication.
ROLES = ("executive", "planner", "engineer")


def coast(role: str = "engineer", **changes: Any) -> Digest:
    """The coast publication's digest for a role, with fields of the digest changed as given."""
    return digest_of(quick_content(COAST), role).model_copy(update=changes)


def digest_of(content: Content, role: str) -> Digest:
    """The digest of the newest edition for a role in the publication's language."""
    publication = content.publication
    return compose(content, content.newest(), publication.role(role), publication.language)


def golden(name: str, made: bytes) -> bytes:
    """What is stored under that name; `UPDATE_GOLDEN=1` stores what was made, to be read."""
    path = GOLDEN / name
    if os.environ.get("UPDATE_GOLDEN") == "1":
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(made)
    return path.read_bytes()
