"""The history of approvals: lines are added to it, none is ever changed or taken away."""

import json
from datetime import datetime
from typing import Any
from unicodedata import category

from sqlalchemy import Connection, RowMapping, insert, select

from digest.delivery.approval import Act, Approval, Rule, Standing, same_name, standing, unrevoked
from digest.delivery.identity import Audience
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.locks import gated
from digest.delivery.ledger.rows import Run
from digest.delivery.ledger.tables import approval
from digest.problems import DigestError, Problem

#: So many characters a name may have.
LONGEST = 200

#: Categories of characters that end a line, steer a terminal or stand for nothing.
_UNSEEN = {"Cc", "Cs", "Zl", "Zp"}

#: Categories of characters that not even a note of several lines may hold; no database does.
_UNWRITTEN = {"Cc", "Cs"}


def approve(
    ledger: Ledger,
    *,
    edition: str,
    generation: int,
    seal: str,
    audience: Audience,
    name: str,
    rule: Rule,
    now: datetime,
    note: str = "",
) -> Approval:
    """Add a named person's word for one seal and one audience; raises what `admit` does."""
    admit(name, rule, note)
    values = {
        "act": Act.APPROVE,
        "edition": edition,
        "generation": generation,
        "name": name.strip(),
        "at": now,
        "note": note,
        "seal": seal,
        "audience_hash": audience.hash,
        "audience_count": audience.count,
        "required": rule.required,
        "approvers": json.dumps(rule.approvers, ensure_ascii=False),
    }
    with gated(ledger) as connection:
        return _add(connection, values)


def admit(name: str, rule: Rule, note: str = "") -> None:
    """Let that person say that under the rule, before anything is done about it.

    Raises `DigestError`: D040 when the rule does not let them approve, D042 for what is no name,
    or no note.
    """
    _refuse_no_name(name)
    _refuse_no_note(note)
    if not rule.admits(name):
        message = f"{name} is not among those who may approve"
        hint = "the publication names them under `approvals`"
        raise DigestError(Problem(code="D040", message=message, hint=hint))


def revoke(
    ledger: Ledger,
    *,
    edition: str,
    generation: int,
    name: str,
    now: datetime,
    note: str = "",
    whose: str | None = None,
) -> Approval:
    """Take back what was approved, all of it or the word of `whose`: no further mail goes out.

    Raises `DigestError`: D041 when there is no such approval, D042 for what is no name,
    or no note.
    """
    _refuse_no_name(name)
    _refuse_no_note(note)
    values = {
        "act": Act.REVOKE,
        "edition": edition,
        "generation": generation,
        "name": name.strip(),
        "at": now,
        "note": note,
        "seal": "",
        "required": 1,
        "approvers": "[]",
        "whose": whose,
    }
    with gated(ledger) as connection:
        given = unrevoked(read(connection, edition, generation))
        if not any(whose is None or same_name(whose, one.name) for one in given):
            message = f"there is nothing to revoke: {edition} has no such approval"
            raise DigestError(Problem(code="D041", message=message))
        return _add(connection, values)


def history(ledger: Ledger, edition: str, generation: int) -> tuple[Approval, ...]:
    """What was approved and revoked of one generation of an edition, oldest first."""
    with ledger.reading() as connection:
        return read(connection, edition, generation)


def standing_of(ledger: Ledger, run: Run, rule: Rule, *, seal: str | None = None) -> Standing:
    """What the history says of a run's audience and of a seal, its own when none is named."""
    lines = history(ledger, run.edition, run.generation)
    return standing(lines, seal=seal or run.seal, audience=run.audience, rule=rule)


def read(connection: Connection, edition: str, generation: int) -> tuple[Approval, ...]:
    """The history, within a transaction."""
    query = (
        select(approval)
        .where(approval.c.edition == edition, approval.c.generation == generation)
        .order_by(approval.c.id)
    )
    return tuple(map(_approval, connection.execute(query).mappings()))


def _add(connection: Connection, values: dict[str, Any]) -> Approval:
    added = insert(approval).values(**values).returning(approval)
    return _approval(connection.execute(added).mappings().one())


def _approval(row: RowMapping) -> Approval:
    values: dict[str, Any] = dict(row)
    name, count = values.pop("audience_hash"), values.pop("audience_count")
    approvers = tuple(json.loads(values.pop("approvers")))
    return Approval(
        number=values.pop("id"),
        audience=None if name is None else Audience(hash=name, count=count),
        rule=Rule(required=values.pop("required"), approvers=approvers),
        **values,
    )


def _refuse_no_name(name: str) -> None:
    if not name.strip():
        message = "an approval needs the name of the person who gives it"
        raise DigestError(Problem(code="D042", message=message, hint="say who, with --by"))
    # The name is shown on terminals for ever: a line of its own could pass for another person.
    if len(name) > LONGEST or any(category(one) in _UNSEEN for one in name.strip()):
        message = "that is no name of a person: it is too long, or holds what cannot be seen"
        hint = f"write it on one line, in at most {LONGEST} characters"
        raise DigestError(Problem(code="D042", message=message, hint=hint))


def _refuse_no_note(note: str) -> None:
    if any(category(one) in _UNWRITTEN and one not in "\n\r\t" for one in note):
        message = "the note holds characters that cannot be seen"
        raise DigestError(Problem(code="D042", message=message, hint="write it as plain text"))
