"""Templates of the program's own pages, which no publication's theme touches."""

from pathlib import Path

from jinja2 import FileSystemLoader

from digest.render.templates import Templates


def house(folder: Path) -> Templates:
    """The templates in a folder of the program; everything is escaped."""
    return Templates(FileSystemLoader(folder), {folder: folder.name}, autoescape=True)
