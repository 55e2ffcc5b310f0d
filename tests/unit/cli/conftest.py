"""What the tests of the command line work on."""

from pathlib import Path
from shutil import copytree

import pytest

from support.samples import COAST


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """A folder that is a publication: a copy of the sample."""
    copytree(COAST, tmp_path / "coast")
    return tmp_path / "coast"


@pytest.fixture
def brought(tmp_path: Path) -> Path:
    """A folder where packages may be installed for another process."""
    folder = tmp_path / "brought"
    folder.mkdir()
    return folder
