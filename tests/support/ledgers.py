"""Small ledgers with a planned edition, and what a sender does with them."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

from digest.delivery.approval import Rule
from digest.delivery.audience import Recipient, person
from digest.delivery.identity import Key, Keyring
from digest.delivery.ledger import approvals, planning, runs
from digest.delivery.ledger.account import account, assert_adds_up
from digest.delivery.ledger.claims import claim
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.gate import Gate
from digest.delivery.ledger.outcomes import Result, advance
from digest.delivery.ledger.owner import Owner
from digest.delivery.ledger.planning import Plan
from digest.delivery.ledger.rows import Claim, Run
from digest.delivery.outcomes import Connection, Outcome, Phase, Row
from digest.delivery.states import State, Word

EDITION = "2026-11-03-coast"
SEAL = "a" * 64
OTHER_SEAL = "b" * 64
NOW = datetime(2026, 11, 3, 8, 0, tzinfo=UTC)
RULE = Rule()
KEYS = Keyring(keys=(Key(id="k1", secret=b"0123456789abcdef"),))


def at(minutes: float) -> datetime:
    """The moment so many minutes after the tests' now."""
    return NOW + timedelta(minutes=minutes)


def a_recipient(address: str, role: str = "planner", **changes: Any) -> Recipient:
    """A reader of that address."""
    who = person(address)
    values = {"name": "Reader", "language": "en", **changes}
    return Recipient(KEYS.reader(who), who, address, role=role, **values)


def people(count: int) -> Iterator[Recipient]:
    """So many readers of two roles."""
    for number in range(count):
        role = "planner" if number % 2 else "engineer"
        yield a_recipient(f"r{number}@example.org", role, name=f"Reader {number}")


def plan(ledger: Ledger, readers: int | Iterable[Recipient] = 5, **changes: Any) -> Run:
    """A planned run."""
    one = Plan(**{"edition": EDITION, "seal": SEAL, "domain": "example.org"} | changes)
    found = people(readers) if isinstance(readers, int) else readers
    return planning.freeze(ledger, one, found, KEYS, NOW).run


def approve(ledger: Ledger, run: Run, name: str = "Editor", **changes: Any) -> None:
    """Somebody's approval of a run as it is."""
    values: dict[str, Any] = {
        "edition": run.edition,
        "generation": run.generation,
        "seal": run.seal,
        "audience": run.audience,
        "rule": RULE,
        "now": NOW,
    }
    approvals.approve(ledger, name=name, **values | changes)


def started(ledger: Ledger, readers: int | Iterable[Recipient] = 5, **changes: Any) -> Run:
    """A run that was planned, approved and started."""
    one = plan(ledger, readers, **changes)
    approve(ledger, one)
    return runs.start(ledger, one.id, NOW)


def a_gate(run: Run, **changes: Any) -> Gate:
    """The gate of a sender that has the approved bytes."""
    values: dict[str, Any] = {"seal": run.seal, "rule": RULE, "keys": KEYS} | changes
    return Gate(run, **values)


def outcome(row: Row = Row.SENT, **changes: Any) -> Outcome:
    """What became of an attempt."""
    code = {Row.SENT: 250, Row.DEFERRED: 451, Row.FAILED: 550}.get(row)
    values: dict[str, Any] = {"connection": Connection.KEEP, "phase": Phase.DOT, "code": code}
    return Outcome(**{"row": row, "reply": "said", **values} | changes)


def send(owner: Owner, gate: Gate, now: datetime = NOW, row: Row = Row.SENT) -> list[Claim]:
    """Claim and post whatever waits; what went out."""
    went: list[Claim] = []
    while (block := claim(owner, gate, now)).claims:
        result = None
        for one in block.claims:
            word = advance(owner, gate, now, result=result, intent=one)
            if word is Word.GO:
                went.append(one)
            result = Result(one, outcome(row)) if word is Word.GO else None
            if word.ends:
                return went
        if result:
            advance(owner, gate, now, result=result)
    return went


def states(ledger: Ledger, run: Run) -> dict[State, int]:
    """How many deliveries stand in each state; the account adds up, or this fails."""
    found = account(ledger, run.id)
    assert_adds_up(found)
    return {state: count for state in State if (count := found.of(state))}
