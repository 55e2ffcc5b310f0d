"""The list of a bundle's files with their hashes, and the seal over that list."""

import hashlib
import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal, Self

from pydantic import Field, ValidationError, field_validator, model_validator

from digest.problems import DigestError, Problem
from digest.render.artifact import Artifact
from digest.values import Frozen

#: The manifest's own name in the bundle.
NAME = "manifest.json"


class File(Frozen):
    """One file of the bundle: its name there, what it is, its size and its hash."""

    path: str
    role: str
    channel: str
    media_type: str
    bytes: int = Field(ge=0)
    sha256: str = Field(pattern="^[0-9a-f]{64}$")
    pages: int | None = None

    @field_validator("path")
    @classmethod
    def _plain(cls, path: str) -> str:
        if path in {"", ".", "..", NAME} or set(path) & {"/", "\\", "\0"}:
            raise ValueError("not the name of a file in the bundle")
        return path


class Manifest(Frozen):
    """What a bundle holds and what it was made of.

    `inputs` maps the files it was made from to their SHA-256, `tools` the tools to their
    versions. `seal` is the SHA-256 over the files alone: see `seal_of`.
    """

    schema_version: Literal[1] = Field(default=1, alias="schema")
    edition: str = Field(pattern="^[a-z0-9][a-z0-9-]{0,62}[a-z0-9]$")
    seal: str
    partial: bool = False
    inputs: dict[str, str] = Field(default_factory=dict)
    tools: dict[str, str] = Field(default_factory=dict)
    files: tuple[File, ...]

    @model_validator(mode="after")
    def _sealed(self) -> Self:
        names = [file.path for file in self.files]
        if sorted(set(names)) != names:
            raise ValueError("its files are not in order, or one is listed twice")
        if self.seal != seal_of(self.files):
            raise ValueError("its seal does not fit its list of files")
        return self

    @property
    def document(self) -> dict[str, Any]:
        """The manifest as JSON-able data; what says nothing (`partial`, `pages`) is absent."""
        data = self.model_dump(by_alias=True, exclude_none=True)
        return data if self.partial else {k: v for k, v in data.items() if k != "partial"}

    def to_bytes(self) -> bytes:
        """The manifest as its file holds it: sorted keys, two spaces, one newline at the end."""
        text = json.dumps(self.document, sort_keys=True, ensure_ascii=False, indent=2)
        return f"{text}\n".encode()


def canonical(data: Any) -> bytes:
    """JSON with sorted keys, no white space and no escapes that UTF-8 does not need."""
    return json.dumps(
        data, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False
    ).encode()


def seal_of(files: Iterable[File]) -> str:
    """SHA-256 in hexadecimal over the canonical JSON of the list of files, sorted by path.

    Each file counts with path, role, channel, media type, size, hash and, where it has them,
    pages. Inputs, tools and the edition's id are not sealed: the same bytes have one seal.
    """
    rows = sorted((file.model_dump(exclude_none=True) for file in files), key=lambda f: f["path"])
    return hashlib.sha256(canonical(rows)).hexdigest()


def manifest_of(
    edition: str,
    artifacts: Iterable[Artifact],
    *,
    inputs: dict[str, str],
    tools: dict[str, str],
    partial: bool = False,
) -> Manifest:
    """The manifest of these artifacts; `DigestError` when two of them claim one file name."""
    artifacts = sorted(artifacts, key=lambda artifact: artifact.path)
    count = Counter([NAME, *(artifact.path for artifact in artifacts)])
    if clashes := [name for name in count if count[name] > 1]:
        raise DigestError(*map(_clash, clashes))
    files = tuple(map(_file, artifacts))
    return Manifest(
        edition=edition,
        seal=seal_of(files),
        partial=partial,
        inputs=inputs,
        tools=tools,
        files=files,
    )


def parse(content: bytes, *, path: str = NAME) -> Manifest:
    """The manifest in these bytes; `DigestError` (B004) when they hold none or it is forged."""
    try:
        return Manifest.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = "/".join(map(str, first["loc"]))
        raise DigestError(
            Problem(
                code="B004",
                message=f"this is no valid manifest: {first['msg']}",
                path=path,
                pointer=f"/{where}" if where else None,
                hint="build the edition again",
            )
        ) from error


def _file(artifact: Artifact) -> File:
    return File(
        path=artifact.path,
        role=artifact.role,
        channel=artifact.channel,
        media_type=artifact.media_type,
        bytes=len(artifact.content),
        sha256=artifact.sha256,
        pages=artifact.pages,
    )


def _clash(name: str) -> Problem:
    return Problem(
        code="B001",
        message=f"two files of the bundle would be called {name}",
        hint="choose another id for the role that is named like a file of the bundle",
    )
