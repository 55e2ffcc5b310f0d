"""A run starts when it may, rests when told to, and ends when nothing is left."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from digest.delivery.ledger import events, runs
from digest.delivery.ledger.claims import claim
from digest.delivery.ledger.database import Ledger
from digest.delivery.ledger.owner import hold
from digest.delivery.states import RunState, State
from digest.problems import DigestError, WorldError
from support.ledgers import EDITION, NOW, a_gate, at, plan, send, started, states

DAY = 24 * 60


def test_a_start_fixes_the_date_of_all_mails(ledger: Ledger) -> None:
    run = plan(ledger)

    first = runs.start(ledger, run.id, at(0.5))
    runs.pause(ledger, run.id, at(1), "a word")
    second = runs.start(ledger, run.id, at(2))

    assert (first.state, second.state) == (RunState.SENDING, RunState.SENDING)
    assert first.message_date == second.message_date == at(0.5)
    assert second.started_at == at(0.5)
    assert runs.get(ledger, run.id) == second


def test_the_date_of_mails_has_whole_seconds(ledger: Ledger) -> None:
    run = runs.start(ledger, plan(ledger).id, NOW + timedelta(microseconds=17))

    assert run.message_date == NOW


def test_runs_are_found_by_edition_and_generation(ledger: Ledger) -> None:
    first, second = plan(ledger), plan(ledger, generation=2)

    assert runs.every(ledger) == (first, second)
    assert runs.find(ledger, EDITION) == second
    assert runs.find(ledger, EDITION, 1) == first
    assert runs.find(ledger, EDITION, 3) is None
    assert runs.find(ledger, "another") is None


def test_before_its_time_nothing_starts(ledger: Ledger) -> None:
    run = plan(ledger, not_before=at(30))

    assert runs.wait(run, at(10)) == timedelta(minutes=20)
    with pytest.raises(DigestError, match=r"D025.*2026-11-03 08:30:00 UTC"):
        runs.start(ledger, run.id, at(29))

    assert runs.wait(run, at(40)) == timedelta(0)
    assert runs.start(ledger, run.id, at(30)).state is RunState.SENDING


def test_long_after_its_time_a_person_must_mean_it(ledger: Ledger) -> None:
    run = plan(ledger, not_before=at(30))

    with pytest.raises(WorldError, match="D024"):
        runs.start(ledger, run.id, at(91))

    assert runs.start(ledger, run.id, at(91), resume_stale=True).state is RunState.SENDING


def test_a_plan_without_a_time_may_be_old(ledger: Ledger) -> None:
    assert runs.start(ledger, plan(ledger).id, at(30 * DAY)).state is RunState.SENDING


def test_a_sender_broken_off_may_go_on_within_the_hour(ledger: Ledger) -> None:
    run = started(ledger)
    with hold(ledger, "one", NOW) as owner:
        claim(owner, a_gate(run), at(50))

    assert runs.start(ledger, run.id, at(109)).state is RunState.SENDING
    with pytest.raises(WorldError, match="D024"):
        runs.start(ledger, run.id, at(170))


@pytest.mark.parametrize("days", [-1, 1])
def test_a_clock_moved_by_a_day_sends_nothing_early_and_steals_nothing(
    ledger: Ledger, days: int
) -> None:
    run = started(ledger, 2)
    with hold(ledger, "one", NOW) as owner:
        claim(owner, a_gate(run), NOW)
        moved = at(days * DAY)

        assert claim(owner, a_gate(run), moved).claims == ()
        assert states(ledger, run) == {State.CLAIMED: 2}


@pytest.mark.parametrize(
    "step", [runs.start, runs.pause, runs.cancel], ids=["start", "pause", "cancel"]
)
def test_what_is_done_stays_done(ledger: Ledger, step: Callable[..., object]) -> None:
    run = started(ledger, 1)
    with hold(ledger, "one", NOW) as owner:
        send(owner, a_gate(run))
    assert runs.finish(ledger, run.id, NOW).state is RunState.DONE

    with pytest.raises(DigestError, match="D023"):
        step(ledger, run.id, NOW)

    assert runs.finish(ledger, run.id, NOW).state is RunState.DONE


def test_what_is_cancelled_is_not_sent(ledger: Ledger) -> None:
    run = started(ledger, 3)

    assert runs.cancel(ledger, run.id, NOW, "wrong edition").note == "wrong edition"

    assert states(ledger, run) == {State.CANCELLED: 3}
    with pytest.raises(DigestError, match="D023"):
        runs.start(ledger, run.id, NOW)


def test_a_plan_can_be_cancelled_and_not_paused(ledger: Ledger) -> None:
    run = plan(ledger)

    with pytest.raises(DigestError, match="D023"):
        runs.pause(ledger, run.id, NOW)

    assert runs.cancel(ledger, run.id, NOW).state is RunState.CANCELLED


def test_a_run_with_mails_left_is_not_done(ledger: Ledger) -> None:
    assert runs.finish(ledger, started(ledger).id, NOW).state is RunState.SENDING


def test_a_run_that_nobody_planned(ledger: Ledger) -> None:
    for step in (runs.start, runs.pause, runs.cancel, runs.finish, runs.tick):
        with pytest.raises(DigestError, match="D021"):
            step(ledger, 17, NOW)
    with pytest.raises(DigestError, match="D021"):
        runs.get(ledger, 17)


def test_what_happened_is_told_in_order(ledger: Ledger) -> None:
    run = started(ledger, 1)
    runs.pause(ledger, run.id, at(1), "look")
    runs.cancel(ledger, run.id, at(2))

    found = list(events.since(ledger))

    assert [one.kind for one in found] == ["planned", "started", "paused", "cancelled"]
    assert {(one.edition, one.generation) for one in found} == {(EDITION, 1)}
    assert (found[2].at, found[2].detail) == (at(1), "look")
    assert list(events.since(ledger, found[2].number)) == found[3:]


def test_a_moment_without_a_zone_is_refused(ledger: Ledger) -> None:
    run = plan(ledger)

    with pytest.raises(ValueError, match="time zone"):
        runs.start(ledger, run.id, NOW.replace(tzinfo=None))
