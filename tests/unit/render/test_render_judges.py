"""The judges written for Node are asked only where they can answer."""

import re
from pathlib import Path

import pytest

from support.judges import OLDEST, complaint
from support.tree import ROOT


def _node(folder: Path, says: str) -> str:
    path = folder / "node"
    path.write_text(f"#!/bin/sh\n{says}\n", encoding="utf-8")
    path.chmod(0o755)
    return str(path)


@pytest.mark.parametrize("says", ["echo v18.20.4", "echo v9.0.0", "exit 1", "echo nonsense"])
def test_an_old_node_is_as_good_as_none(says: str, tmp_path: Path) -> None:
    (tmp_path / "node_modules" / "mjml").mkdir(parents=True)

    assert "Node 20 or newer is missing" in str(complaint(_node(tmp_path, says), tmp_path))


def test_a_node_without_the_packages_is_told_how_to_get_them(tmp_path: Path) -> None:
    node = _node(tmp_path, "echo v20.0.0")

    assert complaint(node, tmp_path) == (
        "the packages of requirements/package.json are missing: make setup-full"
    )
    (tmp_path / "node_modules" / "mjml").mkdir(parents=True)
    assert complaint(node, tmp_path) is None


def test_the_setup_asks_for_the_same_node() -> None:
    setup = (ROOT / "requirements" / "setup").read_text("utf-8")

    assert re.findall(r"process\.versions\.node\) < (\d+)", setup) == [str(OLDEST)]
