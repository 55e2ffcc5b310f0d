"""The wheel carries everything the checkout has, and the same bytes every time."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from support.tree import ROOT, tracked

#: 2020-01-01: wheels hold times, so the test fixes them.
MOMENT = "1577836800"

FOLDERS = ("templates", "styles", "seeds", "docs/problems")


def _build(target: Path, *what: str) -> Path:
    subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", *what, "--outdir", target, ROOT],
        check=True,
        capture_output=True,
        env=os.environ | {"SOURCE_DATE_EPOCH": MOMENT},
    )
    (wheel,) = target.glob("*.whl")
    return wheel


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return _build(tmp_path_factory.mktemp("wheel"), "--wheel")


def _names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


@pytest.mark.parametrize("folder", FOLDERS)
def test_the_wheel_holds_every_asset_of_the_tree_and_no_other(wheel: Path, folder: str) -> None:
    inside = {
        name.removeprefix(f"digest/_assets/{folder}/")
        for name in _names(wheel)
        if name.startswith(f"digest/_assets/{folder}/")
    }
    tree = {
        path.relative_to(ROOT / folder).as_posix()
        for path in tracked()
        if path.is_relative_to(ROOT / folder)
    }

    assert inside == tree
    assert tree


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    source = ROOT / "src"
    tree = {
        path.relative_to(source).as_posix() for path in tracked() if path.is_relative_to(source)
    }

    assert tree <= _names(wheel)
    assert "digest/py.typed" in tree


def test_the_wheel_holds_nothing_else(wheel: Path) -> None:
    strangers = {
        name
        for name in _names(wheel)
        if not name.startswith("digest/") and ".dist-info/" not in name
    }

    assert strangers == set()


def test_an_asset_has_the_bytes_of_the_tree(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        for folder in FOLDERS:
            for path in sorted((ROOT / folder).rglob("*")):
                name = f"digest/_assets/{path.relative_to(ROOT).as_posix()}"
                if path.is_file():
                    assert archive.read(name) == path.read_bytes()


def test_a_second_build_has_the_same_bytes_even_by_way_of_the_source_archive(
    wheel: Path, tmp_path: Path
) -> None:
    again = _build(tmp_path)

    assert again.read_bytes() == wheel.read_bytes()


def test_the_wheel_holds_our_licence_and_the_notices_of_others(wheel: Path) -> None:
    inside = {name.partition(".dist-info/licenses/")[2] for name in _names(wheel)}

    notices = {path.relative_to(ROOT).as_posix() for path in tracked() if path.name == "NOTICE"}
    assert {"LICENSE", *notices} <= inside
    assert notices
