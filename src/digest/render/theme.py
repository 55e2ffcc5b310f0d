"""Where templates and styles come from: the user's folders first, then ours."""

import hashlib
import re
from collections.abc import Iterator
from functools import cached_property, partial
from importlib.resources import files
from pathlib import Path, PurePosixPath

from jinja2 import ChoiceLoader, FileSystemLoader, PrefixLoader

from digest.content.folder import Folder
from digest.content.places import quoted
from digest.problems import DigestError, Problem, stop_on_errors
from digest.render.misnamed import misnamed
from digest.render.strays import strays
from digest.render.style import Branded, Style, shade_problems, style_of
from digest.render.templates import Templates, not_utf8
from digest.render.tokens import FILE, Tokens, tokens_of

KINDS = ("templates", "styles")

_OURS = re.compile(r"""^[ \t]*@import\s+(["'])default:([^"'\n]+)\1;[ \t]*$""", re.MULTILINE)
#: What only the public pages are made of: no bundle.
_PUBLIC = re.compile(r"(default:)?(templates/service/|styles/service\.css$)")


def assets(kind: str) -> Path:
    """A folder the program brings, such as `templates`, in a wheel or a checkout."""
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
    def markup(self) -> Templates:
        """The environment of HTML and MJML: everything is escaped, whatever the file's ending."""
        return self._environment(autoescape=True)

    @cached_property
    def plain(self) -> Templates:
        """The environment of plain text: nothing is escaped, nothing needs to be."""
        return self._environment(autoescape=False)

    def style(self, branded: Branded) -> Style:
        """The design tokens as the publication of a digest, or of an archive, colours them.

        DigestError (H005, H006) when the user's tokens are broken.
        """
        return style_of(self._tokens, accent=branded.look.accent)

    def sheet(self, name: str) -> str:
        """The text of a file below `styles`, the user's before ours.

        A line `@import "default:NAME";` stands for our own sheet of that name. DigestError H007
        when no folder has it, H004 when it is not UTF-8.
        """
        *_, ours = folders = self._folders("styles")
        return _OURS.sub(lambda found: _read(found[2], ours), _read(name, *folders))

    def problems(self, *, accent: str) -> tuple[Problem, ...]:
        """What is wrong with the user's templates and styles, and which shades were changed."""
        found: list[Problem] = []
        looks = (self._template_problems, self._sheet_problems, self._misnamed)
        for look in (*looks, partial(self._shades, accent)):
            try:
                found += look()
            except DigestError as error:
                found += error.problems
        return tuple(dict.fromkeys(found))

    @property
    def is_own(self) -> bool:
        """Whether the user brings templates or styles at all."""
        return any(self._folders(kind)[:-1] for kind in KINDS)

    def own(self, folder: str) -> tuple[str, ...]:
        """The user's own templates in a folder of `templates`, as they are reported."""
        places = self._folders("templates")[:-1]
        inside = (f"{prefix}/{folder}/" for prefix, _ in places)
        found = [path for place in places for path, _ in _files(*place)]
        return tuple(path for start in inside for path in found if path.startswith(start))

    def inputs(self) -> dict[str, str]:
        """SHA-256 of every template and style that can take part, by path, in order.

        The public pages are no part of a bundle.
        """
        return {
            path: hashlib.sha256(file.read_bytes()).hexdigest()
            for kind in KINDS
            for prefix, folder in self._folders(kind)
            for path, file in _files(prefix, folder)
            if not _PUBLIC.match(path)
        }

    def _template_problems(self) -> Iterator[Problem]:
        for prefix, folder in self._folders("templates")[:-1]:
            for path, _ in _files(prefix, folder):
                try:
                    self.markup.get_template(path.removeprefix(f"{prefix}/"))
                except DigestError as error:
                    yield from error.problems

    def _sheet_problems(self) -> Iterator[Problem]:
        # A parser that only sheets of one's own need.
        from digest.render.stylesheets import faults  # noqa: PLC0415  # only for sheets of one's own

        *own, ours = self._folders("styles")
        for path, file in (found for place in own for found in _files(*place)):
            if file.suffix == ".css":
                try:
                    text = _text(file, path)
                    yield from faults(text, path)
                    yield from _strange_imports(text, path, ours)
                except DigestError as error:
                    yield from error.problems

    def _misnamed(self) -> Iterator[Problem]:
        for kind in KINDS:
            *own, ours = self._folders(kind)
            known = {path.removeprefix(f"{ours[0]}/") for path, _ in _files(*ours)}
            for place in own:
                texts = {
                    path.removeprefix(f"{kind}/"): file.read_text("utf-8", errors="replace")
                    for path, file in _files(*place)
                }
                yield from misnamed(kind, texts, known)

    def _shades(self, accent: str) -> Iterator[Problem]:
        return shade_problems(self._tokens, accent=accent)

    @cached_property
    def _tokens(self) -> Tokens:
        """Our tokens with the user's laid over them."""
        folders = [at for at in self._folders("styles") if (at[1] / FILE).is_file()]
        return tokens_of(*(_read(FILE, at) for at in reversed(folders)))

    @cached_property
    def _homes(self) -> dict[str, tuple[tuple[str, Path], ...]]:
        homes = {kind: _home(kind, self.root) for kind in KINDS}
        stop_on_errors(
            problem
            for kind, (*own, _) in homes.items()
            for _, folder in own
            for problem in strays(kind, folder, self.root or folder)
        )
        return homes

    def _folders(self, kind: str) -> tuple[tuple[str, Path], ...]:
        """The folders of a kind, each after the name it is reported by: the user's, then ours.

        DigestError H010 when the user's hold what is no file of the publication, H013 what is
        closed to us.
        """
        return self._homes[kind]

    def _environment(self, *, autoescape: bool) -> Templates:
        folders = self._folders("templates")
        ours = FileSystemLoader(assets("templates"))
        own = [FileSystemLoader(folder, encoding="utf-8-sig") for _, folder in folders[:-1]]
        named = PrefixLoader({"default": ours}, delimiter=":")
        return Templates(
            ChoiceLoader([named, *own, ours]),
            {folder: prefix for prefix, folder in folders},
            autoescape=autoescape,
        )


