"""The account of a send as people and programs read it."""

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from digest.cli.output import table
from digest.delivery.approval import Standing
from digest.delivery.ledger.account import Account, Line
from digest.delivery.states import OPEN, State
from digest.press.makings import Change, told
from digest.press.send import VOID

#: In this order a person wants to know.
ORDER = (
    State.SENT,
    State.FAILED,
    State.UNKNOWN,
    State.DEFERRED,
    State.PENDING,
    State.CLAIMED,
    State.IN_FLIGHT,
    State.SUPPRESSED,
    State.EXPIRED,
    State.CANCELLED,
)


def document(found: Account, standing: Standing | None = None) -> dict[str, object]:
    """The account as JSON-able data."""
    lines = [
        {"role": line.role, "state": line.state, "reason": line.reason, "count": line.count}
        for line in found.lines
    ]
    data: dict[str, object] = {
        "run": found.run.model_dump(mode="json"),
        "planned": found.planned,
        "states": {state: found.of(state) for state in ORDER if found.of(state)},
        "maybe_twice": found.flagged,
        "lines": lines,
    }
    if standing is not None:
        data["approved"] = standing.valid
        data["approvals"] = standing.model_dump(mode="json")
    return data


def text(found: Account) -> str:
    """The account in lines: one for the run, one a role and state."""
    run = found.run
    head = f"{run.edition}: {run.state}, {found.planned} planned"
    if run.generation > 1:
        head += f", generation {run.generation}"
    if run.note:
        head += f" ({run.note})"
    rows = [
        (f"  {line.role}", _state(line.state), str(line.count), _reason(line))
        for line in sorted(found.lines, key=lambda line: (line.role, ORDER.index(line.state)))
    ]
    lines = [head, table(rows, right=[2])] if rows else [head]
    if found.flagged:
        lines.append(f"  {found.flagged} may have arrived twice, with the same Message-ID")
    if unknown := found.of(State.UNKNOWN):
        lines.append(f"  {unknown} unknown: decide with `digest settle {run.edition}`")
    return "\n".join(lines)


def approvals(
    standing: Standing, since: Mapping[int, tuple[Change, ...]] = MappingProxyType({})
) -> str:
    """Who approved, and what of it does not count; `since` is what changed after an approval."""
    lines = [f"  approved by {one.name}, {_moment(one.at)}" for one in standing.counting]
    lines += [
        f"  the word of {one.approval.name} is void: {VOID[one.why]}"
        + _since(since.get(one.approval.number, ()))
        for one in standing.voided
    ]
    if standing.missing:
        lines.append(f"  {standing.missing} approval{'s' * (standing.missing != 1)} missing")
    return "\n".join(lines)


def _since(changes: tuple[Change, ...]) -> str:
    return f"; since then {told(changes)}" if changes else ""


def open_mails(found: Account) -> int:
    """How many mails nothing was decided of yet."""
    return found.of(*OPEN)


def _reason(line: Line) -> str:
    """Why, where that says more than the state."""
    return "" if line.reason == line.state else line.reason or ""


def _state(state: State) -> str:
    return state.replace("_", " ")


def _moment(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
