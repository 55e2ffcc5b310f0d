"""The account of a run: every planned mail stands in exactly one line of it."""

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import func, or_, select

from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.rows import Row, Run
from digest.delivery.ledger.runs import read
from digest.delivery.ledger.tables import attempt, delivery
from digest.delivery.states import OPEN, State
from digest.problems import Problem, WorldError
from digest.values import Frozen

_PAGE = 1000

_ROW = tuple(delivery.c[name] for name in Row._fields)


class Line(Frozen):
    """How many deliveries of a role stand in a state for a reason; `flagged` may be double."""

    role: str
    state: State
    reason: str | None = None
    count: int
    flagged: int = 0


class Account(Frozen):
    """What became of everybody a run was planned for."""

    run: Run
    lines: tuple[Line, ...]

    @property
    def planned(self) -> int:
        """The number of readers in the frozen audience."""
        return self.run.audience.count

    @property
    def flagged(self) -> int:
        """How many readers may have got the mail twice."""
        return sum(line.flagged for line in self.lines)

    @property
    def settled(self) -> bool:
        """Whether nothing is open and nothing unknown."""
        return self.of(*OPEN, State.UNKNOWN) == 0

    def of(self, *states: State) -> int:
        """How many deliveries stand in one of these states."""
        return sum(line.count for line in self.lines if line.state in states)


class Try(NamedTuple):
    """One attempt, as a breaker counts it; `result` is "intent" while it lasts."""

    result: str
    phase: str | None
    code: int | None


def account(ledger: Ledger, run_id: int) -> Account:
    """The account of a run as of one moment, by role, state and reason.

    Raises `DigestError` (D021) when there is no such run.
    """
    keys = (delivery.c.role, delivery.c.state, delivery.c.reason)
    query = (
        select(
            *keys,
            func.count().label("count"),
            func.count().filter(delivery.c.maybe_dup > 0).label("flagged"),
        )
        .where(delivery.c.run == run_id)
        .group_by(*keys)
        .order_by(*keys)
    )
    with ledger.reading() as connection:
        run = read(connection, run_id)
        rows = connection.execute(query).mappings()
        return Account(run=run, lines=tuple(Line.model_validate(dict(row)) for row in rows))


def assert_adds_up(one: Account) -> None:
    """Raise `WorldError` (D026) when a planned mail is missing in an account, or one too many."""
    found = sum(line.count for line in one.lines)
    if found != one.planned:
        message = f"the account of {one.run.edition} does not add up: {found} of {one.planned}"
        hint = "somebody changed the ledger by hand; restore the last backup"
        raise WorldError(Problem(code="D026", message=message, hint=hint))


def recent(ledger: Ledger, run_id: int, *, limit: int = 50) -> tuple[Try, ...]:
    """The last attempts of a run, newest first."""
    query = (
        select(attempt.c.result, attempt.c.phase, attempt.c.code)
        .join(delivery, delivery.c.id == attempt.c.delivery)
        .where(delivery.c.run == run_id)
        .order_by(attempt.c.id.desc())
        .limit(limit)
    )
    with ledger.reading() as connection:
        return tuple(Try(*row) for row in connection.execute(query))


def listed(ledger: Ledger, run_id: int, *states: State, flagged: bool = False) -> Iterator[Row]:
    """The deliveries of a run in one of these states, with `flagged` also what may be double.

    Read page by page; by ids, without the persons.
    """
    doubt = [delivery.c.maybe_dup > 0] if flagged else []
    wanted = or_(delivery.c.state.in_(states), *doubt)
    after = 0
    while True:
        query = select(*_ROW).where(delivery.c.run == run_id, wanted, delivery.c.id > after)
        with ledger.reading() as connection:
            found = connection.execute(query.order_by(delivery.c.id).limit(_PAGE)).all()
        page = [Row(*row)._replace(state=State(row.state)) for row in found]
        yield from page
        if len(page) < _PAGE:
            return
        after = page[-1].id