def _home(kind: str, root: Path | None) -> tuple[tuple[str, Path], ...]:
    ours = (f"default:{kind}", assets(kind))
    own = root / kind if root else ours[1]
    if root is None or own == ours[1] or not Folder(root).has(kind):
        return (ours,)
    return ((kind, own), ours)


def _files(prefix: str, folder: Path) -> Iterator[tuple[str, Path]]:
    """The visible files of a folder in order, each after the path it is reported by."""
    for file in sorted(folder.rglob("*")):
        if file.is_file() and not file.name.startswith("."):
            yield f"{prefix}/{file.relative_to(folder).as_posix()}", file


def _strange_imports(text: str, path: str, ours: tuple[str, Path]) -> Iterator[Problem]:
    """H007, with its line, for each sheet of ours that a text asks for and that does not exist."""
    for found in _OURS.finditer(text):
        if not _holds(ours[1], found[2]):
            line = text.count("\n", 0, found.start(1)) + 1
            yield _no_sheet(found[2]).model_copy(update={"path": path, "line": line})


def _read(name: str, *folders: tuple[str, Path]) -> str:
    for prefix, folder in folders:
        if _holds(folder, name):
            return _text(folder / name, f"{prefix}/{name}")
    raise DigestError(_no_sheet(name))


def _holds(folder: Path, name: str) -> bool:
    """Whether a file of that name stands below the folder; nothing above it is looked at."""
    path = PurePosixPath(name)
    return not path.is_absolute() and ".." not in path.parts and (folder / path).is_file()


def _no_sheet(name: str) -> Problem:
    return Problem(
        code="H007",
        message=f"no folder holds the style sheet {quoted(name)}",
        hint="sheets are looked for in the publication's styles/ folder, then in ours",
    )


def _text(file: Path, path: str) -> str:
    try:
        return file.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise DigestError(not_utf8(path, error)) from error
