"""What the tests of the press work on."""

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from digest.press.accounts import Accounts
from support.approvals import accounts, made_once
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


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Accounts]:
    """The ledger of a desk and its keys, closed afterwards."""
    found = accounts(tmp_path)
    yield found
    found.ledger.close()


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A publication and its bundle, side by side."""
    return made_once(tmp_path_factory.mktemp("made"))


@pytest.fixture
def ready(made: Path, root: Path, output: Path) -> Path:
    """A publication whose bundle lies in the output."""
    copytree(made / "coast", root, dirs_exist_ok=True)
    copytree(made / "output", output)
    return root
