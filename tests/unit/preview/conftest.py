"""What the tests of the desk work on."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from support.approvals import without_print
from support.desks import Watched
from support.samples import COAST


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the sample publication to change, without print: it is soon made."""
    copytree(COAST, tmp_path / "coast")
    without_print(tmp_path / "coast")
    return tmp_path / "coast"


@pytest.fixture
def output(tmp_path: Path) -> Path:
    """A folder for bundles that is not there yet."""
    return tmp_path / "output"


@pytest.fixture
def watched(root: Path, output: Path) -> Iterator[Watched]:
    """A studio at work, with its first bundle written."""
    made = Watched(root, output)
    made.studio.start()
    made.done()
    yield made
    made.quick.gate.set()
    made.slow.gate.set()
    made.studio.end()


@pytest.fixture(scope="module")
def standing(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    """A studio that has made everything, for tests that change nothing."""
    folder = tmp_path_factory.mktemp("standing")
    copytree(COAST, folder / "coast")
    without_print(folder / "coast")
    made = Watched(folder / "coast", folder / "output")
    made.studio.start()
    made.done()
    yield made
    made.studio.end()
