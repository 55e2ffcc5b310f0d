"""Packages that bring channels, installed into a folder."""

from pathlib import Path
from textwrap import dedent

CHANNEL = """
from digest.render.channels import Channel

CHANNEL = Channel(
    name="{name}", suffix=".{name}", media_type="text/x-{name}", module="{module}_renderer"
)
"""

HEAD = "from digest.render.artifact import Rendering\n"


def install(folder: Path, name: str, renderer: str, *, value: str | None = None) -> dict[str, str]:
    """Install a package whose channel `name` has this source; the environment that finds it.

    `value` is what the entry point names instead of the channel.
    """
    module = f"brought_{name}"
    source = CHANNEL.format(name=name, module=module)
    (folder / f"{module}.py").write_text(source)
    (folder / f"{module}_renderer.py").write_text(HEAD + dedent(renderer))
    info = folder / f"{module}-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.2\n")
    entry = value or f"{module}:CHANNEL"
    (info / "entry_points.txt").write_text(f"[digest.channels]\n{name} = {entry}\n")
    return {"PYTHONPATH": str(folder)}
