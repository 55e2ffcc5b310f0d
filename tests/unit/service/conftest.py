"""A sent edition, made once and copied for each test of the service."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.approvals import made_once
from support.postgres import Postgres, postgres, programs
from support.public import Place, Visited, copied, moved_in, sent, several, visited


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A publication and its bundle."""
    return made_once(tmp_path_factory.mktemp("made"))


@pytest.fixture(scope="session")
def in_file(made: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A sent edition of a publication that lists its readers in a file."""
    folder = tmp_path_factory.mktemp("listed")
    sent(made, folder).book.ledger.close()
    return folder


@pytest.fixture(scope="session")
def in_ledger(in_file: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same with its readers in the ledger, and with much to choose."""
    folder = tmp_path_factory.mktemp("kept")
    place = copied(in_file, folder)
    moved_in(place)
    several(place)
    place.book.ledger.close()
    return folder


@pytest.fixture
def listed(in_file: Path, tmp_path: Path) -> Iterator[Place]:
    """A copy of the first."""
    place = copied(in_file, tmp_path)
    yield place
    place.book.ledger.close()


@pytest.fixture
def place(in_ledger: Path, tmp_path: Path) -> Iterator[Place]:
    """A copy of the second."""
    place = copied(in_ledger, tmp_path)
    yield place
    place.book.ledger.close()


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
