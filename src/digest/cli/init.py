"""`digest init`: a publication to start from."""

from pathlib import Path

import click

from digest.cli.boundary import Reply
from digest.press.init import init


@click.command("init")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
def command(folder: Path) -> Reply:
    """Write a small valid publication into DIR, a new or empty folder."""
    files = init(folder)
    lines = [
        f"{folder} holds a publication: {len(files)} files.",
        *(f"  {file}" for file in files),
        f"Look at it with `digest -P {folder} check`, make it with `digest -P {folder} build`.",
    ]
    return Reply({"folder": str(folder), "files": list(files)}, "\n".join(lines))
