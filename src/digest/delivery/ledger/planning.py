"""Freezes whom a generation of an edition goes to, each mailbox once."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import islice
from typing import Any, NamedTuple

from pydantic import Field
from sqlalchemy import Connection, bindparam, delete, exists, insert, select, update

from digest.delivery.audience import Recipient
from digest.delivery.identity import Audience, Keyring, Tally
from digest.delivery.ledger import events
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.locks import planning, shut
from digest.delivery.ledger.rows import Run
from digest.delivery.ledger.runs import read
from digest.delivery.ledger.tables import attempt, build, delivery, run
from digest.delivery.states import Policy, RunState, State
from digest.problems import DigestError, Problem
from digest.values import Frozen

#: How many rows go to the database at once.
BLOCK = 2000

#: How many merged readers are named; all are counted.
NAMED = 100

_INSERT = insert(delivery)


class Plan(Frozen):
    """What is to be sent: the seal of an edition's bundle, and how to send it.

    `domain` stands in the Message-IDs. A further generation is a deliberate second mail.
    """

    edition: str = Field(pattern="^[a-z0-9][a-z0-9-]{0,62}[a-z0-9]$")
    generation: int = Field(default=1, ge=1)
    seal: str
    domain: str
    policy: Policy = Policy.AT_LEAST_ONCE
    not_before: datetime | None = None
    expires_at: datetime | None = None


class Merged(NamedTuple):
    """A reader whose mailbox another row had already; the other one gets the mail."""

    kept: str
    merged: str


class Planned(NamedTuple):
    """A run with its frozen audience; `fresh` when this call froze it.

    `merged` names the first readers that were merged, `merged_count` counts all.
    """

    run: Run
    fresh: bool
    merged: tuple[Merged, ...] = ()
    merged_count: int = 0


def freeze(
    ledger: Ledger, plan: Plan, people: Iterable[Recipient], keys: Keyring, now: datetime
) -> Planned:
    """Write down everybody a plan goes to, in one step, while `people` passes by.

    A run of which nothing was announced yet is planned anew; one that was started stays as it is.
    Raises `DigestError` (D022) when that one has other bytes or another policy than the plan,
    `WorldError` (D007 to D012) when the database refuses.
    """
    with planning(ledger) as connection:
        before = _before(connection, plan, lock=True)
        if before is not None and _has_begun(connection, before):
            _refuse_other(before, plan)
            return Planned(before, fresh=False)
        one = _fresh_run(connection, plan, before, now)
        writer = _Writer(connection, one, keys, _add_build(connection, one, now))
        for block in _blocks(people):
            writer.write(block)
        audience = writer.tally.audience
        one = _frozen(connection, one, audience)
        events.note(connection, now, "planned", f"{audience.count} readers", one)
        merged = tuple(writer.merged)
        return Planned(one, fresh=True, merged=merged, merged_count=writer.merged_count)


def rehearse(
    ledger: Ledger, plan: Plan, people: Iterable[Recipient], keys: Keyring, now: datetime
) -> Planned:
    """What `freeze` would write down, without the names of those merged; nothing is written.

    A run that was not planned yet has the number 0. Raises what `freeze` does.
    """
    with ledger.reading() as connection:
        before = _before(connection, plan, lock=False)
        if before is not None and _has_begun(connection, before):
            _refuse_other(before, plan)
            return Planned(before, fresh=False)
    tally, seen, merged = Tally(keys.current), set[str](), 0
    for one in people:
        if one.mailbox in seen or one.reader in seen:
            merged += 1
            continue
        seen |= {one.mailbox, one.reader}
        tally.add(one.mailbox, one.role, one.language)
    run = Run(
        id=before.id if before else 0,
        state=RunState.PLANNED,
        audience=tally.audience,
        planned_at=now,
        **plan.model_dump(),
    )
    return Planned(run, fresh=True, merged_count=merged)


def rebuild(ledger: Ledger, run_id: int, seal: str, keys: Keyring, now: datetime) -> Run:
    """Give a corrected bundle to those whom a run has not reached; it needs its own approval.

    Raises `DigestError`: D021 for no run, D022 while a sender holds mails of it, D023 when it is
    done or cancelled.
    """
    with planning(ledger) as connection:
        # A sender that claims meanwhile would keep mails that are named after the old bundle.
        shut(connection)
        one = read(connection, run_id, lock=True)
        if one.state in {RunState.DONE, RunState.CANCELLED}:
            message = f"{one.edition} cannot be corrected: it is {one.state}"
            hint = "plan a further generation; it needs an approval of its own"
            raise DigestError(Problem(code="D023", message=message, hint=hint))
        _refuse_held(connection, one)
        corrected = one.model_copy(update={"seal": seal})
        number = _add_build(connection, corrected, now)
        connection.execute(update(run).where(run.c.id == run_id).values(seal=seal))
        _rename(connection, corrected, keys, number)
        events.note(connection, now, "rebuilt", seal, one)
        return corrected


class _Writer:
    """Writes blocks of recipients as deliveries and counts the audience they make."""

    def __init__(self, connection: Connection, one: Run, keys: Keyring, number: int) -> None:
        self._connection = connection
        self._run = one
        self._keys = keys
        self._build = number
        self.tally = Tally(keys.current)
        self.merged: list[Merged] = []
        self.merged_count = 0

    def write(self, block: list[Recipient]) -> None:
        """Add those of a block whose mailbox and id are new in this run."""
        known = self._known(block)
        rows: list[dict[str, Any]] = []
        for one in block:
            kept = known.get(one.mailbox) or known.get(one.reader)
            if kept is not None:
                self._merge(kept, one.reader)
                continue
            known[one.mailbox] = known[one.reader] = one.reader
            self.tally.add(one.mailbox, one.role, one.language)
            rows.append(self._row(one))
        if rows:
            self._connection.execute(_INSERT, rows)

    def _known(self, block: list[Recipient]) -> dict[str, str]:
        """The ids of readers in the run already, by mailbox and by id, as far as a block asks."""
        found: dict[str, str] = {}
        for column, wanted in (
            (delivery.c.mailbox, [one.mailbox for one in block]),
            (delivery.c.reader, [one.reader for one in block]),
        ):
            query = select(column, delivery.c.reader)
            query = query.where(delivery.c.run == self._run.id, column.in_(wanted))
            found.update((key, reader) for key, reader in self._connection.execute(query))
        return found

    def _merge(self, kept: str, merged: str) -> None:
        self.merged_count += 1
        if len(self.merged) < NAMED:
            self.merged.append(Merged(kept, merged))

    def _row(self, one: Recipient) -> dict[str, Any]:
        return {
            "run": self._run.id,
            "build": self._build,
            "state": State.PENDING,
            "message_id": _message_id(self._keys, self._run, one.reader),
            **one._asdict(),
        }


def _blocks(people: Iterable[Recipient]) -> Iterator[list[Recipient]]:
    passing = iter(people)
    while block := list(islice(passing, BLOCK)):
        yield block


def _message_id(keys: Keyring, one: Run, reader: str) -> str:
    return keys.message_id(
        one.domain,
        edition=one.edition,
        generation=one.generation,
        reader=reader,
        seal=one.seal,
    )


def _before(connection: Connection, plan: Plan, *, lock: bool) -> Run | None:
    query = select(run).where(run.c.edition == plan.edition, run.c.generation == plan.generation)
    row = connection.execute(query.with_for_update() if lock else query).mappings().first()
    return None if row is None else Run.of(row)


def _has_begun(connection: Connection, one: Run) -> bool:
    touched = select(delivery.c.id).where(
        delivery.c.run == one.id, delivery.c.state != State.PENDING
    )
    tried = select(attempt.c.id).join(delivery).where(delivery.c.run == one.id)
    return one.state is not RunState.PLANNED or any(
        connection.scalar(query.limit(1)) is not None for query in (touched, tried)
    )


def _refuse_other(one: Run, plan: Plan) -> None:
    if (one.seal, one.policy) != (plan.seal, plan.policy):
        what = "other bytes" if one.seal != plan.seal else "another policy"
        message = f"{one.edition} was started with {what}"
        hint = (
            "go on with what was started; `digest approve --correct` gives other bytes to those "
            "not reached yet, --generation a further mail to everybody"
        )
        raise DigestError(Problem(code="D022", message=message, hint=hint))


def _fresh_run(connection: Connection, plan: Plan, before: Run | None, now: datetime) -> Run:
    values = {
        **plan.model_dump(),
        "state": RunState.DRAFT,
        "audience_hash": "",
        "audience_count": 0,
        "planned_at": now,
        "note": "",
    }
    if before is None:
        added = connection.execute(insert(run).values(**values).returning(run))
        return Run.of(added.mappings().one())
    for table in (delivery, build):
        connection.execute(delete(table).where(table.c.run == before.id))
    connection.execute(update(run).where(run.c.id == before.id).values(**values))
    return read(connection, before.id)


def _add_build(connection: Connection, one: Run, now: datetime) -> int:
    same = select(build.c.id).where(build.c.run == one.id, build.c.seal == one.seal)
    number: int | None = connection.scalar(same)
    if number is None:
        values = {"run": one.id, "seal": one.seal, "planned_at": now}
        added = insert(build).values(**values).returning(build.c.id)
        number = connection.execute(added).scalar_one()
    return number


def _frozen(connection: Connection, one: Run, audience: Audience) -> Run:
    values = {
        "state": RunState.PLANNED,
        "audience_hash": audience.hash,
        "audience_count": audience.count,
    }
    connection.execute(update(run).where(run.c.id == one.id).values(**values))
    return one.model_copy(update={"state": RunState.PLANNED, "audience": audience})


def _refuse_held(connection: Connection, one: Run) -> None:
    held = exists().where(delivery.c.run == one.id, delivery.c.owner.is_not(None))
    if connection.scalar(select(held)):
        message = f"{one.edition} cannot be corrected while a sender holds mails of it"
        hint = f"`digest send {one.edition} --pause`, wait until the sender has ended, try again"
        raise DigestError(Problem(code="D022", message=message, hint=hint))


def _rename(connection: Connection, one: Run, keys: Keyring, number: int) -> None:
    """Give whoever waits the corrected bundle and its Message-ID, block by block.

    A mail that may have arrived keeps its Message-ID: by it the other side knows a second copy.
    """
    waiting = (
        delivery.c.run == one.id,
        delivery.c.state.in_([State.PENDING, State.DEFERRED]),
    )
    connection.execute(update(delivery).where(*waiting).values(build=number))
    query = select(delivery.c.id, delivery.c.reader).where(*waiting, delivery.c.maybe_dup == 0)
    change = (
        update(delivery)
        .where(delivery.c.id == bindparam("of_id"))
        .values(message_id=bindparam("named"))
    )
    after = 0
    while True:
        page = connection.execute(
            query.where(delivery.c.id > after).order_by(delivery.c.id).limit(BLOCK)
        ).all()
        if not page:
            return
        rows = [{"of_id": row.id, "named": _message_id(keys, one, row.reader)} for row in page]
        connection.execute(change, rows)
        after = page[-1].id
