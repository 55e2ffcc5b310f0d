"""Where a theme itself writes what a mail shows: the file and line of a colour, a font, a rule."""

from collections.abc import Iterator
from pathlib import Path

from digest.render.theme import Theme
from digest.render.tokens import FILE

#: What every mail is made of.
TEMPLATE = "mail/digest.mjml"


def template(theme: Theme, name: str) -> str:
    """The reported path of the template of that name: the publication's own before ours."""
    homes = (prefix for folder, prefix in theme.markup.places.items() if (folder / name).is_file())
    return f"{next(homes, 'default:templates')}/{name}"


def find(theme: Theme, *needles: str) -> tuple[str, int] | None:
    """The first line of the publication's own theme that holds the first needle found at all.

    White space and case make no difference. None where only our own theme can have written it.
    """
    lines = list(_lines(theme))
    for needle in map(_plain, needles):
        for path, number, line in lines:
            if needle in line:
                return path, number
    return None


def _lines(theme: Theme) -> Iterator[tuple[str, int, str]]:
    for path, file in _own(theme):
        text = file.read_text(encoding="utf-8", errors="replace")
        for number, line in enumerate(text.splitlines(), start=1):
            yield path, number, _plain(line)


def _own(theme: Theme) -> Iterator[tuple[str, Path]]:
    for folder, prefix in theme.markup.places.items():
        if not prefix.startswith("default:"):
            for file in sorted(folder.rglob("*")):
                if file.is_file():
                    yield f"{prefix}/{file.relative_to(folder).as_posix()}", file
    if theme.root and (tokens := theme.root / "styles" / FILE).is_file():
        yield f"styles/{FILE}", tokens


def _plain(text: str) -> str:
    return "".join(text.split()).lower()
