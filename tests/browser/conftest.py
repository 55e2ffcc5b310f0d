"""The desks that browsers open."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.approvals import without_print
from support.openings import Desk


@pytest.fixture(scope="module")
def still(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """A desk with everything, print too, for tests that change nothing."""
    yield from _opened(tmp_path_factory.mktemp("still"))


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    """A desk of one's own; its publication is not printed, so that it is soon made."""
    made = Desk(tmp_path)
    without_print(made.root)
    made.open()
    yield made
    assert made.close() == 0


def _opened(folder: Path) -> Iterator[Desk]:
    made = Desk(folder)
    made.open()
    yield made
    assert made.close() == 0
