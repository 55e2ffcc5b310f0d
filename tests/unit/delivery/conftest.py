"""The ledgers that the tests of delivery keep, in a file and on a server."""

import os
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.opening import open_ledger
from support.dispatching import Bundle, Desk, bundle
from support.postgres import Postgres, postgres, programs


@pytest.fixture(scope="session")
def server() -> Iterator[Postgres]:
    """The one PostgreSQL of a run: missing on a developer's machine skips, under CI=true fails."""
    tools = programs()
    if tools is None:
        message = "PostgreSQL is missing: apt-get install postgresql"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(message)
    with postgres(tools) as running:
        yield running


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'ledger.db'}"
    server: Postgres = request.getfixturevalue("server")
    return server.empty()


@pytest.fixture
def opened() -> Iterator[Callable[..., Ledger]]:
    """Opens ledgers, several of one address if need be, and closes them all afterwards."""
    with ExitStack() as stack:

        def opening(address: str, **options: Any) -> Ledger:
            # No test pulls the plug: waiting for the disk would only take time.
            options = {"power_safe": False, **options}
            return stack.enter_context(open_ledger(address, **options))

        yield opening


@pytest.fixture
def ledger(address: str, opened: Callable[..., Ledger]) -> Ledger:
    """An open ledger of each kind, with nothing in it."""
    return opened(address)


@pytest.fixture
def file_ledger(tmp_path: Path, opened: Callable[..., Ledger]) -> Ledger:
    """An open ledger in a file, with nothing in it."""
    return opened(f"sqlite:///{tmp_path / 'ledger.db'}")


@pytest.fixture(scope="session")
def made(tmp_path_factory: pytest.TempPathFactory) -> Bundle:
    """A bundle with the mails of two roles."""
    return bundle(tmp_path_factory.mktemp("bundle"))


@pytest.fixture
def desk(file_ledger: Ledger, made: Bundle) -> Iterator[Desk]:
    """A desk that sends from a file; its accounts add up afterwards, whatever happened."""
    one = Desk(file_ledger, made)
    yield one
    one.check()


@pytest.fixture
def any_desk(ledger: Ledger, made: Bundle) -> Iterator[Desk]:
    """The same, from a file and from a server."""
    one = Desk(ledger, made)
    yield one
    one.check()
