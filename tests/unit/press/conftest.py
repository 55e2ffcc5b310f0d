"""What the tests of the press work on."""

from pathlib import Path
from shutil import copytree

import pytest

from support.samples import COAST


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the sample publication to change."""
    copytree(COAST, tmp_path / "coast")
    return tmp_path / "coast"


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """A folder for bundles that is not there yet."""
    return tmp_path / "output"


@pytest.fixture
def brought(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on the path, where packages may be installed."""
    folder = tmp_path / "brought"
    folder.mkdir()
    monkeypatch.syspath_prepend(str(folder))
    return folder
