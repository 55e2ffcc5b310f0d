"""Whatever happens in whatever order: the account adds up and nothing goes out twice unflagged."""

from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis.stateful import run_state_machine_as_test

from support.ledgermodel import Model
from support.postgres import Postgres

#: A search: the rooms have tests of their own.
pytestmark = pytest.mark.no_cover


@pytest.fixture(params=["sqlite", "postgresql"])
def addresses(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Makes the address of one empty database after another."""
    if request.param == "sqlite":
        files = (f"sqlite:///{tmp_path / f'{number}.db'}" for number in count())
        return lambda: next(files)
    server: Postgres = request.getfixturevalue("server")
    return server.empty


def _judge(addresses: Callable[[], str], examples: int) -> None:
    steps = settings(max_examples=examples, stateful_step_count=25)
    judged = type("Judged", (Model,), {"address": staticmethod(addresses)})
    run_state_machine_as_test(judged, settings=steps)


def test_random_histories(addresses: Callable[[], str]) -> None:
    _judge(addresses, 15)


@pytest.mark.full
def test_many_random_histories(addresses: Callable[[], str]) -> None:
    _judge(addresses, 200)
