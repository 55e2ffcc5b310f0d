"""The account of a run in the text format of Prometheus: numbers by role and state, no persons."""

from collections.abc import Iterable, Iterator

from digest.delivery.ledger.account import Account
from digest.delivery.states import RunState, State

_ESCAPES = str.maketrans({"\\": r"\\", '"': r"\"", "\n": r"\n"})


def exposition(found: Account) -> str:
    """All gauges of a run, each with its help; states that nothing stands in are zero."""
    run = found.run
    base = {"edition": run.edition, "generation": str(run.generation)}
    counts: dict[tuple[str, State], int] = {}
    flagged: dict[str, int] = {}
    for line in found.lines:
        key = (line.role, line.state)
        counts[key] = counts.get(key, 0) + line.count
        flagged[line.role] = flagged.get(line.role, 0) + line.flagged
    mails = (
        ({**base, "role": role, "state": state}, counts.get((role, state), 0))
        for role in sorted(flagged)
        for state in State
    )
    doubt = (({**base, "role": role}, flagged[role]) for role in sorted(flagged))
    states = (({**base, "state": state}, int(run.state is state)) for state in RunState)
    lines = [
        *_gauge("digest_mails", "Mails of an edition by role and state.", mails),
        *_gauge("digest_mails_maybe_twice", "Mails that may have arrived twice.", doubt),
        *_gauge("digest_mails_planned", "Readers planned for.", [(base, found.planned)]),
        *_gauge("digest_run_state", "1 for the state that the run is in.", states),
    ]
    return "".join(f"{line}\n" for line in lines)


def _gauge(name: str, told: str, values: Iterable[tuple[dict[str, str], int]]) -> Iterator[str]:
    yield f"# HELP {name} {told}"
    yield f"# TYPE {name} gauge"
    for labels, value in values:
        pairs = ",".join(f'{label}="{text.translate(_ESCAPES)}"' for label, text in labels.items())
        yield f"{name}{{{pairs}}} {value}"
