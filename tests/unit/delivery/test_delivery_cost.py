"""A claim and an intent cost the same whether thousands wait or a hundred thousand."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import event, text

from digest.delivery.ledger import runs
from digest.delivery.ledger.claims import claim
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.outcomes import Result, advance
from digest.delivery.ledger.owner import hold
from digest.delivery.ledger.rows import Run
from support.ledgers import NOW, a_gate, at, outcome, started

FEW, MANY = 2_000, 100_000

_MORE = text(
    "WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < :count)"
    " INSERT INTO delivery (run, build, reader, mailbox, address, name, role, language,"
    " message_id, state)"
    " SELECT run, build, 'k1.' || n, n || '@example.net', n || '@example.net', '', role, 'en',"
    " n || '.' || run, :state FROM delivery, number WHERE run = :run"
)


def _run_with(ledger: Ledger, count: int, state: str = "pending") -> Run:
    """A run of one reader, and so many more beside the plan: only the count matters."""
    run = started(ledger, 1)
    with ledger.writing() as connection:
        connection.execute(_MORE, {"count": count, "run": run.id, "state": state})
    return run


@contextmanager
def _steps(ledger: Ledger) -> Iterator[list[int]]:
    """Counts what SQLite's machine does, in tens of instructions, on connections made here."""
    counted = [0]

    def count() -> None:
        counted[0] += 1

    def connected(connection: Any, _: object) -> None:
        connection.set_progress_handler(count, 10)

    ledger.engine.dispose()
    event.listen(ledger.engine, "connect", connected)
    yield counted
    event.remove(ledger.engine, "connect", connected)


def _cost(ledger: Ledger, waiting: int) -> tuple[int, int]:
    """The cost of a block of 100, and of 50 mails of it."""
    run = _run_with(ledger, waiting)
    with _steps(ledger) as steps, hold(ledger, "one", NOW) as owner:
        gate = a_gate(run)
        claim(owner, gate, NOW, size=1)  # the schema is read once
        before = steps[0]
        block = claim(owner, gate, NOW).claims
        claimed = steps[0]
        result = None
        for one in block[:50]:
            advance(owner, gate, NOW, result=result, intent=one)
            result = Result(one, outcome())
        return claimed - before, steps[0] - claimed


def test_work_does_not_grow_with_what_waits(tmp_path: Any, opened: Any) -> None:
    few = _cost(opened(f"sqlite:///{tmp_path / 'few.db'}"), FEW)
    many = _cost(opened(f"sqlite:///{tmp_path / 'many.db'}"), MANY)

    assert few[0] > 100
    assert many[0] <= few[0] * 1.2
    assert many[1] <= few[1] * 1.2


def test_nothing_is_sorted_or_scanned(file_ledger: Ledger) -> None:
    _run_with(file_ledger, 100)
    with file_ledger.reading() as connection:
        plan = connection.exec_driver_sql(
            "EXPLAIN QUERY PLAN SELECT id FROM delivery"
            " WHERE run = 1 AND state = 'pending' ORDER BY id LIMIT 100"
        ).all()

    assert [row[-1] for row in plan] == ["SEARCH delivery USING INDEX delivery_pending (run=?)"]


@pytest.mark.parametrize("state", ["pending", "sent"])
def test_looking_for_what_is_due_does_not_read_the_rest(file_ledger: Ledger, state: str) -> None:
    run = _run_with(file_ledger, 20_000, state)
    with _steps(file_ledger) as steps:
        runs.get(file_ledger, run.id)
        before = steps[0]
        runs.tick(file_ledger, run.id, at(1))
        runs.next_due(file_ledger, run.id)

    assert steps[0] - before < 100
