"""Where templates and styles come from: the user's folders first, then ours."""

import hashlib
import json
from collections.abc import Iterator
from functools import cached_property
from importlib.resources import files
from pathlib import Path

from jinja2 import (
    BaseLoader,
    ChoiceLoader,
    Environment,
    FileSystemLoader,
    PrefixLoader,
    StrictUndefined,
)

from digest.edition.view import Digest
from digest.render.style import Style, style_of

KINDS = ("templates", "styles")


def assets(kind: str) -> Path:
    """The folder of packaged `templates`, `styles` or `seeds`, in a wheel or a checkout."""
    packaged = Path(str(files("digest"))) / "_assets" / kind
    return packaged if packaged.is_dir() else Path(__file__).parents[3] / kind


class Theme:
    """The templates and styles of one publication; `root` is its folder, None for ours alone.

    It pickles as its root, so that a worker opens its own environments once.
    """

    def __init__(self, root: Path | None = None) -> None:
        self.root = root

    def __reduce__(self) -> tuple[type["Theme"], tuple[Path | None]]:
        return (Theme, (self.root,))

    @cached_property
    def markup(self) -> Environment:
        """The environment of HTML and MJML: everything is escaped, whatever the file's ending."""
        return self._environment(autoescape=True)

    @cached_property
    def plain(self) -> Environment:
        """The environment of plain text: nothing is escaped, nothing needs to be."""
        return self._environment(autoescape=False)

    def style(self, digest: Digest) -> Style:
        """The design tokens as this digest's publication colours them."""
        tokens = json.loads(self.sheet("tokens.json"))
        return style_of(tokens, accent=digest.look.accent)

    def sheet(self, name: str) -> str:
        """The text of a file below `styles`; FileNotFoundError when neither folder has it."""
        for folder in self._folders("styles"):
            if (folder / name).is_file():
                return (folder / name).read_text(encoding="utf-8")
        raise FileNotFoundError(name)

    def inputs(self) -> dict[str, str]:
        """SHA-256 of every template and style that can take part, by path."""
        return {
            path: hashlib.sha256(file.read_bytes()).hexdigest()
            for kind in KINDS
            for path, file in self._files(kind)
        }

    def _files(self, kind: str) -> Iterator[tuple[str, Path]]:
        for folder in self._folders(kind):
            prefix = kind if self.root and folder == self.root / kind else f"default:{kind}"
            for file in sorted(folder.rglob("*")):
                if file.is_file():
                    yield f"{prefix}/{file.relative_to(folder).as_posix()}", file

    def _folders(self, kind: str) -> tuple[Path, ...]:
        own = (self.root / kind,) if self.root and (self.root / kind).is_dir() else ()
        return (*own, assets(kind))

    def _environment(self, *, autoescape: bool) -> Environment:
        folders = self._folders("templates")
        builtin: BaseLoader = FileSystemLoader(assets("templates"))
        loader = ChoiceLoader(
            [
                PrefixLoader({"default": builtin}, delimiter=":"),
                *(FileSystemLoader(folder) for folder in folders),
            ]
        )
        return Environment(
            loader=loader,
            autoescape=autoescape,  # noqa: S701  # off for text/plain alone, where nothing is markup
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
        )
