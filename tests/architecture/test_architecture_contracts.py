"""A contract that cannot be broken proves nothing: each is broken once, in a copy."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.tree import ROOT

BREAKS = {
    "storeys": ("content/corpus.py", "from digest.edition.view import Digest"),
    "storeys, by a stray room": ("utils.py", '"""A stray room."""'),
    "storeys, for types only": (
        "problems.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import digest.__main__",
    ),
    "cycles": ("content/records.py", "import digest.content.corpus"),
    "strangers": ("render/text.py", "import digest.render.web"),
    "settings": ("press/build.py", "import digest.settings"),
    "pure": ("edition/compose.py", "import time"),
    "reading": ("content/loading.py", "import random"),
    "network": ("press/build.py", "import smtplib"),
    "door-weasyprint": ("render/web.py", "import weasyprint"),
    "door-pikepdf": ("render/web.py", "import pikepdf"),
    "door-pages": ("bundle/store.py", "import pypdfium2"),
    "door-raster": ("bundle/store.py", "import resvg_py"),
    "door-database": ("bundle/store.py", "import sqlalchemy"),
    "door-signatures": ("bundle/store.py", "import cryptography"),
    "door-web": ("press/build.py", "import starlette"),
    "door-mjml": ("render/web.py", "import mjml"),
    "door-jinja": ("bundle/store.py", "import jinja2"),
    "door-yaml": ("bundle/store.py", "import ruamel.yaml"),
    "door-babel": ("render/web.py", "import babel.dates"),
    "door-terminal": ("press/build.py", "import click.utils"),
    "door-settings": ("bundle/store.py", "import pydantic_settings"),
    "door-cluster": ("bundle/executors.py", "import distributed"),
}


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def _lint(folder: Path, *contract: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-logo", "--no-cache", *contract],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(folder / "src")},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.full
@pytest.mark.parametrize("case", BREAKS)
def test_a_broken_contract_is_noticed(case: str, copy: Path) -> None:
    name, line = BREAKS[case]
    with (copy / "src" / "digest" / name).open("a", encoding="utf-8") as room:
        room.write(f"\n{line}\n")

    linted = _lint(copy, "--contract", case.partition(",")[0])

    assert linted.returncode == 1, linted.stdout
    assert "0 kept, 1 broken" in linted.stdout


@pytest.mark.full
def test_the_copy_as_it_is_keeps_them_all(copy: Path) -> None:
    linted = _lint(copy)

    assert linted.returncode == 0, linted.stdout
    assert ", 0 broken" in linted.stdout
