"""A sent edition, made once and copied for each test of the service."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.approvals import made_once
from support.postgres import Postgres, postgres, programs
from support.public import Place, Visited, moved_in, sent, several, visited


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A publication and its bundle."""
    return made_once(tmp_path_factory.mktemp("made"))


@pytest.fixture
def listed(made: Path, tmp_path: Path) -> Iterator[Place]:
    """A sent edition of a publication that lists its readers in a file."""
    place = sent(made, tmp_path)
    yield place
    place.book.ledger.close()


@pytest.fixture
def place(listed: Place) -> Place:
    """A sent edition of a publication whose readers are in the ledger, with much to choose."""
    moved_in(listed)
    several(listed)
    return listed


@pytest.fixture
def visit(place: Place) -> Iterator[Visited]:
    """The service of that publication."""
    with visited(place) as one:
        yield one


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    """A PostgreSQL: missing on a developer's machine skips, under CI=true fails."""
    tools = programs()
    if tools is None:
        message = "PostgreSQL is missing: apt-get install postgresql"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(message)
    with postgres(tools) as running:
        yield running
