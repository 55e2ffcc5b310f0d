"""The account as numbers that a collector reads."""

from digest.delivery.ledger import runs
from digest.delivery.ledger.account import account
from digest.delivery.metrics import exposition
from digest.delivery.states import RunState, State
from support.dispatching import DEAD, DOUBT, NOT_YOU, Desk
from support.ledgers import a_recipient, people


def _values(text: str) -> dict[str, int]:
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {name: int(value) for name, value in (line.rsplit(" ", 1) for line in lines)}


def test_every_role_and_state_has_its_number(desk: Desk) -> None:
    desk.script.say("r1@example.org", DEAD)
    desk.script.say("r2@example.org", DOUBT)
    desk.script.say(5, NOT_YOU)
    run = desk.plan(6)

    desk.send(run)
    found = _values(exposition(account(desk.ledger, run.id)))

    of = f'edition="{run.edition}",generation="1"'
    mails = {key: value for key, value in found.items() if key.startswith("digest_mails{")}
    assert len(mails) == 2 * len(State)
    assert sum(mails.values()) == found[f"digest_mails_planned{{{of}}}"] == 6
    assert found[f'digest_mails{{{of},role="planner",state="failed"}}'] == 1
    assert found[f'digest_mails{{{of},role="engineer",state="failed"}}'] == 0
    assert found[f'digest_mails_maybe_twice{{{of},role="engineer"}}'] == 1
    assert found[f'digest_run_state{{{of},state="paused"}}'] == 1
    states = [value for key, value in found.items() if key.startswith("digest_run_state")]
    assert (len(states), sum(states)) == (len(RunState), 1)


def test_each_gauge_is_told_once_and_no_person_is(desk: Desk) -> None:
    run = desk.plan([*people(3), a_recipient("ada@example.org", name="Ada Lovelace")])

    text = exposition(account(desk.ledger, run.id))

    names = [line.split()[2] for line in text.splitlines() if line.startswith("# TYPE")]
    assert len(names) == len(set(names)) == 4
    assert text.endswith("\n")
    assert "example.org" not in text
    assert "Ada" not in text


def test_labels_are_escaped(desk: Desk) -> None:
    run = desk.plan([a_recipient("a@example.org", 'a"b\\c\nd')])

    text = exposition(account(desk.ledger, run.id))

    assert 'role="a\\"b\\\\c\\nd"' in text
    assert runs.get(desk.ledger, run.id).state is RunState.SENDING
